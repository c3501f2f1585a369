(* The number of batches of the binary greatest common divisor, for numbers of every length.

   Files of the engine: crates/limbs/src/gcd/mod.rs (the proof), steps.rs (`batch`, `finish`), ends.rs. Claims there:
   "2^t A' = e (f_0 A - g_0 B), 2^t B' = e (g_1 B - f_1 A), f_0 + g_0 <= 2^t, f_1 + g_1 <= 2^t"
   "a comparison, which follows at most 57 shifts, is incorrect only if the two numbers differ by less than 2 U"
   "a batch makes L = len(A) + len(B) smaller by at least 58, or A' = 0"
   "ceil((2 len(p) - 1) / 58) batches make any A zero", and then B is the greatest common divisor
   "the one that is at most 2^58 is g_1, and it determines e" (`recovered_g`, `recovered_sign`).

   Both inverses and Jacobi symbols use these batches. *)

From Coq Require Import ZArith List Lia Znumtheory.
Open Scope Z_scope.

(* Lengths *)
Definition len (x : Z) : Z := if x =? 0 then 0 else Z.log2 x + 1.

Lemma len_pos x : 0 < x -> len x = Z.log2 x + 1.
Proof. intros. unfold len. destruct (Z.eqb_spec x 0); lia. Qed.

Lemma len_nonneg x : 0 <= len x.
Proof. unfold len. destruct (x =? 0); pose proof (Z.log2_nonneg x); lia. Qed.

Lemma len_at_least_1 x : 0 < x -> 1 <= len x.
Proof. intros. rewrite len_pos by lia. pose proof (Z.log2_nonneg x). lia. Qed.

Lemma len_bounds x : 0 < x -> 2 ^ (len x - 1) <= x < 2 ^ len x.
Proof.
  intros H. rewrite len_pos by lia. pose proof (Z.log2_spec x H). replace (Z.log2 x + 1 - 1) with (Z.log2 x) by ring.
  exact H0.
Qed.

Lemma len_le x k : 0 <= x < 2 ^ k -> 0 <= k -> len x <= k.
Proof.
  intros H Hk. unfold len. destruct (Z.eqb_spec x 0); [lia|].
  assert (Z.log2 x < k) by (apply Z.log2_lt_pow2; lia). lia.
Qed.

Lemma len_ge x k : 2 ^ k <= x -> 0 <= k -> k + 1 <= len x.
Proof.
  intros H Hk. pose proof (Z.pow_pos_nonneg 2 k). rewrite len_pos by lia.
  pose proof (Z.log2_le_pow2 x k ltac:(lia)). lia.
Qed.

Lemma len_mono x y : 0 <= x <= y -> len x <= len y.
Proof.
  intros H. destruct (Z.eq_dec x 0) as [->|]; [apply len_nonneg|]. rewrite 2 len_pos by lia.
  pose proof (Z.log2_le_mono x y). lia.
Qed.

Lemma len_half x : 0 < x -> len (x / 2) = len x - 1.
Proof.
  intros H. destruct (Z.eq_dec x 1) as [->|]; [reflexivity|].
  assert (1 <= x / 2) by (apply Z.div_le_lower_bound; lia).
  rewrite 2 len_pos by lia. rewrite <- Z.div2_div.
  replace (Z.log2 (Z.div2 x)) with (Z.log2 x - 1); [lia|].
  rewrite Z.div2_spec, Z.log2_shiftr by lia. pose proof (Z.log2_nonneg x).
  assert (1 <= Z.log2 x) by (apply Z.log2_le_pow2; lia). lia.
Qed.

Lemma odd_half x y : Z.odd x = true -> Z.odd y = true -> 2 * ((x - y) / 2) = x - y.
Proof.
  intros Hx Hy. apply Zodd_bool_iff in Hx, Hy. apply Zodd_ex in Hx as [i ->]. apply Zodd_ex in Hy as [j ->].
  replace (2 * i + 1 - (2 * j + 1)) with ((i - j) * 2) by ring. rewrite Z.div_mul by lia. ring.
Qed.

Lemma even_half x : Z.odd x = false -> 2 * (x / 2) = x.
Proof.
  intros H. rewrite <- Z.negb_even in H. apply Bool.negb_false_iff, Zeven_bool_iff, Zeven_ex in H as [i ->].
  f_equal. rewrite Z.mul_comm. apply Z.div_mul. lia.
Qed.

Lemma half_mod z : exists q e, z / 2 = q /\ z = 2 * q + e /\ (e = 0 \/ e = 1).
Proof.
  exists (z / 2), (z mod 2). pose proof (Z.div_mod z 2 ltac:(lia)). pose proof (Z.mod_pos_bound z 2 ltac:(lia)).
  repeat split; lia.
Qed.

(* A step on exact numbers. *)
Definition exact_step (A B : Z) : Z * Z :=
  if Z.odd A then if A <? B then ((B - A) / 2, A) else ((A - B) / 2, B) else (A / 2, B).

(* A step of a batch: parity is exact, and the comparison is that of the high words x and y. *)
Record state := St { a : Z; b : Z; x : Z; y : Z }.

Definition next (s : state) : state :=
  if Z.odd (a s)
  then if x s <? y s then St ((b s - a s) / 2) (a s) ((y s - x s) / 2) (x s)
       else St ((a s - b s) / 2) (b s) ((x s - y s) / 2) (y s)
  else St (a s / 2) (b s) (x s / 2) (y s).

Definition steps (t : nat) (s : state) : state := Nat.iter t next s.

Lemma steps_S t s : steps (S t) s = next (steps t s).
Proof. reflexivity. Qed.

Definition correct (s : state) : Prop :=
  Z.odd (a s) = false \/ a s = b s \/ (x s < y s <-> a s < b s).

Lemma next_exact s : correct s -> (a (next s), b (next s)) = exact_step (a s) (b s).
Proof.
  intros H. unfold next, exact_step. destruct (Z.odd (a s)) eqn:O; [|reflexivity].
  destruct H as [H|[H|H]]; [congruence| |].
  - rewrite H. rewrite Z.ltb_irrefl. destruct (x s <? y s); reflexivity.
  - destruct (Z.ltb_spec (x s) (y s)), (Z.ltb_spec (a s) (b s)); cbn; try reflexivity; lia.
Qed.

Lemma exact_step_spec A B :
  0 <= A -> 0 < B -> Z.odd B = true ->
  let (A', B') := exact_step A B in
  0 <= A' /\ 0 < B' /\ Z.odd B' = true /\ (A = 0 -> A' = 0) /\
  (0 < A -> len A' + len B' <= len A + len B - 1).
Proof.
  intros HA HB OB. unfold exact_step. destruct (Z.odd A) eqn:OA.
  - assert (A <> 0) by (intros ->; discriminate).
    destruct (Z.ltb_spec A B).
    + assert (0 <= (B - A) / 2) by (apply Z.div_pos; lia).
      repeat split; auto; try lia. intros _.
      pose proof (len_half B HB). pose proof (len_mono ((B - A) / 2) (B / 2)).
      assert ((B - A) / 2 <= B / 2) by (apply Z.div_le_mono; lia). lia.
    + assert (0 <= (A - B) / 2) by (apply Z.div_pos; lia).
      repeat split; auto; try lia. intros _.
      pose proof (len_half A ltac:(lia)). pose proof (len_mono ((A - B) / 2) (A / 2)).
      assert ((A - B) / 2 <= A / 2) by (apply Z.div_le_mono; lia). lia.
  - assert (0 <= A / 2) by (apply Z.div_pos; lia).
    repeat split; auto; try lia; [intros ->; reflexivity|].
    intros P. pose proof (len_half A P). lia.
Qed.

(* The linear map of a batch. *)
Record map := Map { f0 : Z; g0 : Z; f1 : Z; g1 : Z; e : Z }.

Definition next_map (s : state) (m : map) : map :=
  if Z.odd (a s)
  then if x s <? y s then Map (f0 m + f1 m) (g0 m + g1 m) (2 * f0 m) (2 * g0 m) (- e m)
       else Map (f0 m + f1 m) (g0 m + g1 m) (2 * f1 m) (2 * g1 m) (e m)
  else Map (f0 m) (g0 m) (2 * f1 m) (2 * g1 m) (e m).

Fixpoint maps (t : nat) (s : state) : map :=
  match t with O => Map 1 0 0 1 1 | S t => next_map (steps t s) (maps t s) end.

Lemma b_odd t s : Z.odd (b s) = true -> Z.odd (b (steps t s)) = true.
Proof.
  intros H. induction t; [exact H|]. rewrite steps_S. unfold next.
  destruct (Z.odd (a (steps t s))) eqn:O; [|exact IHt]. destruct (_ <? _); [exact O|exact IHt].
Qed.

Theorem linear_map t s :
  Z.odd (b s) = true ->
  let m := maps t s in let s' := steps t s in
  2 ^ Z.of_nat t * a s' = e m * (f0 m * a s - g0 m * b s) /\
  2 ^ Z.of_nat t * b s' = e m * (g1 m * b s - f1 m * a s) /\
  0 <= f0 m /\ 0 <= g0 m /\ 0 <= f1 m /\ 0 <= g1 m /\
  f0 m + g0 m <= 2 ^ Z.of_nat t /\ f1 m + g1 m <= 2 ^ Z.of_nat t /\ (e m = 1 \/ e m = -1).
Proof.
  intros OB. cbn zeta. induction t.
  { unfold steps, maps. cbn [Nat.iter nat_rect f0 g0 f1 g1 e]. change (2 ^ Z.of_nat 0) with 1.
    repeat split; try ring; lia. }
  pose proof (b_odd t s OB) as OB'. rewrite steps_S. cbn [maps].
  destruct IHt as (EA & EB & P0 & P1 & P2 & P3 & S0 & S1 & E).
  rewrite Nat2Z.inj_succ, Z.pow_succ_r by lia.
  set (w := 2 ^ Z.of_nat t) in *. set (s' := steps t s) in *. set (m := maps t s) in *.
  unfold next, next_map. destruct (Z.odd (a s')) eqn:OA.
  - destruct (x s' <? y s'); cbn [a b f0 g0 f1 g1 e].
    + pose proof (odd_half (b s') (a s') OB' OA) as Hh.
      repeat split; try lia.
    + pose proof (odd_half (a s') (b s') OA OB') as Hh.
      repeat split; try lia.
  - cbn [a b f0 g0 f1 g1 e]. pose proof (even_half _ OA) as Hh. repeat split; try lia.
Qed.

(* "|A'| and |B'| are at most max(A, B)" *)
Corollary magnitudes t s :
  Z.odd (b s) = true -> 0 <= a s -> 0 <= b s ->
  Z.abs (a (steps t s)) <= Z.max (a s) (b s) /\ Z.abs (b (steps t s)) <= Z.max (a s) (b s).
Proof.
  intros O HA HB. destruct (linear_map t s O) as (EA & EB & P0 & P1 & P2 & P3 & S0 & S1 & E).
  assert (0 < 2 ^ Z.of_nat t) by (apply Z.pow_pos_nonneg; lia).
  set (w := 2 ^ Z.of_nat t) in *. set (m := maps t s) in *. set (M := Z.max (a s) (b s)).
  assert (a s <= M) by (unfold M; lia). assert (b s <= M) by (unfold M; lia).
  assert (F : forall f g z, 0 <= f -> 0 <= g -> f + g <= w -> w * z = e m * (f * a s - g * b s) -> Z.abs z <= M).
  { intros f g z Hf Hg Hs Hz.
    assert (0 <= f * a s <= f * M) by nia. assert (0 <= g * b s <= g * M) by nia.
    assert ((f + g) * M <= w * M) by nia.
    assert (K : - (w * M) <= w * z <= w * M) by (destruct E as [E|E]; rewrite E in Hz; lia).
    apply Z.abs_le. clearbody M. clear - H K. nia. }
  split; [apply (F (f0 m) (g0 m)); auto|]. rewrite <- Z.abs_opp. apply (F (f1 m) (g1 m)); auto.
  rewrite Z.mul_opp_r, EB. ring.
Qed.

(* Recovery of g from f: `finish`, with ratio = A / B modulo 2^64, from six bits of B'. *)
Section Recovery.
  Variables A B inv A' B' f_0 g_0 f_1 g_1 sign low_a low_b : Z.
  Hypothesis inverse : (B * inv) mod 2 ^ 64 = 1.
  Hypothesis odd_B' : Z.odd B' = true.
  Hypothesis map_a : 2 ^ 58 * A' = sign * (f_0 * A - g_0 * B).
  Hypothesis map_b : 2 ^ 58 * B' = sign * (g_1 * B - f_1 * A).
  Hypothesis sign_unit : sign = 1 \/ sign = -1.
  Hypothesis g_0_range : 0 <= g_0 <= 2 ^ 58.
  Hypothesis g_1_range : 0 <= g_1 <= 2 ^ 58.
  Hypothesis low_a_bits : (low_a - A') mod 2 ^ 6 = 0.
  Hypothesis low_b_bits : (low_b - B') mod 2 ^ 6 = 0.

  Definition even : Z := (f_1 * (A * inv) + 2 ^ 58 * low_b * inv) mod 2 ^ 64.
  Definition exchanged : bool := negb (even / 2 ^ 59 =? 0).

  Lemma even_value : exists k, even = (g_1 + (1 - sign) * 2 ^ 58 * B' * inv + 2 ^ 64 * k) mod 2 ^ 64.
  Proof.
    apply Z.mod_divide in low_b_bits as [j Hj]; [|lia].
    pose proof (Z.div_mod (B * inv) (2 ^ 64) ltac:(lia)) as D. rewrite inverse in D.
    set (h := B * inv / 2 ^ 64) in *.
    exists (g_1 * h + j * inv). unfold even. f_equal.
    replace low_b with (B' + j * 2 ^ 6) by lia.
    destruct sign_unit as [E|E]; rewrite E in *.
    - replace (f_1 * (A * inv)) with ((g_1 * B - 2 ^ 58 * B') * inv) by (rewrite map_b; ring).
      replace ((g_1 * B - 2 ^ 58 * B') * inv) with (g_1 * (B * inv) - 2 ^ 58 * B' * inv) by ring. rewrite D. ring.
    - replace (f_1 * (A * inv)) with ((g_1 * B + 2 ^ 58 * B') * inv) by (rewrite map_b; ring).
      replace ((g_1 * B + 2 ^ 58 * B') * inv) with (g_1 * (B * inv) + 2 ^ 58 * B' * inv) by ring. rewrite D. ring.
  Qed.

  Theorem recovered_sign : exchanged = (sign =? -1).
  Proof.
    destruct even_value as [k Hk]. unfold exchanged. destruct sign_unit as [E|E]; rewrite E in *.
    - replace (g_1 + (1 - 1) * 2 ^ 58 * B' * inv + 2 ^ 64 * k) with (g_1 + k * 2 ^ 64) in Hk by ring.
      rewrite Z.mod_add, Z.mod_small in Hk by lia. rewrite Hk, Z.div_small by lia. reflexivity.
    - assert (Odd : Z.odd (B' * inv) = true).
      { rewrite Z.odd_mul, odd_B'. cbn.
        assert (Z.odd (B * inv) = true).
        { pose proof (Z.div_mod (B * inv) (2 ^ 64) ltac:(lia)) as D. rewrite inverse in D. rewrite D.
          replace (2 ^ 64 * (B * inv / 2 ^ 64) + 1) with (1 + 2 * (2 ^ 63 * (B * inv / 2 ^ 64))) by ring.
          rewrite Z.odd_add_mul_2. reflexivity. }
        rewrite Z.odd_mul in H. apply andb_prop in H. tauto. }
      apply Zodd_bool_iff, Zodd_ex in Odd as [i Hi].
      replace (g_1 + (1 - -1) * 2 ^ 58 * B' * inv + 2 ^ 64 * k)
        with (g_1 + 2 ^ 59 * (B' * inv) + 2 ^ 64 * k) in Hk by ring.
      rewrite Hi in Hk.
      replace (g_1 + 2 ^ 59 * (2 * i + 1) + 2 ^ 64 * k)
        with (g_1 + 2 ^ 59 * ((2 * i + 1) mod 32) + ((2 * i + 1) / 32 + k) * 2 ^ 64) in Hk
        by (rewrite (Z.div_mod (2 * i + 1) 32) at 3 by lia; ring).
      rewrite Z.mod_add in Hk by lia. pose proof (Z.mod_pos_bound (2 * i + 1) 32 ltac:(lia)).
      rewrite Z.mod_small in Hk by lia.
      assert ((2 * i + 1) mod 32 <> 0).
      { intros H0. apply Z.mod_divide in H0 as [j Hj]; lia. }
      assert (even / 2 ^ 59 = (2 * i + 1) mod 32) as ->.
      { rewrite Hk. replace (g_1 + 2 ^ 59 * ((2 * i + 1) mod 32)) with ((2 * i + 1) mod 32 * 2 ^ 59 + g_1) by ring.
        rewrite Z.div_add_l, Z.div_small by lia. ring. }
      destruct (Z.eqb_spec ((2 * i + 1) mod 32) 0); [contradiction|reflexivity].
  Qed.

  Theorem recovered_g_1 :
    g_1 = if exchanged then (f_1 * (A * inv) - 2 ^ 58 * low_b * inv) mod 2 ^ 64 else even.
  Proof.
    rewrite recovered_sign. apply Z.mod_divide in low_b_bits as [j Hj]; [|lia].
    pose proof (Z.div_mod (B * inv) (2 ^ 64) ltac:(lia)) as D. rewrite inverse in D.
    set (h := B * inv / 2 ^ 64) in *. replace low_b with (B' + j * 2 ^ 6) by lia.
    unfold even. replace low_b with (B' + j * 2 ^ 6) by lia.
    destruct sign_unit as [E|E]; rewrite E in *; cbn [Z.eqb Pos.eqb].
    - replace (f_1 * (A * inv) + 2 ^ 58 * (B' + j * 2 ^ 6) * inv) with (g_1 + (g_1 * h + j * inv) * 2 ^ 64);
        [rewrite Z.mod_add, Z.mod_small by lia; reflexivity|].
      replace (f_1 * (A * inv)) with ((g_1 * B - 2 ^ 58 * B') * inv) by (rewrite map_b; ring).
      replace ((g_1 * B - 2 ^ 58 * B') * inv) with (g_1 * (B * inv) - 2 ^ 58 * B' * inv) by ring. rewrite D. ring.
    - replace (f_1 * (A * inv) - 2 ^ 58 * (B' + j * 2 ^ 6) * inv) with (g_1 + (g_1 * h - j * inv) * 2 ^ 64);
        [rewrite Z.mod_add, Z.mod_small by lia; reflexivity|].
      replace (f_1 * (A * inv)) with ((g_1 * B + 2 ^ 58 * B') * inv) by (rewrite map_b; ring).
      replace ((g_1 * B + 2 ^ 58 * B') * inv) with (g_1 * (B * inv) + 2 ^ 58 * B' * inv) by ring. rewrite D. ring.
  Qed.

  Theorem recovered_g_0 :
    g_0 = (f_0 * (A * inv) + (if exchanged then 1 else -1) * (2 ^ 58 * low_a * inv)) mod 2 ^ 64.
  Proof.
    rewrite recovered_sign. apply Z.mod_divide in low_a_bits as [j Hj]; [|lia].
    pose proof (Z.div_mod (B * inv) (2 ^ 64) ltac:(lia)) as D. rewrite inverse in D.
    set (h := B * inv / 2 ^ 64) in *. replace low_a with (A' + j * 2 ^ 6) by lia.
    destruct sign_unit as [E|E]; rewrite E in *; cbn [Z.eqb Pos.eqb].
    - replace (f_0 * (A * inv) + -1 * (2 ^ 58 * (A' + j * 2 ^ 6) * inv)) with (g_0 + (g_0 * h - j * inv) * 2 ^ 64);
        [rewrite Z.mod_add, Z.mod_small by lia; reflexivity|].
      replace (f_0 * (A * inv)) with ((g_0 * B + 2 ^ 58 * A') * inv) by (rewrite map_a; ring).
      replace ((g_0 * B + 2 ^ 58 * A') * inv) with (g_0 * (B * inv) + 2 ^ 58 * A' * inv) by ring. rewrite D. ring.
    - replace (f_0 * (A * inv) + 1 * (2 ^ 58 * (A' + j * 2 ^ 6) * inv)) with (g_0 + (g_0 * h + j * inv) * 2 ^ 64);
        [rewrite Z.mod_add, Z.mod_small by lia; reflexivity|].
      replace (f_0 * (A * inv)) with ((g_0 * B - 2 ^ 58 * A') * inv) by (rewrite map_a; ring).
      replace ((g_0 * B - 2 ^ 58 * A') * inv) with (g_0 * (B * inv) - 2 ^ 58 * A' * inv) by ring. rewrite D. ring.
  Qed.
End Recovery.

Lemma big_half X W z m h : X <= W * (z + m) -> 0 < W -> z - m <= 2 * h -> X <= 2 * W * (h + m).
Proof. intros. assert (W * (z + m) <= W * (2 * (h + m))) by (apply Z.mul_le_mono_nonneg_l; lia). lia. Qed.

Lemma drop_factor N w U : 0 < N -> 0 < w -> N * w < U -> N < U.
Proof. intros. nia. Qed.

Lemma half_factor N h w : 2 * h = N -> h * (2 * w) = N * w.
Proof. intros <-. ring. Qed.

Lemma difference_half w P N M h : w * (P - N) <= M -> 0 < w -> 0 <= N -> 2 * h <= P + N -> 2 * w * (h - N) <= M.
Proof. intros. assert (w * (2 * (h - N)) <= w * (P - N)) by (apply Z.mul_le_mono_nonneg_l; lia). lia. Qed.

(* One batch, numbers of at least 64 bits. *)
Section Batch.
  Variables A0 B0 n : Z.
  Hypothesis A0_nonneg : 0 <= A0.
  Hypothesis B0_pos : 0 < B0.
  Hypothesis B0_odd : Z.odd B0 = true.
  Hypothesis n_large : 64 <= n.
  Hypothesis max_large : 2 ^ (n - 1) <= Z.max A0 B0.
  Hypothesis max_small : Z.max A0 B0 < 2 ^ n.

  Let u := 2 ^ (n - 64).
  Let U := 16 * u.
  Let s0 := St A0 B0 (A0 / u) (B0 / u).
  Let m0 := Z.min A0 B0.
  Let L0 := len A0 + len B0.

  Lemma u_pos : 0 < u.
  Proof. apply Z.pow_pos_nonneg; lia. Qed.
  Lemma U_power : U = 2 ^ (n - 60).
  Proof. unfold U, u. replace (n - 60) with (4 + (n - 64)) by ring. rewrite Z.pow_add_r by lia. reflexivity. Qed.

  Definition errors (t : Z) (s : state) : Prop :=
    0 <= x s /\ 0 <= y s /\ Z.odd (b s) = true /\
    - (t + 2) * u <= 4 * (a s - u * x s) <= (t + 4) * u /\
    - (t + 2) * u <= 4 * (b s - u * y s) <= (t + 4) * u.

  Lemma errors_initial : errors 0 s0.
  Proof.
    pose proof u_pos. unfold errors, s0; cbn [a b x y].
    pose proof (Z.div_mod A0 u ltac:(lia)). pose proof (Z.mod_pos_bound A0 u ltac:(lia)).
    pose proof (Z.div_mod B0 u ltac:(lia)). pose proof (Z.mod_pos_bound B0 u ltac:(lia)).
    assert (0 <= A0 / u) by (apply Z.div_pos; lia). assert (0 <= B0 / u) by (apply Z.div_pos; lia).
    repeat split; auto; lia.
  Qed.

  Lemma errors_next t s : 0 <= t -> errors t s -> errors (t + 1) (next s).
  Proof.
    intros Ht (Hx & Hy & OB & EA & EB). pose proof u_pos as Hu. unfold next.
    assert (T : 0 <= t * u) by nia.
    destruct (Z.odd (a s)) eqn:OA; [destruct (Z.ltb_spec (x s) (y s))|]; unfold errors; cbn [a b x y].
    - pose proof (odd_half _ _ OB OA) as Hh. destruct (half_mod (y s - x s)) as (q & r & -> & Hq & Hr).
      assert (u * y s - u * x s = 2 * (u * q) + u * r) by nia.
      repeat split; auto; try lia; destruct Hr as [-> | ->]; lia.
    - pose proof (odd_half _ _ OA OB) as Hh. destruct (half_mod (x s - y s)) as (q & r & -> & Hq & Hr).
      assert (u * x s - u * y s = 2 * (u * q) + u * r) by nia.
      repeat split; auto; try lia; destruct Hr as [-> | ->]; lia.
    - pose proof (even_half _ OA) as Hh. destruct (half_mod (x s)) as (q & r & -> & Hq & Hr).
      assert (u * x s = 2 * (u * q) + u * r) by nia.
      repeat split; auto; try lia; destruct Hr as [-> | ->]; lia.
  Qed.

  Lemma errors_at t : errors (Z.of_nat t) (steps t s0).
  Proof.
    induction t; [apply errors_initial|]. rewrite steps_S, Nat2Z.inj_succ. apply errors_next; [lia|exact IHt].
  Qed.

  (* "a comparison is incorrect only if the two numbers differ by less than 2 U" *)
  Lemma incorrect_is_close t s :
    0 <= t <= 57 -> errors t s ->
    (x s < y s -> b s - a s > - (2 * U)) /\ (y s <= x s -> a s - b s > - (2 * U)).
  Proof.
    intros Ht (Hx & Hy & OB & EA & EB). pose proof u_pos. unfold U.
    assert (t * u <= 57 * u) by nia.
    split; intros D.
    - assert (u * x s <= u * y s) by nia. lia.
    - assert (u * y s <= u * x s) by nia. lia.
  Qed.

  Lemma above_minus_U t s : 0 <= t <= 58 -> errors t s -> - U < a s /\ - U < b s.
  Proof.
    intros Ht (Hx & Hy & OB & EA & EB). pose proof u_pos. unfold U.
    assert (t * u <= 58 * u) by nia. assert (0 <= u * x s) by nia. assert (0 <= u * y s) by nia. lia.
  Qed.

  Definition big_small (t : Z) (s : state) : Prop :=
    exists m Z', 0 <= m <= m0 /\ 2 ^ (n - 1) <= 2 ^ t * (Z' + m0) /\ ((a s = m /\ b s = Z') \/ (a s = Z' /\ b s = m)).

  Inductive inv (t : Z) (s : state) : Prop :=
  | right_so_far :
      0 <= a s -> 0 < b s -> (a s = 0 \/ len (a s) + len (b s) <= L0 - t) -> (m0 < U -> big_small t s) -> inv t s
  | small : forall N P,
      U <= m0 -> 0 < N < U -> 0 < P <= 4 * U -> ((a s = - N /\ b s = P) \/ (a s = P /\ b s = - N)) -> inv t s
  | negative_first : forall N M i k,
      U <= m0 -> t = i + 1 + k -> 0 <= i -> 0 <= k -> 4 * U < M -> len M + n - 58 <= L0 - i ->
      0 < N -> N * 2 ^ k < U -> a s = - N -> b s = M -> inv t s
  | negative_second : forall N M P i j k,
      U <= m0 -> t = i + 1 + k -> 0 <= i -> 0 <= j <= k -> 4 * U < M -> len M + n - 58 <= L0 - i ->
      0 < N -> N * 2 ^ j < U -> 2 ^ (k - j) * (P - N) <= M -> 4 * U < P -> a s = P -> b s = - N -> inv t s.

  Lemma inv_initial : inv 0 s0.
  Proof.
    apply right_so_far; unfold s0; cbn [a b]; [lia|lia|right; unfold L0; lia|]. intros _. exists m0, (Z.max A0 B0).
    unfold m0. cbn [a b]. split; [lia|]. split; [change (2 ^ 0) with 1; lia|].
    destruct (Z.max_spec A0 B0) as [[? ->]|[? ->]], (Z.min_spec A0 B0) as [[? ->]|[? ->]]; lia.
  Qed.

  Lemma big_small_apart t s :
    0 <= t <= 57 -> m0 < U -> big_small t s ->
    exists m Z', 0 <= m <= m0 /\ 2 ^ (n - 1) <= 2 ^ t * (Z' + m0) /\ m + 2 * U < Z' /\
                 ((a s = m /\ b s = Z') \/ (a s = Z' /\ b s = m)).
  Proof.
    intros Ht Hm (m & z & Hm' & Hz & Hc). exists m, z. repeat split; try tauto.
    assert (E : 2 ^ (n - 1) = 2 ^ 59 * U).
    { rewrite U_power. rewrite <- Z.pow_add_r by lia. f_equal. ring. }
    rewrite E in Hz.
    assert (2 ^ t <= 2 ^ 57) by (apply Z.pow_le_mono_r; lia).
    assert (0 < 2 ^ t) by (apply Z.pow_pos_nonneg; lia).
    assert (4 * U <= z + m0); [|lia].
    change (2 ^ 59) with (4 * 2 ^ 57) in Hz. pose proof u_pos. assert (0 < U) by (unfold U; lia). nia.
  Qed.

  Lemma inv_next t s : 0 <= t <= 57 -> errors t s -> inv t s -> inv (t + 1) (next s).
  Proof.
    intros Ht Er I.
    assert (HU : 0 < U) by (pose proof u_pos; unfold U; lia).
    destruct (incorrect_is_close t s Ht Er) as [C1 C2].
    assert (Er' : errors (t + 1) (next s)) by (apply errors_next; [lia|exact Er]).
    destruct (above_minus_U (t + 1) (next s) ltac:(lia) Er') as [G1 G2].
    assert (OB : Z.odd (b s) = true) by (destruct Er; tauto).
    destruct I as [HA HB HL HS | N P Hm HN HP Hc | N M i k Hm Ei Hi Hk HM HL HN HNk Ea Eb
                  | N M P i j k Hm Ei Hi Hj HM HL HN HNj HPM HP Ea Eb].
    - (* so far right *)
      assert (Dec : correct s \/ (Z.odd (a s) = true /\ a s <> b s /\ (x s < y s <-> b s <= a s))).
      { unfold correct. destruct (Z.odd (a s)); [|left; left; reflexivity].
        destruct (Z.eq_dec (a s) (b s)); [left; right; left; assumption|].
        destruct (Z_lt_ge_dec (x s) (y s)), (Z_lt_ge_dec (a s) (b s));
          [left; right; right; lia | right; lia | right; lia | left; right; right; lia]. }
      destruct Dec as [Right | (OA & NE & Wrong)].
      + pose proof (next_exact s Right) as E. pose proof (exact_step_spec (a s) (b s) HA HB OB) as S.
        rewrite <- E in S. destruct S as (S1 & S2 & S3 & S4 & S5).
        apply right_so_far; auto.
        * destruct HL as [HL|HL]; [left; auto|]. destruct (Z.eq_dec (a s) 0); [left; auto|]. right.
          specialize (S5 ltac:(lia)). lia.
        * intros Hm. destruct (big_small_apart t s Ht Hm (HS Hm)) as (m & z & Hm' & Hz & Hap & Hc).
          assert (P2 : 2 ^ (t + 1) = 2 * 2 ^ t) by (rewrite Z.pow_add_r by lia; ring).
          assert (0 < 2 ^ t) by (apply Z.pow_pos_nonneg; lia).
          unfold exact_step in E. unfold big_small. rewrite P2.
          destruct (Z.odd (a s)) eqn:OA.
          -- destruct Hc as [[Ha Hb]|[Ha Hb]].
             ++ destruct (Z.ltb_spec (a s) (b s)); [|lia]. injection E as E1 E2.
                pose proof (odd_half _ _ OB OA) as Hh.
                exists m, ((z - m) / 2). rewrite Ha, Hb in Hh. repeat split; try lia.
                ** apply (big_half _ _ z); lia.
                ** right. split; [rewrite E1, Ha, Hb; reflexivity | rewrite E2; exact Ha].
             ++ destruct (Z.ltb_spec (a s) (b s)); [lia|]. injection E as E1 E2.
                pose proof (odd_half _ _ OA OB) as Hh.
                exists m, ((z - m) / 2). rewrite Ha, Hb in Hh. repeat split; try lia.
                ** apply (big_half _ _ z); lia.
                ** right. split; [rewrite E1, Ha, Hb; reflexivity | rewrite E2; exact Hb].
          -- injection E as E1 E2. pose proof (even_half _ OA) as Hh.
             destruct Hc as [[Ha Hb]|[Ha Hb]]; rewrite Ha in Hh.
             ++ exists (m / 2), z. repeat split; try lia. left. split; [rewrite E1, Ha|rewrite E2]; auto.
             ++ exists m, (z / 2). repeat split; try lia. right. split; [rewrite E1, Ha|rewrite E2]; auto.
      + (* the first incorrect comparison *)
        assert (Hm : U <= m0).
        { destruct (Z_lt_ge_dec m0 U) as [Hm|]; [|lia]. exfalso.
          destruct (big_small_apart t s Ht Hm (HS Hm)) as (m & z & Hm' & Hz & Hap & Hc). lia. }
        set (M := Z.max (a s) (b s)). set (m := Z.min (a s) (b s)).
        assert (Gap : M - m < 2 * U) by (unfold M, m; lia).
        assert (Pm : 0 < m).
        { unfold m. assert (a s <> 0) by (intros Z0; rewrite Z0 in OA; discriminate). lia. }
        pose proof (odd_half _ _ OA OB) as H1. pose proof (odd_half _ _ OB OA) as H2.
        assert (S : exists N, 2 * N = M - m /\ a (next s) = - N /\ b (next s) = M).
        { unfold next. rewrite OA. destruct (Z.ltb_spec (x s) (y s)); cbn [a b].
          - exists (- ((b s - a s) / 2)). unfold M, m. lia.
          - exists (- ((a s - b s) / 2)). unfold M, m. lia. }
        destruct S as (N & SN & Sa & Sb).
        assert (NE' : M <> m) by (unfold M, m; lia). assert (m <= M) by (unfold M, m; lia).
        destruct (Z_le_gt_dec M (4 * U)) as [HM|HM].
        * apply (small _ _ N M); try lia.
        * apply (negative_first _ _ N M t 0); try lia.
          assert (n - 58 <= len m).
          { assert (E2U : 2 * U = 2 ^ (n - 59)).
            { rewrite U_power. replace (n - 59) with (1 + (n - 60)) by ring. rewrite Z.pow_add_r by lia. reflexivity. }
            pose proof (len_ge m (n - 59) ltac:(lia) ltac:(lia)). lia. }
          assert (len (a s) + len (b s) = len M + len m).
          { unfold M, m. destruct (Z.max_spec (a s) (b s)) as [[? ->]|[? ->]],
              (Z.min_spec (a s) (b s)) as [[? ->]|[? ->]]; lia. }
          destruct HL as [HL|HL]; [rewrite HL in OA; discriminate|]. lia.
    - (* both small *)
      unfold next in *. destruct (Z.odd (a s)) eqn:OA.
      + pose proof (odd_half _ _ OA OB) as H1. pose proof (odd_half _ _ OB OA) as H2.
        destruct (x s <? y s); cbn [a b] in *; destruct Hc as [[Ha Hb]|[Ha Hb]].
        * apply (small _ _ N ((b s - a s) / 2)); cbn [a b]; try lia.
        * apply (small _ _ (- ((b s - a s) / 2)) (a s)); cbn [a b]; try lia.
        * apply (small _ _ (- ((a s - b s) / 2)) P); cbn [a b]; try lia.
        * apply (small _ _ N ((a s - b s) / 2)); cbn [a b]; try lia.
      + pose proof (even_half _ OA) as H1. cbn [a b] in *. destruct Hc as [[Ha Hb]|[Ha Hb]].
        * apply (small _ _ (- (a s / 2)) P); cbn [a b]; try lia.
        * apply (small _ _ N (a s / 2)); cbn [a b]; try lia.
    - (* the first number is negative, the second one unchanged *)
      assert (0 < 2 ^ k) by (apply Z.pow_pos_nonneg; lia).
      assert (P2 : 2 ^ (k + 1) = 2 * 2 ^ k) by (rewrite Z.pow_add_r by lia; ring).
      unfold next in *. destruct (Z.odd (a s)) eqn:OA.
      + pose proof (odd_half _ _ OB OA) as H2.
        destruct (Z.ltb_spec (x s) (y s)); [|lia]. cbn [a b] in *.
        destruct (Z_le_gt_dec ((b s - a s) / 2) (4 * U)).
        * pose proof (drop_factor N (2 ^ k) U HN H HNk). apply (small _ _ N ((b s - a s) / 2)); cbn [a b]; lia.
        * apply (negative_second _ _ N M ((b s - a s) / 2) i k (k + 1)); cbn [a b]; try lia.
          replace (k + 1 - k) with 1 by ring. lia.
      + pose proof (even_half _ OA) as H1. cbn [a b] in *.
        apply (negative_first _ _ (- (a s / 2)) M i (k + 1)); cbn [a b]; try lia.
    - (* the second number is negative *)
      assert (0 < 2 ^ j) by (apply Z.pow_pos_nonneg; lia).
      assert (0 < 2 ^ (k - j)) by (apply Z.pow_pos_nonneg; lia).
      assert (P2 : 2 ^ (k + 1 - j) = 2 * 2 ^ (k - j)).
      { replace (k + 1 - j) with (1 + (k - j)) by ring. rewrite Z.pow_add_r by lia. reflexivity. }
      assert (NU : N < U) by (apply (drop_factor N (2 ^ j)); assumption).
      unfold next in *. destruct (Z.odd (a s)) eqn:OA.
      + pose proof (odd_half _ _ OA OB) as H2.
        destruct (Z.ltb_spec (x s) (y s)); [lia|]. cbn [a b] in *.
        destruct (Z_le_gt_dec ((a s - b s) / 2) (4 * U)).
        * apply (small _ _ N ((a s - b s) / 2)); cbn [a b]; try lia.
        * apply (negative_second _ _ N M ((a s - b s) / 2) i j (k + 1)); cbn [a b]; try lia.
          all: rewrite P2; apply (difference_half _ P); lia.
      + pose proof (even_half _ OA) as H1. cbn [a b] in *.
        destruct (Z_le_gt_dec (a s / 2) (4 * U)).
        * apply (small _ _ N (a s / 2)); cbn [a b]; try lia.
        * apply (negative_second _ _ N M (a s / 2) i j (k + 1)); cbn [a b]; try lia.
          all: rewrite P2; apply (difference_half _ P); lia.
  Qed.

  Lemma inv_at t : (t <= 58)%nat -> inv (Z.of_nat t) (steps t s0).
  Proof.
    induction t; intros Ht; [apply inv_initial|]. rewrite steps_S, Nat2Z.inj_succ.
    apply inv_next; [lia|apply errors_at|apply IHt; lia].
  Qed.

  Lemma L0_large : U <= m0 -> 2 * n - 59 <= L0.
  Proof.
    intros H. unfold L0.
    assert (n <= len (Z.max A0 B0)) by (pose proof (len_ge (Z.max A0 B0) (n - 1) max_large ltac:(lia)); lia).
    assert (n - 59 <= len m0).
    { rewrite U_power in H. pose proof (len_ge m0 (n - 60) H ltac:(lia)). lia. }
    unfold m0 in *. destruct (Z.max_spec A0 B0) as [[? E]|[? E]], (Z.min_spec A0 B0) as [[? F]|[? F]];
      rewrite E, F in *; lia.
  Qed.

  Lemma batch_shortens_long :
    let s := steps 58 s0 in a s = 0 \/ len (Z.abs (a s)) + len (Z.abs (b s)) <= L0 - 58.
  Proof.
    cbn zeta. pose proof (inv_at 58 (le_n _)) as I. change (Z.of_nat 58) with 58 in I.
    set (s := steps 58 s0) in *. pose proof U_power as HU. pose proof u_pos.
    destruct I as [HA HB HL HS | N P Hm HN HP Hc | N M i k Hm Ei Hi Hk HM HL HN HNk Ea Eb
                  | N M P i j k Hm Ei Hi Hj HM HL HN HNj HPM HP Ea Eb].
    - rewrite 2 Z.abs_eq by lia. exact HL.
    - right. pose proof (L0_large Hm).
      assert (len N <= n - 60) by (apply len_le; lia).
      assert (4 * U = 2 ^ (n - 58)).
      { rewrite HU. replace (n - 58) with (2 + (n - 60)) by ring. rewrite Z.pow_add_r by lia. reflexivity. }
      assert (2 ^ (n - 57) = 2 * 2 ^ (n - 58)).
      { replace (n - 57) with (1 + (n - 58)) by ring. rewrite Z.pow_add_r by lia. reflexivity. }
      assert (0 < 2 ^ (n - 58)) by (apply Z.pow_pos_nonneg; lia).
      assert (len P <= n - 57) by (apply len_le; lia).
      destruct Hc as [[-> ->]|[-> ->]]; rewrite Z.abs_opp, (Z.abs_eq N), (Z.abs_eq P) by lia; lia.
    - right. rewrite Ea, Eb, Z.abs_opp, (Z.abs_eq N), (Z.abs_eq M) by (pose proof u_pos; unfold U in *; lia).
      assert (len N <= n - 60 - k); [|lia].
      assert (Pk : 0 < 2 ^ k) by (apply Z.pow_pos_nonneg; lia).
      assert (Small : 2 ^ k < 2 ^ (n - 60)) by (rewrite <- HU; clear - Pk HN HNk; nia).
      apply Z.pow_lt_mono_r_iff in Small; [|lia|lia].
      apply len_le; [split; [lia|]|lia].
      replace (n - 60) with (k + (n - 60 - k)) in HU by ring. rewrite Z.pow_add_r in HU by lia.
      clear - Pk HN HNk HU. nia.
    - right. rewrite Ea, Eb, Z.abs_opp, (Z.abs_eq N), (Z.abs_eq P) by (pose proof u_pos; unfold U in *; lia).
      assert (Pj : 0 < 2 ^ j) by (apply Z.pow_pos_nonneg; lia).
      assert (len N <= n - 60 - j).
      { assert (Small : 2 ^ j < 2 ^ (n - 60)) by (rewrite <- HU; clear - Pj HN HNj; nia).
        apply Z.pow_lt_mono_r_iff in Small; [|lia|lia].
        apply len_le; [split; [lia|]|lia].
        replace (n - 60) with (j + (n - 60 - j)) in HU by ring. rewrite Z.pow_add_r in HU by lia.
        clear - Pj HN HNj HU. nia. }
      assert (len P <= len M + 1 - (k - j)); [|lia].
      pose proof (len_bounds M ltac:(unfold U in *; lia)) as [_ BM].
      assert (Pw : 0 < 2 ^ (k - j)) by (apply Z.pow_pos_nonneg; lia).
      assert (NU : N < U) by (apply (drop_factor N (2 ^ j)); assumption).
      pose proof (len_nonneg M) as LM.
      assert (B2 : 2 ^ (k - j) * P < 2 ^ (len M + 1)).
      { rewrite Z.pow_add_r by lia. change (2 ^ 1) with 2.
        assert (2 ^ (k - j) * P <= 2 ^ (k - j) * (2 * (P - N))) by (apply Z.mul_le_mono_nonneg_l; lia). lia. }
      assert (Small : 2 ^ (k - j) < 2 ^ (len M + 1)).
      { assert (2 ^ (k - j) * 1 <= 2 ^ (k - j) * P) by (apply Z.mul_le_mono_nonneg_l; unfold U in *; lia). lia. }
      apply Z.pow_lt_mono_r_iff in Small; [|lia|lia].
      apply len_le; [split; [unfold U in *; lia|]|lia].
      replace (len M + 1) with ((k - j) + (len M + 1 - (k - j))) in B2 by ring.
      rewrite Z.pow_add_r in B2 by lia. apply Z.mul_lt_mono_pos_l in B2; assumption.
  Qed.
End Batch.

(* Short numbers: high words are exact multiples, so every comparison is correct. *)
Section Short.
  Variables A0 B0 c : Z.
  Hypothesis A0_nonneg : 0 <= A0.
  Hypothesis B0_pos : 0 < B0.
  Hypothesis B0_odd : Z.odd B0 = true.
  Hypothesis c_pos : 0 < c.
  Let s0 := St A0 B0 (A0 * c) (B0 * c).

  Lemma short_inv t :
    let s := steps t s0 in
    x s = a s * c /\ y s = b s * c /\ 0 <= a s /\ 0 < b s /\ Z.odd (b s) = true /\
    (a s = 0 \/ len (a s) + len (b s) <= len A0 + len B0 - Z.of_nat t).
  Proof.
    cbn zeta. induction t; [cbn; repeat split; auto; right; lia|].
    rewrite steps_S, Nat2Z.inj_succ. set (s := steps t s0) in *.
    destruct IHt as (Ex & Ey & HA & HB & OB & HL).
    assert (Right : correct s) by (right; right; rewrite Ex, Ey; nia).
    pose proof (next_exact s Right) as E. pose proof (exact_step_spec (a s) (b s) HA HB OB) as S.
    rewrite <- E in S. destruct S as (S1 & S2 & S3 & S4 & S5).
    assert (Half : forall z, 2 * (z / 2) = z -> z * c / 2 = z / 2 * c).
    { intros z Hz. rewrite <- Hz at 1. replace (2 * (z / 2) * c) with (z / 2 * c * 2) by ring. apply Z.div_mul. lia. }
    repeat split; auto.
    - unfold next. destruct (Z.odd (a s)) eqn:OA; [destruct (x s <? y s)|]; cbn [a x]; rewrite Ex, ?Ey.
      + rewrite <- Z.mul_sub_distr_r. apply Half, odd_half; auto.
      + rewrite <- Z.mul_sub_distr_r. apply Half, odd_half; auto.
      + apply Half, even_half; auto.
    - unfold next. destruct (Z.odd (a s)) eqn:OA; [destruct (x s <? y s)|]; cbn [b y]; auto.
    - destruct HL as [HL|HL]; [left; auto|]. destruct (Z.eq_dec (a s) 0); [left; auto|]. right.
      specialize (S5 ltac:(lia)). lia.
  Qed.
End Short.

(* `ends`: the highest 64 bits, counted from the length of the longer number. *)
Definition high (n z : Z) : Z := if n <? 64 then z * 2 ^ (64 - n) else z / 2 ^ (n - 64).
Definition start (A B : Z) : state := let n := len (Z.max A B) in St A B (high n A) (high n B).
Definition batch (p : Z * Z) : Z * Z :=
  let s := steps 58 (start (fst p) (snd p)) in (Z.abs (a s), Z.abs (b s)).

(* "a batch makes L smaller by at least 58, or A' = 0" *)
Theorem batch_shortens A B :
  0 <= A -> 0 < B -> Z.odd B = true ->
  fst (batch (A, B)) = 0 \/ len (fst (batch (A, B))) + len (snd (batch (A, B))) <= len A + len B - 58.
Proof.
  intros HA HB OB. unfold batch, start; cbn [fst snd].
  pose proof (len_bounds (Z.max A B) ltac:(lia)) as [M1 M2].
  unfold high. destruct (Z.ltb_spec (len (Z.max A B)) 64) as [Sh|Lo].
  - assert (C : 0 < 2 ^ (64 - len (Z.max A B))) by (apply Z.pow_pos_nonneg; lia).
    destruct (short_inv A B _ HA HB OB C 58) as (_ & _ & PA & PB & _ & HL).
    rewrite 2 Z.abs_eq by lia. exact HL.
  - destruct (batch_shortens_long A B (len (Z.max A B)) HA HB OB Lo M1 M2) as [E|E]; [left|right; exact E].
    rewrite E. reflexivity.
Qed.

Lemma abs_odd z : Z.odd (Z.abs z) = Z.odd z.
Proof. destruct z; reflexivity. Qed.

Lemma batch_valid A B :
  0 <= A -> 0 < B -> Z.odd B = true ->
  0 <= fst (batch (A, B)) /\ 0 < snd (batch (A, B)) /\ Z.odd (snd (batch (A, B))) = true.
Proof.
  intros HA HB OB. unfold batch; cbn [fst snd].
  pose proof (b_odd 58 (start A B) OB) as O. rewrite abs_odd. repeat split; auto; try lia.
  set (z := b (steps 58 (start A B))) in *. assert (z <> 0) by (intros E; rewrite E in O; discriminate). lia.
Qed.

(* The greatest common divisor is unchanged. *)
Lemma gcd_half z B : Z.odd B = true -> Z.gcd (2 * z) B = Z.gcd z B.
Proof.
  intros O. apply Zodd_bool_iff, Zodd_ex in O as [i Hi].
  assert (R : rel_prime 2 B) by (apply bezout_rel_prime; exists (- i) 1; lia).
  apply Z.gcd_unique.
  - apply Z.gcd_nonneg.
  - apply Z.divide_mul_r, Z.gcd_divide_l.
  - apply Z.gcd_divide_r.
  - intros d D1 D2. apply Z.gcd_greatest; [|exact D2].
    apply Gauss with 2; [exact D1|]. apply rel_prime_div with B; [apply rel_prime_sym; exact R|exact D2].
Qed.

Lemma gcd_next s : Z.odd (b s) = true -> Z.gcd (a (next s)) (b (next s)) = Z.gcd (a s) (b s).
Proof.
  intros OB. unfold next. destruct (Z.odd (a s)) eqn:OA.
  - pose proof (odd_half _ _ OA OB) as H1. pose proof (odd_half _ _ OB OA) as H2.
    destruct (x s <? y s); cbn [a b].
    + rewrite <- gcd_half, H2, Z.gcd_comm, Z.gcd_sub_diag_r by exact OA. reflexivity.
    + rewrite <- gcd_half, H1, Z.gcd_comm by exact OB.
      replace (a s - b s) with (- (b s - a s)) by ring. rewrite Z.gcd_opp_r, Z.gcd_comm.
      rewrite <- (Z.gcd_opp_l (b s - a s)). replace (- (b s - a s)) with (a s - b s) by ring.
      rewrite Z.gcd_comm, Z.gcd_sub_diag_r. apply Z.gcd_comm.
  - cbn [a b]. rewrite <- gcd_half, (even_half _ OA) by exact OB. reflexivity.
Qed.

Lemma gcd_batch A B : Z.odd B = true -> Z.gcd (fst (batch (A, B))) (snd (batch (A, B))) = Z.gcd A B.
Proof.
  intros OB. unfold batch; cbn [fst snd]. rewrite Z.gcd_abs_l, Z.gcd_abs_r.
  generalize 58%nat. induction n; [reflexivity|].
  rewrite steps_S, gcd_next; [exact IHn|]. apply b_odd. exact OB.
Qed.

Definition batches (p : Z) : Z := (2 * len p - 1 + 57) / 58.

(* For every odd p and every x < p, of any length: the number of batches in the code suffices. *)
Theorem enough_batches p v :
  1 < p -> Z.odd p = true -> 0 <= v < p ->
  Nat.iter (Z.to_nat (batches p)) batch (v, p) = (0, Z.gcd v p).
Proof.
  intros Hp Op Hv.
  assert (G : forall k, let (A, B) := Nat.iter k batch (v, p) in
    0 <= A /\ 0 < B /\ Z.odd B = true /\ Z.gcd A B = Z.gcd v p /\
    (A = 0 \/ len A + len B <= 2 * len p - 58 * Z.of_nat k)).
  { induction k.
    - cbn [Nat.iter nat_rect]. pose proof (len_mono v p). repeat split; auto; lia.
    - change (Nat.iter (S k) batch (v, p)) with (batch (Nat.iter k batch (v, p))).
      destruct (Nat.iter k batch (v, p)) as [A B]. destruct IHk as (HA & HB & OB & HG & HL).
      pose proof (batch_valid A B HA HB OB) as (V1 & V2 & V3).
      pose proof (batch_shortens A B HA HB OB) as S. pose proof (gcd_batch A B OB) as GB.
      assert (Z0 : A = 0 -> fst (batch (A, B)) = 0).
      { intros ->. unfold batch; cbn [fst snd].
        destruct (linear_map 58 (start 0 B) OB) as (E & _). cbn [a b start] in E.
        assert (forall k, a (steps k (start 0 B)) = 0) as ->; [|reflexivity].
        { clear. induction k; [reflexivity|]. rewrite steps_S. unfold next. rewrite IHk. reflexivity. } }
      destruct (batch (A, B)) as [A' B']. cbn [fst snd] in *.
      repeat split; auto; [congruence|].
      destruct HL as [HL|HL]; [left; auto|]. destruct S as [S|S]; [left; auto|right; lia]. }
  specialize (G (Z.to_nat (batches p))). destruct (Nat.iter _ batch (v, p)) as [A B].
  destruct G as (HA & HB & OB & HG & HL).
  pose proof (len_at_least_1 p ltac:(lia)).
  assert (Hb : 2 * len p - 1 <= 58 * batches p).
  { unfold batches. pose proof (Z.div_mod (2 * len p - 1 + 57) 58 ltac:(lia)).
    pose proof (Z.mod_pos_bound (2 * len p - 1 + 57) 58 ltac:(lia)). lia. }
  assert (0 <= batches p) by (apply Z.div_pos; lia).
  rewrite Z2Nat.id in HL by lia.
  assert (A = 0).
  { destruct HL as [HL|HL]; [exact HL|]. destruct (Z.eq_dec A 0) as [|NZ]; [assumption|].
    pose proof (len_at_least_1 A ltac:(lia)). pose proof (len_at_least_1 B HB). lia. }
  subst A. rewrite Z.gcd_0_l, Z.abs_eq in HG by lia. congruence.
Qed.

(* "9 for 256 bits, 14 for 381" *)
Theorem batches_256 p : len p = 256 -> batches p = 9.
Proof. intros H. unfold batches. rewrite H. reflexivity. Qed.
Theorem batches_381 p : len p = 381 -> batches p = 14.
Proof. intros H. unfold batches. rewrite H. reflexivity. Qed.
