(* Random combinations: how many vectors of weights accept a batch with a wrong entry.

   Files of the engine: crates/msm/src/batch_weights.rs (the lemma), and the batches that cite it:
   crates/secp256k1/src/schnorr/batch/mod.rs, crates/ipa/src/multiproof/batch.rs, crates/kzg/src/cell_batch.rs,
   crates/bls/src/sets/mod.rs. Claim of the first: "Let S and the D_i be fixed, some D_j != 0 with j in S, and a_j
   uniform below 2^128 and independent of the other weights. Then the sum is zero with a probability of at most
   2^-128", for a group of prime order q > 2^128; and at most k 2^-128 for k sums.

   Weights are counted: of all (2^128)^n vectors at most k (2^128)^(n-1) are bad. That the weights of the code are
   uniform is the assumption on SHA-256, which is not stated here. *)

From Coq Require Import ZArith List Lia Znumtheory Bool FinFun.
Import ListNotations.
Open Scope Z_scope.

(* A group of prime order q, written additively, with multiples by integers. GT is one too. *)
Record group := Group {
  carrier :> Type;
  zero : carrier;
  add : carrier -> carrier -> carrier;
  mul : Z -> carrier -> carrier;
  eqb : carrier -> carrier -> bool;
  order : Z;
  eqb_spec : forall x y, eqb x y = true <-> x = y;
  add_comm : forall x y, add x y = add y x;
  add_assoc : forall x y z, add x (add y z) = add (add x y) z;
  add_zero : forall x, add zero x = x;
  mul_1 : forall x, mul 1 x = x;
  mul_add_l : forall a b x, mul (a + b) x = add (mul a x) (mul b x);
  mul_mul : forall a b x, mul (a * b) x = mul a (mul b x);
  mul_add_r : forall a x y, mul a (add x y) = add (mul a x) (mul a y);
  mul_0 : forall x, mul 0 x = zero;
  order_prime : prime order;
  order_kills : forall x, mul order x = zero
}.

Arguments zero {_}. Arguments add {_}. Arguments mul {_}. Arguments eqb {_}.

Section Lemmas.
  Context {G : group}.
  Implicit Types x y z : G.

  Lemma mul_zero a : mul a (@zero G) = zero.
  Proof. rewrite <- (mul_0 G zero), <- mul_mul, Z.mul_0_r. reflexivity. Qed.

  Lemma add_opp x : add x (mul (-1) x) = zero.
  Proof. rewrite <- (mul_1 G x) at 1. rewrite <- mul_add_l. apply mul_0. Qed.

  Lemma add_zero_r x : add x zero = x.
  Proof. rewrite add_comm. apply add_zero. Qed.

  Lemma cancel x y z : add x y = add x z -> y = z.
  Proof.
    intros H. apply (f_equal (add (mul (-1) x))) in H. rewrite !add_assoc in H.
    rewrite (add_comm G (mul (-1) x) x), add_opp, !add_zero in H. exact H.
  Qed.

  (* "D_j generates the group, so this holds for one residue of a_j modulo q" *)
  Lemma no_small_annihilator d x : 0 < d < order G -> mul d x = zero -> x = zero.
  Proof.
    intros Hd H.
    assert (R : rel_prime d (order G)).
    { apply rel_prime_sym, prime_rel_prime; [apply order_prime|]. intros D. apply Z.divide_pos_le in D; lia. }
    apply rel_prime_bezout in R as [u v E].
    rewrite <- (mul_1 G x), <- E, mul_add_l, !mul_mul, H, order_kills, !mul_zero. apply add_zero.
  Qed.

  Lemma one_multiple a b x : x <> zero -> 0 <= a < order G -> 0 <= b < order G -> mul a x = mul b x -> a = b.
  Proof.
    intros Hx Ha Hb E.
    assert (F : forall c d, 0 <= c < order G -> 0 <= d < order G -> c < d -> mul c x = mul d x -> False).
    { intros c d Hc Hd L E'. apply Hx, (no_small_annihilator (d - c)); [lia|].
      replace d with (c + (d - c)) in E' by ring. rewrite mul_add_l in E'.
      rewrite <- (add_zero_r (mul c x)) in E' at 1. apply cancel in E'. symmetry. exact E'. }
    destruct (Z.lt_trichotomy a b) as [L|[L|L]]; [exfalso; eauto|exact L|exfalso; eauto].
  Qed.
End Lemmas.

(* The weights 0, ..., B - 1 and all vectors of n of them. *)
Definition weights (B : nat) : list Z := map Z.of_nat (seq 0 B).

Fixpoint vectors (B n : nat) : list (list Z) :=
  match n with
  | O => [[]]
  | S m => flat_map (fun w => map (cons w) (vectors B m)) (weights B)
  end.

Lemma length_flat_map {X Y} (f : X -> list Y) l k : (forall x, In x l -> length (f x) = k) ->
  length (flat_map f l) = (length l * k)%nat.
Proof. induction l; cbn; intros H; [reflexivity|]. rewrite app_length, H, IHl by auto. reflexivity. Qed.

Lemma weights_length B : length (weights B) = B.
Proof. unfold weights. now rewrite map_length, seq_length. Qed.

Theorem vectors_length B n : length (vectors B n) = (B ^ n)%nat.
Proof.
  induction n; [reflexivity|]. cbn [vectors]. rewrite (length_flat_map _ _ (B ^ n)), weights_length; [reflexivity|].
  intros. now rewrite map_length.
Qed.

Lemma filter_flat_map {X Y} (p : Y -> bool) (f : X -> list Y) l :
  filter p (flat_map f l) = flat_map (fun x => filter p (f x)) l.
Proof. induction l; cbn; [reflexivity|]. now rewrite filter_app, IHl. Qed.

Lemma filter_map_length {X Y} (p : Y -> bool) (f : X -> Y) l :
  length (filter p (map f l)) = length (filter (fun x => p (f x)) l).
Proof. induction l; cbn; [reflexivity|]. destruct (p (f a)); cbn; now rewrite IHl. Qed.

Lemma flat_map_bound {X Y} (f : X -> list Y) l k :
  (forall x, In x l -> (length (f x) <= k)%nat) -> (length (flat_map f l) <= length l * k)%nat.
Proof.
  induction l; cbn; intros H; [lia|]. rewrite app_length.
  pose proof (H a (or_introl eq_refl)). specialize (IHl (fun x Hx => H x (or_intror Hx))). lia.
Qed.

Lemma filter_length_le {X} (p : X -> bool) l : (length (filter p l) <= length l)%nat.
Proof. induction l; cbn; [lia|]. destruct (p a); cbn; lia. Qed.

Section Counting.
  Context {G : group}.

  (* sum of a_i D_i *)
  Fixpoint combine (ws : list Z) (ds : list G) : G :=
    match ws, ds with w :: ws, d :: ds => add (mul w d) (combine ws ds) | _, _ => zero end.

  Lemma combine_all_zero ds : Forall (fun d => d = zero) ds -> forall ws, combine ws ds = zero.
  Proof.
    induction 1 as [|d ds E _ IH]; intros [|w ws]; cbn; try reflexivity.
    rewrite E, IH, mul_zero. apply add_zero.
  Qed.

  Lemma zero_or_not (ds : list G) : Forall (fun d => d = zero) ds \/ Exists (fun d => d <> zero) ds.
  Proof.
    induction ds as [|d ds [IH|IH]]; [left; constructor| |right; now constructor 2].
    destruct (eqb d zero) eqn:E.
    - left. constructor; [now apply eqb_spec|exact IH].
    - right. constructor 1. intros H. apply eqb_spec in H. congruence.
  Qed.

  Lemma at_most_one_weight B (d c : G) :
    d <> zero -> Z.of_nat B <= order G -> (length (filter (fun w => eqb (mul w d) c) (weights B)) <= 1)%nat.
  Proof.
    intros Hd HB.
    assert (N : NoDup (filter (fun w => eqb (mul w d) c) (weights B))).
    { apply NoDup_filter. unfold weights. apply Injective_map_NoDup; [|apply seq_NoDup].
      intros i j. apply Nat2Z.inj. }
    assert (P : forall v w, In v (filter (fun w => eqb (mul w d) c) (weights B)) ->
                       In w (filter (fun w => eqb (mul w d) c) (weights B)) -> v = w).
    { intros v w Hv Hw. apply filter_In in Hv as [Iv Ev], Hw as [Iw Ew].
      apply eqb_spec in Ev, Ew. unfold weights in Iv, Iw.
      apply in_map_iff in Iv as (i & <- & Ii), Iw as (j & <- & Ij). apply in_seq in Ii, Ij.
      apply (one_multiple _ _ d Hd); try lia. congruence. }
    destruct (filter _ (weights B)) as [|v [|w l]]; cbn; try lia.
    exfalso. inversion N as [|? ? Nin _]; subst. apply Nin. left. symmetry. apply P; cbn; auto.
  Qed.

  Lemma bad_vectors_of_target B : Z.of_nat B <= order G -> forall (ds : list G) c,
    Exists (fun d => d <> zero) ds ->
    (length (filter (fun ws => eqb (combine ws ds) c) (vectors B (length ds))) <= B ^ (length ds - 1))%nat.
  Proof.
    intros HB. induction ds as [|d ds IH]; intros c E; [inversion E|].
    cbn [length vectors]. rewrite Nat.sub_succ, Nat.sub_0_r, filter_flat_map.
    destruct (zero_or_not ds) as [Z0|NZ].
    - (* only the first is not zero *)
      assert (Hd : d <> zero).
      { inversion E as [? ? H|? ? H]; subst; [exact H|]. exfalso.
        clear - Z0 H. induction H; inversion Z0; auto. }
      pose proof (at_most_one_weight B d c Hd HB) as One. revert One.
      generalize (weights B). intros l. 
      assert (K : (length (flat_map (fun w => filter (fun ws => eqb (combine ws (d :: ds)) c)
                     (map (cons w) (vectors B (length ds)))) l) <=
                   length (filter (fun w => eqb (mul w d) c) l) * B ^ length ds)%nat).
      { induction l as [|w l IHl]; [cbn; lia|]. cbn [flat_map filter]. rewrite app_length, filter_map_length.
        cbn [combine].
        assert (X : forall v, In v (vectors B (length ds)) -> eqb (add (mul w d) (combine v ds)) c = eqb (mul w d) c).
        { intros v _. rewrite combine_all_zero, add_zero_r by exact Z0. reflexivity. }
        rewrite (filter_ext_in _ _ _ X).
        destruct (eqb (mul w d) c).
        - pose proof (filter_length_le (fun _ : list Z => true) (vectors B (length ds))) as F.
          rewrite vectors_length in F. cbn [length]. lia.
        - assert (filter (fun _ : list Z => false) (vectors B (length ds)) = []) as ->.
          { generalize (vectors B (length ds)). intros m. induction m; auto. }
          cbn [length]. lia. }
      intros One. nia.
    - apply Nat.le_trans with (length (weights B) * B ^ (length ds - 1))%nat.
      + apply flat_map_bound. intros w _. rewrite filter_map_length. cbn [combine].
        assert (X : forall v, eqb (add (mul w d) (combine v ds)) c = eqb (combine v ds) (add (mul (- w) d) c)).
        { intros v. apply eq_true_iff_eq. rewrite !eqb_spec. split; intros H.
          - rewrite <- H, add_assoc, <- mul_add_l. replace (- w + w) with 0 by ring. now rewrite mul_0, add_zero.
          - rewrite H, add_assoc, <- mul_add_l. replace (w + - w) with 0 by ring. now rewrite mul_0, add_zero. }
        rewrite (filter_ext _ _ X). apply IH. exact NZ.
      + rewrite weights_length. destruct ds as [|d' ds]; [inversion NZ|]. cbn [length].
        rewrite Nat.sub_succ, Nat.sub_0_r. cbn. lia.
  Qed.

  (* The lemma: at most B^(n-1) of the B^n vectors of weights accept. *)
  Theorem bad_vectors B (ds : list G) :
    Z.of_nat B <= order G -> Exists (fun d => d <> zero) ds ->
    (length (filter (fun ws => eqb (combine ws ds) zero) (vectors B (length ds))) <= B ^ (length ds - 1))%nat.
  Proof. intros. now apply bad_vectors_of_target. Qed.

  (* A valid batch is always accepted. *)
  Theorem valid_is_accepted ws (ds : list G) : Forall (fun d => d = zero) ds -> combine ws ds = zero.
  Proof. intros. now apply combine_all_zero. Qed.

  (* A set S of entries that does not depend on the weights: the terms of other entries are zero. *)
  Fixpoint masked (set : list bool) (ds : list G) : list G :=
    match set, ds with i :: set, d :: ds => (if i then d else zero) :: masked set ds | _, _ => [] end.

  Lemma masked_length set (ds : list G) : length set = length ds -> length (masked set ds) = length ds.
  Proof.
    revert ds. induction set; intros [|d ds]; cbn; intros H; try lia. rewrite IHset by lia. reflexivity.
  Qed.

  (* The weights for which a sum over one of the sets is zero although the set has a wrong entry. *)
  Definition wrong_verdict (sets : list (list bool)) (ds : list G) (ws : list Z) : bool :=
    existsb (fun set => eqb (combine ws (masked set ds)) zero && existsb (fun d => negb (eqb d zero)) (masked set ds))
            sets.

  (* "the lemma bounds the probability of an incorrect verdict by k 2^-128" *)
  Theorem bad_vectors_of_sets B sets (ds : list G) :
    Z.of_nat B <= order G -> Forall (fun set => length set = length ds) sets ->
    (length (filter (wrong_verdict sets ds) (vectors B (length ds))) <= length sets * B ^ (length ds - 1))%nat.
  Proof.
    intros HB. unfold wrong_verdict. induction 1 as [|set sets L _ IH]; cbn [existsb length].
    - assert (filter (fun _ : list Z => false) (vectors B (length ds)) = []) as ->; [|cbn; lia].
      generalize (vectors B (length ds)). intros m. induction m; auto.
    - set (p := fun ws => eqb (combine ws (masked set ds)) zero && existsb (fun d => negb (eqb d zero)) (masked set
        ds)).
      set (q := fun ws => existsb (fun set => eqb (combine ws (masked set ds)) zero &&
                                       existsb (fun d => negb (eqb d zero)) (masked set ds)) sets) in *.
      assert (U : forall l, (length (filter (fun ws => p ws || q ws) l) <= length (filter p l) + length (filter q
          l))%nat).
      { induction l as [|v l IHl]; cbn; [lia|]. destruct (p v), (q v); cbn; lia. }
      specialize (U (vectors B (length ds))).
      assert (P : (length (filter p (vectors B (length ds))) <= B ^ (length ds - 1))%nat).
      { unfold p. destruct (existsb (fun d => negb (eqb d zero)) (masked set ds)) eqn:E.
        - rewrite <- (masked_length set ds L).
          rewrite (filter_ext _ (fun ws => eqb (combine ws (masked set ds)) zero))
            by (intros; apply andb_true_r).
          apply bad_vectors; [exact HB|].
          apply existsb_exists in E as (d & I & Nd). apply Exists_exists. exists d. split; [exact I|].
          intros H. apply eqb_spec in H. now rewrite H in Nd.
        - rewrite (filter_ext _ (fun _ => false)) by (intros; apply andb_false_r).
          assert (filter (fun _ : list Z => false) (vectors B (length ds)) = []) as ->; [|cbn; lia].
          generalize (vectors B (length ds)). intros m. induction m; auto. }
      change (length (filter (fun ws => p ws || q ws) (vectors B (length ds))) <=
              S (length sets) * B ^ (length ds - 1))%nat.
      rewrite Nat.mul_succ_l. lia.
  Qed.

  (* The share of bad vectors is at most k / B: 2^-128 for each sum, with B = 2^128. *)
  Corollary share_of_bad_vectors B sets (ds : list G) :
    Z.of_nat B <= order G -> Forall (fun set => length set = length ds) sets -> ds <> [] ->
    (length (filter (wrong_verdict sets ds) (vectors B (length ds))) * B <= length sets * length (vectors B (length
        ds)))%nat.
  Proof.
    intros HB F N. pose proof (bad_vectors_of_sets B sets ds HB F) as H. rewrite vectors_length.
    destruct ds as [|d ds]; [congruence|]. cbn [length] in *. rewrite Nat.sub_succ, Nat.sub_0_r in H.
    rewrite Nat.pow_succ_r'. nia.
  Qed.
End Counting.

(* The equations that are summed. *)
Section Equations.
  Context {G : group}.
  Implicit Types g : G.

  Fixpoint total {X} (f : X -> Z) (l : list X) : Z := match l with [] => 0 | v :: l => f v + total f l end.
  Fixpoint gtotal {X} (f : X -> G) (l : list X) : G := match l with [] => zero | v :: l => add (f v) (gtotal f l) end.

  Definition sub (v w : G) : G := add v (mul (-1) w).

  Lemma swap4 (p q r s : G) : add (add p q) (add r s) = add (add p r) (add q s).
  Proof. rewrite <- !add_assoc. f_equal. rewrite !add_assoc. f_equal. apply add_comm. Qed.

  Lemma mul_total {X} (f : X -> Z) l g : mul (total f l) g = gtotal (fun v => mul (f v) g) l.
  Proof. induction l; cbn; [apply mul_0|]. now rewrite mul_add_l, IHl. Qed.

  Lemma gtotal_add {X} (f h : X -> G) l : gtotal (fun v => add (f v) (h v)) l = add (gtotal f l) (gtotal h l).
  Proof. induction l; cbn; [symmetry; apply add_zero|]. now rewrite IHl, swap4. Qed.

  Lemma gtotal_mul {X} a (f : X -> G) l : gtotal (fun v => mul a (f v)) l = mul a (gtotal f l).
  Proof. induction l; cbn; [symmetry; apply mul_zero|]. now rewrite IHl, mul_add_r. Qed.

  Lemma gtotal_ext {X} (f h : X -> G) l : (forall v, f v = h v) -> gtotal f l = gtotal h l.
  Proof. intros H. induction l; cbn; [reflexivity|]. now rewrite H, IHl. Qed.

  Lemma combine_gtotal {X} (w : X -> Z) (d : X -> G) l : combine (map w l) (map d l) = gtotal (fun v => mul (w v) (d
      v)) l.
  Proof. induction l; cbn; [reflexivity|]. now rewrite IHl. Qed.

  (* Schnorr: "(sum of a_i s_i) G - sum of a_i R_i - sum of a_i e_i P_i", for D_i = s G - R - e P. *)
  Theorem schnorr_sum {X} g (a s e : X -> Z) (R P : X -> G) l :
    combine (map a l) (map (fun i => sub (sub (mul (s i) g) (R i)) (mul (e i) (P i))) l) =
    sub (sub (mul (total (fun i => a i * s i) l) g) (gtotal (fun i => mul (a i) (R i)) l))
        (gtotal (fun i => mul (a i * e i) (P i)) l).
  Proof.
    rewrite combine_gtotal. unfold sub. rewrite mul_total, <- !gtotal_mul, <- !gtotal_add.
    apply gtotal_ext. intros i. rewrite !mul_add_r, <- !mul_mul.
    replace (a i * -1 * e i) with (-1 * (a i * e i)) by ring. replace (a i * -1) with (-1 * a i) by ring. reflexivity.
  Qed.

  (* KZG cells: D_k = C_k - I_k(t) G + a_k P_k - t^64 P_k; T stands for t^64. *)
  Theorem cells_sum {X} g T (w I a : X -> Z) (C P : X -> G) l :
    combine (map w l)
      (map (fun k => sub (add (sub (C k) (mul (I k) g)) (mul (a k) (P k))) (mul T (P k))) l) =
    sub (add (sub (gtotal (fun k => mul (w k) (C k)) l) (mul (total (fun k => w k * I k) l) g))
             (gtotal (fun k => mul (w k * a k) (P k)) l))
        (mul T (gtotal (fun k => mul (w k) (P k)) l)).
  Proof.
    rewrite combine_gtotal. unfold sub. rewrite mul_total, <- !gtotal_mul, <- !gtotal_add.
    apply gtotal_ext. intros k. rewrite !mul_add_r, <- !mul_mul.
    replace (w k * -1 * I k) with (-1 * (w k * I k)) by ring.
    replace (w k * -1 * T) with (-1 * T * w k) by ring. reflexivity.
  Qed.

  (* IPA: an equation is a sum of multiples of fixed points and of points of the proof. Coefficients of the former are
     added: `Relation::combined`. *)
  Theorem relations_sum {X} (w : X -> Z) (fixed : list G) (c : X -> nat -> Z) (own : X -> G) l :
    let points i := gtotal (fun j => mul (c i j) (nth j fixed zero)) (seq 0 (length fixed)) in
    combine (map w l) (map (fun i => add (points i) (own i)) l) =
    add (gtotal (fun j => mul (total (fun i => w i * c i j) l) (nth j fixed zero)) (seq 0 (length fixed)))
        (gtotal (fun i => mul (w i) (own i)) l).
  Proof.
    cbn zeta. rewrite combine_gtotal.
    rewrite (gtotal_ext _ (fun i => add (mul (w i) (gtotal (fun j => mul (c i j) (nth j fixed zero)) (seq 0 (length
        fixed))))
                                   (mul (w i) (own i)))) by (intros; apply mul_add_r).
    rewrite gtotal_add. f_equal. generalize (seq 0 (length fixed)). intros js.
    induction js as [|j js IH]; cbn [gtotal].
    - induction l; cbn; [reflexivity|]. rewrite IHl, mul_zero. apply add_zero.
    - rewrite <- IH, mul_total, <- gtotal_add. apply gtotal_ext. intros i. now rewrite mul_add_r, mul_mul.
  Qed.
End Equations.

(* BLS: D_i = e(K_i, H_i) / e(G, S_i), a pairing of groups of one order; the target group is written additively. *)
Section Pairing.
  Context {G1 G2 GT : group}.
  Variable e : G1 -> G2 -> GT.
  Hypothesis e_add_l : forall p q h, e (add p q) h = add (e p h) (e q h).
  Hypothesis e_mul_l : forall a p h, e (mul a p) h = mul a (e p h).
  Hypothesis e_add_r : forall p g h, e p (add g h) = add (e p g) (e p h).
  Hypothesis e_mul_r : forall a p h, e p (mul a h) = mul a (e p h).

  (* Sets of one message h: one pairing of the sum of a_i K_i; and one pairing for the signatures of all sets.
     `messages` is a list of hashed messages, each with its sets. *)
  Theorem sets_sum {X} (g : G1) (a : X -> Z) (K : X -> G1) (S : X -> G2) (messages : list (G2 * list X)) :
    gtotal (fun m => gtotal (fun i => mul (a i) (sub (e (K i) (fst m)) (e g (S i)))) (snd m)) messages =
    add (gtotal (fun m => e (gtotal (fun i => mul (a i) (K i)) (snd m)) (fst m)) messages)
        (e (mul (-1) g) (gtotal (fun m => gtotal (fun i => mul (a i) (S i)) (snd m)) messages)).
  Proof.
    assert (Z1 : forall h, e zero h = zero) by (intros h; rewrite <- (mul_0 G1 zero), e_mul_l; apply mul_0).
    assert (Z2 : forall p, e p zero = zero) by (intros p; rewrite <- (mul_0 G2 zero), e_mul_r; apply mul_0).
    assert (L : forall (l : list X) f h, e (gtotal f l) h = gtotal (fun i => e (f i) h) l).
    { intros l f h. induction l; cbn; [apply Z1|]. now rewrite e_add_l, IHl. }
    assert (R : forall (Y : Type) (l : list Y) f p, e p (gtotal f l) = gtotal (fun i => e p (f i)) l).
    { intros Y l f p. induction l; cbn; [apply Z2|]. now rewrite e_add_r, IHl. }
    rewrite R, <- gtotal_add. apply gtotal_ext. intros [h sets]. cbn [fst snd].
    rewrite L, R, <- gtotal_add. apply gtotal_ext. intros i. unfold sub.
    rewrite e_mul_l, e_mul_r, e_mul_l, mul_add_r, <- !mul_mul. do 2 f_equal.
  Qed.
End Pairing.

(* The bounds as each module states them, with B = 2^128 and the number k of its sums. *)
Definition weight_bound : nat := Z.to_nat (2 ^ 128).

(* Schnorr and IPA: "k = 17 sums". *)
Theorem seventeen_sums (G : group) sets (ds : list G) :
  2 ^ 128 <= order G -> length sets = 17%nat -> Forall (fun set => length set = length ds) sets ->
  (length (filter (wrong_verdict sets ds) (vectors weight_bound (length ds))) <=
   17 * weight_bound ^ (length ds - 1))%nat.
Proof.
  intros HB L F.
  replace 17%nat with (length sets) by exact L. apply bad_vectors_of_sets; [|exact F]. unfold weight_bound.
  rewrite Z2Nat.id; lia.
Qed.

(* BLS sets, and cells: "fewer than 2 n ranges of n sets". Ranges that are halved are the nodes of a binary tree. *)
Inductive ranges : nat -> nat -> Prop :=   (* entries, ranges that are checked *)
| leaf : ranges 1 1
| unsplit n : (1 <= n)%nat -> ranges n 1
| halved n m i j : ranges n i -> ranges m j -> ranges (n + m) (1 + i + j).

Theorem fewer_than_2n n k : ranges n k -> (k < 2 * n)%nat.
Proof. induction 1; lia. Qed.

Theorem halved_ranges (G : group) sets (ds : list G) :
  2 ^ 128 <= order G -> ranges (length ds) (length sets) -> Forall (fun set => length set = length ds) sets ->
  (length (filter (wrong_verdict sets ds) (vectors weight_bound (length ds))) <=
   2 * length ds * weight_bound ^ (length ds - 1))%nat.
Proof.
  intros HB L F. apply fewer_than_2n in L.
  assert (H : Z.of_nat weight_bound <= order G) by (unfold weight_bound; rewrite Z2Nat.id; lia).
  pose proof (bad_vectors_of_sets weight_bound sets ds H F).
  apply Nat.le_trans with (length sets * weight_bound ^ (length ds - 1))%nat; [exact H0|].
  apply Nat.mul_le_mono_r. lia.
Qed.
