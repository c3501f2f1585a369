(* Bounds of Montgomery reductions by schedules, for every number of limbs and every modulus.

   File of the engine: crates/limbs/src/schedule/bound.rs, with the constants of fold.rs and the rules of
   `Schedule::try_new` (schedule/mod.rs). Claims there:
   (1) "r^k rho_k = 1 + p q_k"
   (2) "Every schedule computes result = (c + p M) / R without remainder, for some integer M >= 0"
   (3) "result <= floor((c_max + p M_max) / R), and that is the exact maximum over all integers c <= c_max
       (if c_max >= R - 1)"
   "For canonical operands every schedule stays below (n + 1) p". *)

From Coq Require Import ZArith List Lia.
Import ListNotations.
Open Scope Z_scope.

Inductive step := Parallel (k : nat) | Jump (k : nat) | Round.

Definition limbs (s : step) : nat := match s with Parallel k | Jump k => k | Round => 1 end.

Fixpoint removed (steps : list step) : nat :=
  match steps with [] => 0 | s :: t => limbs s + removed t end.

(* f 0 + ... + f (n - 1) *)
Fixpoint sum (f : nat -> Z) (n : nat) : Z :=
  match n with O => 0 | S m => sum f m + f m end.

(* The rules of Schedule::try_new, for `left` limbs that remain. *)
Fixpoint valid (left : nat) (steps : list step) : Prop :=
  match steps with
  | [] => left = 0%nat
  | s :: t =>
      (1 <= limbs s)%nat /\
      match s with
      | Parallel k => (k < left)%nat
      | Jump k => (2 * k <= left)%nat
      | Round => (1 <= left)%nat
      end /\ valid (left - limbs s) t
  end.

Section Sums.
  Lemma sum_ext f g n : (forall j, (j < n)%nat -> f j = g j) -> sum f n = sum g n.
  Proof. induction n; simpl; intros H; [reflexivity|]. rewrite IHn, H by auto with arith. reflexivity. Qed.

  Lemma sum_le f g n : (forall j, (j < n)%nat -> f j <= g j) -> sum f n <= sum g n.
  Proof. induction n; simpl; intros H; [lia|]. pose proof (H n ltac:(lia)). specialize (IHn ltac:(auto)). lia. Qed.

  Lemma sum_nonneg f n : (forall j, (j < n)%nat -> 0 <= f j) -> 0 <= sum f n.
  Proof. induction n; simpl; intros H; [lia|]. pose proof (H n ltac:(lia)). specialize (IHn ltac:(auto)). lia. Qed.

  Lemma sum_mul c f n : c * sum f n = sum (fun j => c * f j) n.
  Proof. induction n; simpl; [ring|]. rewrite <- IHn. ring. Qed.

  Lemma sum_add f g n : sum f n + sum g n = sum (fun j => f j + g j) n.
  Proof. induction n; simpl; [ring|]. rewrite <- IHn. ring. Qed.

  Lemma sum_const c n : sum (fun _ => c) n = Z.of_nat n * c.
  Proof. induction n; simpl sum; [ring|]. rewrite IHn. lia. Qed.
End Sums.

Section Schedule.
  (* r is the radix of words, n0 the negated inverse of the modulus p modulo r. *)
  Variables r p n0 : Z.
  Hypothesis r_large : 2 <= r.
  Hypothesis p_large : 2 <= p.
  Hypothesis n0_range : 0 <= n0 < r.
  Hypothesis n0_inverse : (1 + p * n0) mod r = 0.

  Definition pw (k : nat) : Z := r ^ Z.of_nat k.

  Lemma pw_S k : pw (S k) = r * pw k.
  Proof. unfold pw. rewrite Nat2Z.inj_succ, Z.pow_succ_r by lia. reflexivity. Qed.
  Lemma pw_pos k : 0 < pw k.
  Proof. unfold pw. apply Z.pow_pos_nonneg; lia. Qed.
  Lemma pw_add i k : pw (i + k) = pw i * pw k.
  Proof. unfold pw. rewrite Nat2Z.inj_add, Z.pow_add_r by lia. reflexivity. Qed.
  Lemma pw_le i k : (i <= k)%nat -> pw i <= pw k.
  Proof. intros. unfold pw. apply Z.pow_le_mono_r; lia. Qed.
  Lemma pw_0 : pw 0 = 1. Proof. reflexivity. Qed.
  Lemma pw_1 : pw 1 = r. Proof. unfold pw. apply Z.pow_1_r. Qed.
  Hint Resolve pw_pos : core.

  (* The factor by which a round or a fold's constant clears a word: m = -s_0 p^-1 mod r. *)
  Definition m_of (s : Z) : Z := (s mod r * n0) mod r.

  Lemma m_range s : 0 <= m_of s < r.
  Proof. unfold m_of. apply Z.mod_pos_bound. lia. Qed.

  Lemma m_clears s : (s + m_of s * p) mod r = 0.
  Proof.
    unfold m_of.
    rewrite <- Z.add_mod_idemp_r, Z.mul_mod_idemp_l, Z.add_mod_idemp_r by lia.
    rewrite <- (Z.mul_assoc (s mod r)), <- Z.add_mod_idemp_l by lia.
    replace (s mod r + s mod r * (n0 * p)) with (s mod r * (1 + p * n0)) by ring.
    rewrite <- Z.mul_mod_idemp_r, n0_inverse by lia.
    rewrite Z.mul_0_r. apply Z.mod_0_l. lia.
  Qed.

  (* Folds::new: rounds on the number 1. *)
  Fixpoint rho (k : nat) : Z :=
    match k with O => 1 | S j => (rho j + m_of (rho j) * p) / r end.
  Fixpoint q (k : nat) : Z :=
    match k with O => 0 | S j => q j + m_of (rho j) * pw j end.

  Lemma exact_division s : r * ((s + m_of s * p) / r) = s + m_of s * p.
  Proof. pose proof (m_clears s) as H. apply Z.mod_divide in H as [v ->]; [|lia]. rewrite Z.div_mul by lia. ring. Qed.

  (* (1) *)
  Theorem fold_constants k : pw k * rho k = 1 + p * q k.
  Proof.
    induction k; [cbn [rho q]; rewrite pw_0; ring|].
    rewrite pw_S. cbn [rho q].
    replace (r * pw k * _) with (pw k * (r * ((rho k + m_of (rho k) * p) / r))) by ring.
    rewrite exact_division. rewrite Z.mul_add_distr_l, IHk. ring.
  Qed.

  Lemma q_range k : 0 <= q k < pw k.
  Proof.
    induction k; [cbn; lia|]. rewrite pw_S. cbn [q].
    pose proof (m_range (rho k)). pose proof (pw_pos k). nia.
  Qed.

  (* rho_k is a residue: the constants are those of the documentation, r^-k mod p. *)
  Theorem rho_range k : 0 < rho k < p + (if k then 1 else 0).
  Proof.
    pose proof (fold_constants k) as E. pose proof (q_range k). pose proof (pw_pos k).
    destruct k; [cbn; lia|]. split; [nia|].
    assert (pw (S k) * rho (S k) <= 1 + p * (pw (S k) - 1)) by nia.
    nia.
  Qed.

  Definition digit (s : Z) (j : nat) : Z := (s / pw j) mod r.

  Lemma digit_range s j : 0 <= digit s j < r.
  Proof. unfold digit. apply Z.mod_pos_bound. lia. Qed.

  Lemma digits s k : s mod pw k = sum (fun j => pw j * digit s j) k.
  Proof.
    induction k; [cbn; apply Z.mod_1_r|]. cbn [sum]. rewrite <- IHk.
    rewrite pw_S. unfold digit. rewrite (Z.mul_comm r). rewrite Z.rem_mul_r by (pose proof (pw_pos k); lia). ring.
  Qed.

  (* The table of schedule/mod.rs. *)
  Definition apply (st : step) (s : Z) : Z :=
    match st with
    | Parallel k => s / pw k + sum (fun j => digit s j * rho (k - j)) k
    | Jump k => s / pw k + (s mod pw k) * rho k
    | Round => (s + m_of s * p) / r
    end.

  (* The multiple of p that a step adds: the list after (2). *)
  Definition d (st : step) (s : Z) : Z :=
    match st with
    | Parallel k => sum (fun j => pw j * q (k - j) * digit s j) k
    | Jump k => q k * (s mod pw k)
    | Round => m_of s
    end.

  (* `largest_of_step` *)
  Definition d_max (st : step) : Z :=
    match st with
    | Parallel k => sum (fun j => pw j * q (k - j) * (r - 1)) k
    | Jump k => q k * (pw k - 1)
    | Round => r - 1
    end.

  Lemma step_equation st s : pw (limbs st) * apply st s = s + p * d st s.
  Proof.
    destruct st as [k|k|]; cbn [limbs apply d].
    - pose proof (Z.div_mod s (pw k) ltac:(pose proof (pw_pos k); lia)) as E.
      rewrite Z.mul_add_distr_l. rewrite (digits s k) in E.
      rewrite 2 sum_mul.
      assert (sum (fun j => pw k * (digit s j * rho (k - j))) k =
              sum (fun j => pw j * digit s j) k + sum (fun j => p * (pw j * q (k - j) * digit s j)) k) as ->.
      { rewrite sum_add. apply sum_ext. intros j Hj.
        replace (pw k) with (pw j * pw (k - j)) by (rewrite <- pw_add; f_equal; lia).
        replace (_ * (digit s j * _)) with (pw j * digit s j * (pw (k - j) * rho (k - j))) by ring.
        rewrite fold_constants. ring. }
      lia.
    - pose proof (Z.div_mod s (pw k) ltac:(pose proof (pw_pos k); lia)) as E.
      rewrite Z.mul_add_distr_l, (Z.mul_comm (s mod pw k)), Z.mul_assoc, fold_constants. lia.
    - rewrite pw_1, exact_division. ring.
  Qed.

  Lemma d_range st s : 0 <= d st s <= d_max st.
  Proof.
    destruct st as [k|k|]; cbn [d d_max].
    - split; [apply sum_nonneg | apply sum_le]; intros j _;
        pose proof (digit_range s j); pose proof (q_range (k - j)); pose proof (pw_pos j).
      + repeat apply Z.mul_nonneg_nonneg; lia.
      + apply Z.mul_le_mono_nonneg_l; [apply Z.mul_nonneg_nonneg|]; lia.
    - pose proof (q_range k). pose proof (Z.mod_pos_bound s (pw k) (pw_pos k)). nia.
    - pose proof (m_range s). lia.
  Qed.

  Fixpoint run (steps : list step) (s : Z) : Z :=
    match steps with [] => s | st :: t => run t (apply st s) end.

  (* M of (2). *)
  Fixpoint multiple (steps : list step) (s : Z) : Z :=
    match steps with [] => 0 | st :: t => d st s + pw (limbs st) * multiple t (apply st s) end.

  Fixpoint M_max (steps : list step) : Z :=
    match steps with [] => 0 | st :: t => d_max st + pw (limbs st) * M_max t end.

  (* The loop of `Schedule::multiple`, which shifts by positions, computes M_max. *)
  Fixpoint M_loop (sofar : Z) (position : nat) (steps : list step) : Z :=
    match steps with [] => sofar | st :: t => M_loop (sofar + d_max st * pw position) (position + limbs st) t end.

  Theorem loop_computes_M_max steps : M_loop 0 0 steps = M_max steps.
  Proof.
    assert (H : forall steps sofar position, M_loop sofar position steps = sofar + pw position * M_max steps).
    { clear steps. induction steps as [|st t IH]; intros; cbn [M_loop M_max]; [ring|].
      rewrite IH, pw_add. ring. }
    rewrite H, pw_0. ring.
  Qed.

  Lemma multiple_range steps : forall s, 0 <= multiple steps s <= M_max steps.
  Proof.
    induction steps as [|st t IH]; intros s; cbn [multiple M_max]; [lia|].
    pose proof (IH (apply st s)). pose proof (d_range st s). pose proof (pw_pos (limbs st)). nia.
  Qed.

  (* (2) *)
  Theorem result_equation steps : forall c, pw (removed steps) * run steps c = c + p * multiple steps c.
  Proof.
    induction steps as [|st t IH]; intros c; cbn [removed run multiple]; [rewrite pw_0; ring|].
    rewrite pw_add, <- Z.mul_assoc, IH. rewrite Z.mul_add_distr_l, step_equation. ring.
  Qed.

  (* The result is congruent to c R^-1. *)
  Theorem result_is_congruent steps c : (pw (removed steps) * run steps c) mod p = c mod p.
  Proof. rewrite result_equation, (Z.mul_comm p), Z.mod_add by lia. reflexivity. Qed.

  (* (3), first half *)
  Theorem result_bound steps c c_max :
    c <= c_max -> run steps c <= (c_max + p * M_max steps) / pw (removed steps).
  Proof.
    intros H. apply Z.div_le_lower_bound; [apply pw_pos|]. rewrite result_equation.
    pose proof (multiple_range steps c). nia.
  Qed.

  Theorem result_nonneg steps c : 0 <= c -> 0 <= run steps c.
  Proof.
    intros H. pose proof (result_equation steps c). pose proof (multiple_range steps c).
    pose proof (pw_pos (removed steps)). nia.
  Qed.

  (* "No intermediate value exceeds c + p M_max, counted with the removed limbs" (plan.rs). *)
  Theorem intermediate_bound before after c :
    pw (removed before) * run before c <= c + p * M_max (before ++ after).
  Proof.
    rewrite result_equation. pose proof (multiple_range before c).
    assert (forall l, 0 <= M_max l) by (intros l; pose proof (multiple_range l 0); lia).
    assert (M_max before <= M_max (before ++ after)).
    { clear H. induction before as [|st t IH]; cbn [app M_max]; [auto|].
      pose proof (pw_pos (limbs st)). nia. }
    nia.
  Qed.

  (* The class c = -p M_max mod R sets every bit of every word. *)
  Lemma digits_max s k : s mod pw k = pw k - 1 -> forall j, (j < k)%nat -> digit s j = r - 1.
  Proof.
    intros H j Hj. unfold digit.
    assert (Hk : pw k = pw j * (r * pw (k - S j))).
    { rewrite Z.mul_assoc, (Z.mul_comm (pw j)), <- pw_S, <- pw_add. f_equal. lia. }
    pose proof (pw_pos j). pose proof (pw_pos (k - S j)). pose proof (pw_pos k).
    pose proof (Z.div_mod s (pw k) ltac:(lia)) as E. rewrite H in E.
    set (h := s / pw k) in *.
    assert (Es : s = (r * (pw (k - S j) * (h + 1) - 1) + (r - 1)) * pw j + (pw j - 1)).
    { rewrite E, Hk. ring. }
    rewrite Es, Z.div_add_l by lia. rewrite (Z.div_small (pw j - 1)) by lia. rewrite Z.add_0_r.
    rewrite Z.add_comm, Z.mul_comm, Z.mod_add, Z.mod_small by lia. reflexivity.
  Qed.

  Lemma mod_minus_one k s : (pw k | s + 1) -> s mod pw k = pw k - 1.
  Proof.
    intros [x Hx]. pose proof (pw_pos k).
    replace s with (pw k - 1 + (x - 1) * pw k) by lia. rewrite Z.mod_add, Z.mod_small by lia. reflexivity.
  Qed.

  Lemma class_attains steps : forall c, (pw (removed steps) | c + p * M_max steps) -> multiple steps c = M_max steps.
  Proof.
    induction steps as [|st t IH]; intros c H; cbn [multiple M_max removed] in *; [reflexivity|].
    rewrite pw_add in H.
    assert (Hd : d st c = d_max st).
    { destruct st as [k|k|]; cbn [d d_max limbs] in *.
      - assert (c mod pw k = pw k - 1) as Hc.
        { apply mod_minus_one.
          assert (D : (pw k | c + p * sum (fun j => pw j * q (k - j) * (r - 1)) k)).
          { apply (Z.divide_add_cancel_r _ (p * (pw k * M_max t))); [exists (p * M_max t); ring|].
            destruct H as [x Hx]. exists (x * pw (removed t)).
            replace (x * pw (removed t) * pw k) with (x * (pw k * pw (removed t))) by ring. rewrite <- Hx. ring. }
          rewrite sum_mul in D.
          assert (sum (fun j => p * (pw j * q (k - j) * (r - 1))) k =
                  pw k * ((r - 1) * sum (fun j => rho (k - j)) k) - (pw k - 1)) as E.
          { assert (G : pw k - 1 = sum (fun j => (r - 1) * pw j) k).
            { clear. induction k; [reflexivity|]. cbn [sum]. rewrite <- IHk, pw_S. ring. }
            rewrite G, sum_mul, sum_mul.
            enough (F : sum (fun j => p * (pw j * q (k - j) * (r - 1))) k + sum (fun j => (r - 1) * pw j) k =
                        sum (fun j => pw k * ((r - 1) * rho (k - j))) k) by lia.
            rewrite sum_add. apply sum_ext. intros j Hj.
            replace (pw k) with (pw j * pw (k - j)) by (rewrite <- pw_add; f_equal; lia).
            replace (pw j * pw (k - j) * ((r - 1) * rho (k - j)))
              with (pw j * (r - 1) * (pw (k - j) * rho (k - j))) by ring.
            rewrite fold_constants. ring. }
          rewrite E in D.
          destruct D as [x Hx]. exists (x + 1 - (r - 1) * sum (fun j => rho (k - j)) k). lia. }
        apply sum_ext. intros j Hj. now rewrite (digits_max c k Hc j Hj).
      - assert (c mod pw k = pw k - 1) as Hc.
        { apply mod_minus_one. destruct H as [x Hx]. pose proof (fold_constants k) as F.
          exists (x * pw (removed t) - p * M_max t - (pw k - 1) * rho k + 1).
          replace (c + 1) with (x * (pw k * pw (removed t)) - p * (q k * (pw k - 1) + pw k * M_max t) + 1) by lia.
          replace (p * (q k * (pw k - 1) + pw k * M_max t)) with ((p * q k) * (pw k - 1) + p * pw k * M_max t) by ring.
          replace (p * q k) with (pw k * rho k - 1) by lia. ring. }
        rewrite Hc. reflexivity.
      - rewrite pw_1 in H. destruct H as [x Hx].
        unfold m_of. rewrite Z.mul_mod_idemp_l by lia.
        apply Z.mod_divide in n0_inverse as [y Hy]; [|lia].
        replace (c * n0) with (r - 1 + (x * pw (removed t) * n0 - p * M_max t * n0 - y * (r - 1)) * r);
          [rewrite Z.mod_add, Z.mod_small by lia; reflexivity|].
        replace c with (x * (r * pw (removed t)) - p * (r - 1 + r * M_max t)) by lia.
        replace ((x * (r * pw (removed t)) - p * (r - 1 + r * M_max t)) * n0)
          with (x * r * pw (removed t) * n0 - (p * n0) * (r - 1) - p * r * M_max t * n0) by ring.
        replace (p * n0) with (y * r - 1) by lia. ring. }
    rewrite Hd. f_equal. f_equal. apply IH.
    destruct H as [x Hx]. exists x.
    pose proof (step_equation st c) as E. rewrite Hd in E. pose proof (pw_pos (limbs st)).
    apply (Z.mul_reg_l _ _ (pw (limbs st))); [lia|].
    rewrite Z.mul_add_distr_l, E.
    replace (pw (limbs st) * (x * pw (removed t))) with (x * (pw (limbs st) * pw (removed t))) by ring.
    rewrite <- Hx. ring.
  Qed.

  (* (3), second half: the bound is the maximum. *)
  Theorem bound_is_attained steps c_max :
    pw (removed steps) - 1 <= c_max ->
    exists c, 0 <= c <= c_max /\ run steps c = (c_max + p * M_max steps) / pw (removed steps).
  Proof.
    intros H. set (R := pw (removed steps)) in *. pose proof (pw_pos (removed steps)) as HR. fold R in HR.
    set (t := c_max + p * M_max steps). exists (c_max - t mod R).
    pose proof (Z.mod_pos_bound t R HR). split; [lia|].
    assert (E : R * run steps (c_max - t mod R) = R * (t / R)).
    { unfold R at 1. rewrite result_equation, class_attains; fold R.
      - pose proof (Z.div_mod t R ltac:(lia)). unfold t in *. lia.
      - exists (t / R). pose proof (Z.div_mod t R ltac:(lia)). unfold t in *. lia. }
    nia.
  Qed.

  (* A step's part of M_max is below limbs * R by the rules. *)
  Lemma valid_removed steps : forall n, valid n steps -> removed steps = n.
  Proof.
    induction steps as [|st t IH]; intros n H; cbn [removed valid] in *; [congruence|].
    destruct H as (H1 & H2 & H3). rewrite (IH _ H3). destruct st; cbn [limbs] in *; lia.
  Qed.

  Theorem M_max_below_n_R steps : forall n, (1 <= n)%nat -> valid n steps -> M_max steps < Z.of_nat n * pw n.
  Proof.
    enough (G : forall n, valid n steps -> M_max steps <= Z.of_nat n * pw n - (if n then 0 else 1)).
    { intros n Hn H. specialize (G n H). destruct n; [lia|lia]. }
    induction steps as [|st t IH]; intros n H; cbn [M_max valid] in *; [subst; cbn; lia|].
    destruct H as (H1 & H2 & H3). specialize (IH _ H3).
    destruct n as [|n]; [destruct st; cbn [limbs] in *; lia|].
    pose proof (pw_pos (limbs st)) as P.
    assert (T : pw (S n) = pw (limbs st) * pw (S n - limbs st)).
    { rewrite <- pw_add. f_equal. destruct st; cbn [limbs] in *; lia. }
    destruct st as [k|k|]; cbn [d_max limbs] in *.
    - assert (L : (1 <= S n - k)%nat) by lia. destruct (S n - k)%nat as [|e] eqn:Ee; [lia|].
      assert (sum (fun j => pw j * q (k - j) * (r - 1)) k <= Z.of_nat k * pw (S n)).
      { rewrite <- sum_const. apply sum_le. intros j Hj.
        pose proof (q_range (k - j)). pose proof (pw_pos j).
        apply Z.le_trans with (pw j * pw (k - j) * r).
        - apply Z.mul_le_mono_nonneg; try lia; nia.
        - rewrite <- pw_add, Z.mul_comm, <- pw_S. apply pw_le. lia. }
      assert (Z.of_nat (S n) = Z.of_nat k + Z.of_nat (S e)) as -> by lia.
      rewrite T in *. nia.
    - assert (L : (1 <= S n - k)%nat) by lia. destruct (S n - k)%nat as [|e] eqn:Ee; [lia|].
      pose proof (q_range k).
      assert (q k * (pw k - 1) < pw (S n)).
      { apply Z.lt_le_trans with (pw k * pw k); [nia|]. rewrite <- pw_add. apply pw_le. lia. }
      assert (Z.of_nat (S n) >= 1 + Z.of_nat (S e)) by lia.
      pose proof (pw_pos (S e)). nia.
    - rewrite pw_1 in *. cbn [Nat.sub] in *. rewrite Nat.sub_0_r in *.
      destruct n as [|n].
      + cbn in IH. rewrite pw_1. cbn [pw] in T. change (Z.of_nat 1) with 1. nia.
      + rewrite T, (Nat2Z.inj_succ (S n)). pose proof (pw_pos (S n)). nia.
  Qed.

  (* "For canonical operands every schedule stays below (n + 1) p" *)
  Theorem canonical_below steps n a b :
    (1 <= n)%nat -> valid n steps -> p <= pw n -> 0 <= a < p -> 0 <= b < p ->
    0 <= run steps (a * b) < (Z.of_nat n + 1) * p.
  Proof.
    intros Hn V Hp Ha Hb. split; [apply result_nonneg; nia|].
    pose proof (result_equation steps (a * b)) as E. rewrite (valid_removed _ _ V) in E.
    pose proof (multiple_range steps (a * b)). pose proof (M_max_below_n_R _ _ Hn V). pose proof (pw_pos n).
    assert (a * b < p * pw n) by nia.
    assert (p * multiple steps (a * b) <= p * (Z.of_nat n * pw n)) by nia. nia.
  Qed.

  (* `largest_multiple_of_any`: every q_k is at most r^k - 1. *)
  Definition d_any (st : step) : Z :=
    match st with
    | Parallel k => sum (fun j => pw j * (pw (k - j) - 1) * (r - 1)) k
    | Jump k => (pw k - 1) * (pw k - 1)
    | Round => r - 1
    end.
  Fixpoint M_any (steps : list step) : Z :=
    match steps with [] => 0 | st :: t => d_any st + pw (limbs st) * M_any t end.

  Theorem M_max_at_most_any steps : M_max steps <= M_any steps.
  Proof.
    induction steps as [|st t IH]; cbn [M_max M_any]; [lia|].
    assert (d_max st <= d_any st).
    { destruct st as [k|k|]; cbn [d_max d_any].
      - apply sum_le. intros j _. pose proof (q_range (k - j)). pose proof (pw_pos j).
        apply Z.mul_le_mono_nonneg_r; [lia|]. nia.
      - pose proof (q_range k). nia.
      - lia. }
    pose proof (pw_pos (limbs st)). nia.
  Qed.

  (* "Moduli that are 1 modulo r^(n - 1) attain it": then q_k = r^k - 1 for k < n. *)
  Theorem any_is_attained steps n : valid n steps -> (pw (n - 1) | p - 1) -> M_max steps = M_any steps.
  Proof.
    intros V D.
    assert (Q : forall k, (k <= n - 1)%nat -> q k = pw k - 1).
    { intros k Hk. destruct D as [x Hx]. pose proof (fold_constants k) as F. pose proof (q_range k).
    pose proof (pw_pos k).
      assert (E : pw (n - 1) = pw k * pw (n - 1 - k)) by (rewrite <- pw_add; f_equal; lia).
      assert ((pw k | q k + 1)) as [y Hy].
      { exists (rho k - x * pw (n - 1 - k) * q k).
        replace p with (1 + x * (pw k * pw (n - 1 - k))) in F by (rewrite <- E; lia). lia. }
      assert (B : pw k = pw k /\ 0 <= q k < pw k /\ 0 < pw k) by auto. set (P := pw k) in *. set (e := q k) in *.
      clearbody P e. clear - Hy B. assert (0 < y) by nia. assert (y < 2) by nia. assert (y = 1) by lia. subst y. lia. }
    clear D. revert n V Q. induction steps as [|st t IH]; intros n V Q; cbn [M_max M_any valid] in *; [lia|].
    destruct V as (V1 & V2 & V3). rewrite (IH _ V3) by (intros; apply Q; lia). f_equal.
    destruct st as [k|k|]; cbn [d_max d_any limbs] in *; [|rewrite Q by lia; reflexivity|reflexivity].
    apply sum_ext. intros j Hj. rewrite Q by lia. reflexivity.
  Qed.

  (* Named schedules (schedule/mod.rs). *)
  Definition cios (n : nat) : list step := repeat Round n.
  Definition parallel_rounds (n : nat) : list step :=
    if (n <=? 2)%nat then repeat Round n else [Parallel (n - 2); Round; Round].

  Theorem cios_M_max n : M_max (cios n) = pw n - 1.
  Proof. unfold cios. induction n; cbn [repeat M_max limbs d_max]; [reflexivity|]. rewrite IHn, pw_1, pw_S. ring. Qed.

  Theorem cios_below_two_p n a b :
    p <= pw n -> 0 <= a < p -> 0 <= b < pw n -> 0 <= run (cios n) (a * b) < 2 * p.
  Proof.
    intros Hp Ha Hb. split; [apply result_nonneg; nia|].
    pose proof (result_equation (cios n) (a * b)) as E.
    assert (removed (cios n) = n) as Hr.
    { unfold cios. clear. induction n; cbn [repeat removed limbs]; [reflexivity|]. now rewrite IHn. }
    rewrite Hr in E. pose proof (multiple_range (cios n) (a * b)) as B. rewrite cios_M_max in B.
    pose proof (pw_pos n). assert (a * b < p * pw n) by nia. nia.
  Qed.

  (* "P(n-2), C, C: the bound of cios up to (n-2) / r": M_max exceeds R - 1 by less than (n - 2) R / r. *)
  Theorem parallel_rounds_M_max n :
    (2 <= n)%nat -> M_max (parallel_rounds n) <= pw n - 1 + Z.of_nat (n - 2) * pw (n - 1).
  Proof.
    intros Hn. unfold parallel_rounds. destruct (Nat.leb_spec n 2).
    - assert (n = 2%nat) as -> by lia. fold (cios 2). rewrite cios_M_max. cbn. lia.
    - set (k := (n - 2)%nat). cbn [M_max limbs d_max].
      assert (sum (fun j => pw j * q (k - j) * (r - 1)) k <= Z.of_nat k * (pw (k + 1) - pw k)).
      { rewrite <- sum_const. apply sum_le. intros j Hj.
        pose proof (q_range (k - j)). pose proof (pw_pos j).
        replace (pw (k + 1) - pw k) with (pw j * pw (k - j) * (r - 1)).
        - apply Z.mul_le_mono_nonneg_r; [lia|]. nia.
        - rewrite <- pw_add. replace (j + (k - j))%nat with k by lia. rewrite pw_add, pw_1. ring. }
      replace (n - 1)%nat with (k + 1)%nat by lia.
      replace (pw n) with (pw k * (r * r)) by (replace n with (k + 1 + 1)%nat by lia; rewrite 2 pw_add, pw_1; ring).
      rewrite pw_1. pose proof (pw_pos k). assert (1 <= Z.of_nat k) by lia. nia.
  Qed.
End Schedule.
