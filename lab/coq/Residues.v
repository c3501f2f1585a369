(* Residues: exact base extension, folds of words, lanes, and the bound of integers.

   Files of the engine: crates/limbs/src/residues/mod.rs, crates/limbs/src/residue_ring/moduli.rs. Claims there:
   "their sum plus 32 ... divided by 128, it is k" (rounding, for four and six limbs: any L <= 8 lanes)
   "a word x is reduced to its 49 lower bits and d times the others. That is below 2^49 + 2^12 x / 2^49"
   "A reduction in a lane yields (c + m' m) / 2^52 ... which is below c / 2^52 + m"
   "The condition K p <= (7 - 2^-26) M makes this |r| < 15 p". *)

From Coq Require Import ZArith List Lia.
Import ListNotations.
Open Scope Z_scope.

(* A lane of the second base: its modulus n, a digit r, and the cofactor c = M' / n. *)
Record lane := Lane { n : Z; r : Z; c : Z }.

Fixpoint total (f : lane -> Z) (l : list lane) : Z := match l with [] => 0 | v :: t => f v + total f t end.

Definition modulus (m : Z) : Prop := 2 ^ 49 - 2 ^ 12 < m < 2 ^ 49.

Section Rounding.
  Variables M x k : Z.
  Variable lanes : list lane.
  Hypothesis lanes_hold : Forall (fun v => modulus (n v) /\ 0 <= r v <= 2 * n v /\ n v * c v = M) lanes.
  Hypothesis at_most_eight : (length lanes <= 8)%nat.
  Hypothesis M_pos : 0 < M.
  (* The digits represent x + k M, and x is small: |x| < 15 p < M / 16. *)
  Hypothesis represents : total (fun v => r v * c v) lanes = x + k * M.
  Hypothesis small : 16 * Z.abs x < M.

  (* The eight uppermost bits of a digit. *)
  Definition top (v : lane) : Z := r v / 2 ^ 42.

  Lemma top_error m d : modulus m -> 0 <= d <= 2 * m ->
    0 <= 128 * d - m * (d / 2 ^ 42) /\ 2 ^ 28 * (128 * d - m * (d / 2 ^ 42)) <= (2 ^ 28 + 1) * m.
  Proof.
    unfold modulus. intros Hm Hd.
    pose proof (Z.div_mod d (2 ^ 42) ltac:(lia)). pose proof (Z.mod_pos_bound d (2 ^ 42) ltac:(lia)).
    set (t := d / 2 ^ 42) in *. assert (0 <= t <= 255) by (unfold t; split; [apply Z.div_pos; lia|];
      apply Z.lt_succ_r, Z.div_lt_upper_bound; lia).
    assert (0 <= (2 ^ 49 - m) * t <= (2 ^ 49 - m) * 255) by nia.
    lia.
  Qed.

  Lemma sum_error l : Forall (fun v => modulus (n v) /\ 0 <= r v <= 2 * n v /\ n v * c v = M) l ->
    0 <= 128 * total (fun v => r v * c v) l - M * total top l /\
    2 ^ 28 * (128 * total (fun v => r v * c v) l - M * total top l) <= (2 ^ 28 + 1) * M * Z.of_nat (length l).
  Proof.
    induction 1 as [|v l (Hm & Hr & Hc) _ IH].
    { cbn [total length]. change (Z.of_nat 0) with 0. lia. } cbn [total length]. rewrite Nat2Z.inj_succ.
    destruct (top_error (n v) (r v) Hm Hr) as [E1 E2]. fold (top v) in E1, E2.
    assert (0 < c v) by (unfold modulus in Hm; nia).
    assert (F1 : 0 <= (128 * r v - n v * top v) * c v) by nia.
    assert (F2 : 2 ^ 28 * (128 * r v - n v * top v) * c v <= (2 ^ 28 + 1) * n v * c v) by (apply
        Z.mul_le_mono_nonneg_r; lia).
    assert (G : (128 * r v - n v * top v) * c v = 128 * (r v * c v) - M * top v) by (rewrite <- Hc; ring).
    assert (G2 : (2 ^ 28 + 1) * n v * c v = (2 ^ 28 + 1) * M) by (rewrite <- Hc; ring).
    rewrite <- Z.mul_assoc in F2. rewrite G in F1, F2. lia.
  Qed.

  (* Base extension is exact. *)
  Theorem rounding : (total top lanes + 32) / 128 = k.
  Proof.
    destruct (sum_error lanes lanes_hold) as [E1 E2]. rewrite represents in E1, E2.
    set (S := total top lanes) in *.
    assert (L : (2 ^ 28 + 1) * M * Z.of_nat (length lanes) <= (2 ^ 28 + 1) * M * 8) by (apply Z.mul_le_mono_nonneg_l;
        lia).
    assert (U : M * S < M * (128 * k + 8)) by lia.
    assert (D : M * (128 * k - 17) < M * S) by lia.
    apply Z.mul_lt_mono_pos_l in U, D; try lia.
    symmetry. apply Z.div_unique with (S + 32 - 128 * k); lia.
  Qed.
End Rounding.

(* A fold of a word. *)
Theorem fold m v : modulus m -> 0 <= v < 2 ^ 61 ->
  let d := 2 ^ 49 - m in
  let folded := v mod 2 ^ 49 + d * (v / 2 ^ 49) in
  (m | v - folded) /\ 0 <= folded /\ 2 ^ 49 * folded < 2 ^ 49 * 2 ^ 49 + 2 ^ 12 * v + 1.
Proof.
  unfold modulus. cbv zeta. intros Hm Hv.
  pose proof (Z.div_mod v (2 ^ 49) ltac:(lia)). pose proof (Z.mod_pos_bound v (2 ^ 49) ltac:(lia)).
  set (q := v / 2 ^ 49) in *. set (l := v mod 2 ^ 49) in *.
  assert (0 <= q) by (unfold q; apply Z.div_pos; lia).
  repeat split.
  - exists q. lia.
  - nia.
  - assert ((2 ^ 49 - m) * q <= (2 ^ 12 - 1) * q) by (apply Z.mul_le_mono_nonneg_r; lia). lia.
Qed.

(* Montgomery's reduction in a lane, with the radix 2^52: `w` is the multiplier m'. *)
Theorem lane_reduction m v w : 0 < m -> 0 <= w < 2 ^ 52 -> (v + w * m) mod 2 ^ 52 = 0 ->
  2 ^ 52 * ((v + w * m) / 2 ^ 52) < v + 2 ^ 52 * m /\ (m | 2 ^ 52 * ((v + w * m) / 2 ^ 52) - v).
Proof.
  intros Hm Hw H. pose proof (Z.div_mod (v + w * m) (2 ^ 52) ltac:(lia)) as E. rewrite H in E.
  set (y := (v + w * m) / 2 ^ 52) in *. split; [nia|]. exists w. lia.
Qed.

(* `min(x, x - 2 n)` in unsigned words makes a lane below 4 n at most 2 n. *)
Theorem minimum m v : modulus m -> 0 <= v < 4 * m ->
  let w := Z.min v ((v - 2 * m) mod 2 ^ 64) in 0 <= w <= 2 * m /\ (m | v - w).
Proof.
  unfold modulus. cbv zeta. intros Hm Hv. destruct (Z_lt_ge_dec v (2 * m)).
  - assert ((v - 2 * m) mod 2 ^ 64 = v - 2 * m + 2 ^ 64) as ->.
    { symmetry. apply Z.mod_unique with (-1); lia. }
    rewrite Z.min_l by lia. split; [lia|]. exists 0. lia.
  - rewrite Z.mod_small by lia. rewrite Z.min_r by lia. split; [lia|]. exists 2. lia.
Qed.

(* Bounds of lanes: the sums of the list in residues/mod.rs, in multiples of m^2. *)
Theorem first_base_sum m v w q t : modulus m -> 0 <= t <= 7 -> 0 <= q <= 15 ->
  0 <= v <= t * (3 * m) * (3 * m) -> 0 <= w <= t * (3 * m) * (3 * m) ->
  0 <= v - q * w + 7 * 9 * Z.max q 1 * (m * m) <= 1008 * (m * m).
Proof.
  unfold modulus. intros Hm Ht Hq Hv Hw.
  assert (Sq : 0 < m * m) by nia. set (s := m * m) in *.
  assert (T : 0 <= t * (3 * m) * (3 * m) <= 63 * s).
  { replace (t * (3 * m) * (3 * m)) with (9 * (t * s)) by (unfold s; ring). assert (0 <= t * s <= 7 * s) by nia. lia. }
  assert (0 <= q * w <= q * (63 * s)) by nia. assert (q * s <= 15 * s) by nia.
  destruct (Z.max_spec q 1) as [[? ->]|[? ->]]; [assert (q = 0) by lia; subst q; lia|]. nia.
Qed.

(* The bound of integers, in units of 2^-29: |q| < (1 + 2^-29) L M, |x| < K p^2, K p <= (7 - 2^-26) M. *)
Theorem integer_bound p M K L q x y : 0 < p -> 0 < M -> 0 <= K -> 0 <= L <= 8 ->
  2 ^ 29 * Z.abs q < (2 ^ 29 + 1) * L * M -> Z.abs x < K * p * p ->
  2 ^ 26 * (K * p) <= (7 * 2 ^ 26 - 1) * M -> M * y = x + q * p ->
  Z.abs y < 15 * p.
Proof.
  intros Hp HM HK HL Hq Hx Hc E.
  assert (A : M * Z.abs y <= Z.abs x + Z.abs q * p).
  { rewrite <- (Z.abs_eq M) at 1 by lia. rewrite <- Z.abs_mul, E. rewrite <- (Z.abs_eq p) at 2 by lia.
    rewrite <- Z.abs_mul. apply Z.abs_triangle. }
  set (ax := Z.abs x) in *. set (aq := Z.abs q) in *. set (ay := Z.abs y) in *. clearbody ax aq ay.
  assert (B : 2 ^ 29 * aq * p < (2 ^ 29 + 1) * L * M * p) by (apply Z.mul_lt_mono_pos_r; lia).
  assert (C : (2 ^ 29 + 1) * L * M * p <= (2 ^ 29 + 1) * 8 * M * p).
  { assert (0 < M * p) by nia. assert (L * (M * p) <= 8 * (M * p)) by (apply Z.mul_le_mono_nonneg_r; lia). lia. }
  assert (D : 2 ^ 26 * (K * p) * p <= (7 * 2 ^ 26 - 1) * M * p) by (apply Z.mul_le_mono_nonneg_r; lia).
  assert (M * ay < M * (15 * p)) by lia. apply Z.mul_lt_mono_pos_l in H; lia.
Qed.
