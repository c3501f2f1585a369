(* Splitting of scalars into halves and quarters: rounding, bounds, and the constants of every curve.

   Files of the engine: crates/curves/src/models/weierstrass/rounding.rs, endomorphism/mod.rs (halves),
   endomorphism/lattice.rs (the basis), quarters/mod.rs and quarter_basis.rs (quarters). Claims there:
   "|k1| <= (1/2 + 2^-33) (|x1| + |x2|), |k2| <= (1/2 + 2^-33) (|y1| + |y2|)" for 0 <= s < 2^(64 l)
   "For any integers c1, c2, k1 + k2 lambda = s mod r"
   "r_i |t_(i+1)| + r_(i+1) |t_i| = r by induction on i"
   "|kj| <= (1/2 + 2^-33) (|v0j| + |v1j| + |v2j| + |v3j|)"
   "It is a compile-time error if it exceeds 128" (halves), 64 bits (quarters): for each curve, by computation. *)

From Coq Require Import ZArith List Lia Bool.
Import ListNotations.
Open Scope Z_scope.

(* `rounded_quotient`: the nearest integer to 2^shift b / r. *)
Definition rounded_quotient (b shift r : Z) : Z :=
  2 ^ shift * b / r + 2 * (2 ^ shift * b mod r) / r.

(* `rounded_product`: floor(s g / 2^d + 1/2). *)
Definition rounded_product (s g d : Z) : Z := (s * g + 2 ^ (d - 1)) / 2 ^ d.

Section Rounding.
  Variables r l : Z.
  Hypothesis r_pos : 0 < r.
  Hypothesis l_pos : 0 < l.
  Let d := 64 * l + 32.

  (* "|g - 2^d b / r| <= 1/2" *)
  Lemma quotient_error b : Z.abs (2 * (r * rounded_quotient b d r - 2 ^ d * b)) <= r.
  Proof.
    unfold rounded_quotient. set (v := 2 ^ d * b).
    pose proof (Z.div_mod v r ltac:(lia)). pose proof (Z.mod_pos_bound v r r_pos).
    set (q := v / r) in *. set (m := v mod r) in *.
    pose proof (Z.div_mod (2 * m) r ltac:(lia)). pose proof (Z.mod_pos_bound (2 * m) r r_pos).
    assert (2 * m / r = 0 \/ 2 * m / r = 1) as [E|E].
    { assert (0 <= 2 * m / r) by (apply Z.div_pos; lia). assert (2 * m / r < 2) by (apply Z.div_lt_upper_bound; lia).
    lia. }
    - rewrite E in *. rewrite Z.mul_add_distr_l. lia.
    - rewrite E in *. rewrite Z.mul_add_distr_l. lia.
  Qed.

  (* A coefficient is within 1/2 + 2^-33 of s b / r. *)
  Lemma coefficient_error s b :
    0 <= s < 2 ^ (64 * l) ->
    2 ^ 33 * Z.abs (r * rounded_product s (rounded_quotient b d r) d - s * b) <= (2 ^ 32 + 1) * r.
  Proof.
    intros Hs. set (g := rounded_quotient b d r). pose proof (quotient_error b) as Eg. fold g in Eg.
    unfold rounded_product. set (c := (s * g + 2 ^ (d - 1)) / 2 ^ d).
    assert (Pd : 2 ^ d = 2 * 2 ^ (d - 1)).
    { replace d with (1 + (d - 1)) at 1 by ring. rewrite Z.pow_add_r by (unfold d; lia). reflexivity. }
    assert (D : 2 ^ d = 2 ^ 32 * 2 ^ (64 * l)) by (unfold d; rewrite Z.pow_add_r by lia; ring).
    assert (Pos : 0 < 2 ^ (d - 1)) by (apply Z.pow_pos_nonneg; unfold d; lia).
    pose proof (Z.div_mod (s * g + 2 ^ (d - 1)) (2 ^ d) ltac:(lia)) as Ec.
    pose proof (Z.mod_pos_bound (s * g + 2 ^ (d - 1)) (2 ^ d) ltac:(lia)) as Bc. fold c in Ec.
    set (h := 2 ^ (d - 1)) in *. set (w := 2 ^ (64 * l)) in *.
    (* |2^d c - s g| <= h *)
    assert (E1 : Z.abs (2 ^ d * c - s * g) <= h) by lia.
    (* 2 |r s g - 2^d s b| <= s r *)
    assert (E2 : 2 * Z.abs (s * (r * g - 2 ^ d * b)) <= s * r).
    { rewrite Z.abs_mul, (Z.abs_eq s) by lia. rewrite Z.abs_mul in Eg. change (Z.abs 2) with 2 in Eg.
      set (e := Z.abs (r * g - 2 ^ d * b)) in *. clearbody e. clear - Eg Hs. nia. }
    assert (E3 : 2 * 2 ^ d * Z.abs (r * c - s * b) <= r * 2 ^ d + s * r).
    { replace (2 * 2 ^ d * Z.abs (r * c - s * b)) with (2 * Z.abs (2 ^ d * (r * c - s * b)))
        by (rewrite (Z.abs_mul (2 ^ d)), (Z.abs_eq (2 ^ d)) by lia; ring).
      replace (2 ^ d * (r * c - s * b)) with (r * (2 ^ d * c - s * g) + s * (r * g - 2 ^ d * b)) by ring.
      pose proof (Z.abs_triangle (r * (2 ^ d * c - s * g)) (s * (r * g - 2 ^ d * b))) as T.
      rewrite (Z.abs_mul r), (Z.abs_eq r) in T by lia.
      assert (r * Z.abs (2 ^ d * c - s * g) <= r * h) by (apply Z.mul_le_mono_nonneg_l; lia). lia. }
    rewrite D in E3. set (t := Z.abs (r * c - s * b)) in *. clearbody t. clear - E3 Hs r_pos l_pos.
    change (2 ^ 33) with (2 * 2 ^ 32).
    assert (0 < w) by (unfold w; apply Z.pow_pos_nonneg; lia).
    assert (w * (2 * 2 ^ 32 * t) <= w * ((2 ^ 32 + 1) * r)) by nia. nia.
  Qed.

End Rounding.

(* From errors of coefficients to a coordinate. *)
Lemma coordinate_bound r k bound :
  0 < r -> 2 ^ 33 * Z.abs (r * k) <= (2 ^ 32 + 1) * r * bound -> Z.abs k <= (2 ^ 32 + 1) * bound / 2 ^ 33.
Proof.
  intros Hr H. apply Z.div_le_lower_bound; [lia|]. rewrite Z.abs_mul, (Z.abs_eq r) in H by lia.
  set (t := Z.abs k) in *. clearbody t. nia.
Qed.

(* `half_bound` and the loop of `largest` compute (1/2 + 2^-33) sum, rounded down. *)
Lemma half_bound_is_exact sum : 0 <= sum -> (sum + sum / 2 ^ 32) / 2 = (2 ^ 32 + 1) * sum / 2 ^ 33.
Proof.
  intros H. change (2 ^ 33) with (2 ^ 32 * 2). rewrite <- Z.div_div by lia. f_equal.
  replace ((2 ^ 32 + 1) * sum) with (sum * 2 ^ 32 + sum) by ring. rewrite Z.div_add_l by lia. reflexivity.
Qed.

(* Halves *)
Section Halves.
  Variables r lambda x1 y1 x2 y2 l s : Z.
  Hypothesis r_pos : 0 < r.
  Hypothesis l_pos : 0 < l.
  Hypothesis x_nonneg : 0 <= x1 /\ 0 <= x2.
  Hypothesis y_opposite : y1 * y2 <= 0.
  Hypothesis determinant : x1 * Z.abs y2 + x2 * Z.abs y1 = r.
  Hypothesis first_in_lattice : (r | x1 + y1 * lambda).
  Hypothesis second_in_lattice : (r | x2 + y2 * lambda).
  Hypothesis s_range : 0 <= s < 2 ^ (64 * l).
  Let d := 64 * l + 32.
  Let c1 := rounded_product s (rounded_quotient (Z.abs y2) d r) d.
  Let c2 := rounded_product s (rounded_quotient (Z.abs y1) d r) d.
  Let k1 := s - c1 * x1 - c2 * x2.
  Let k2 := - c1 * y1 - c2 * y2.

  Theorem halves_are_congruent : (r | k1 + k2 * lambda - s).
  Proof using All.
    destruct first_in_lattice as [i Hi], second_in_lattice as [j Hj]. exists (- c1 * i - c2 * j).
    unfold k1, k2. replace (s - c1 * x1 - c2 * x2 + (- c1 * y1 - c2 * y2) * lambda - s)
      with (- c1 * (x1 + y1 * lambda) - c2 * (x2 + y2 * lambda)) by ring. rewrite Hi, Hj. ring.
  Qed.

  Theorem first_half_bound : Z.abs k1 <= (2 ^ 32 + 1) * (x1 + x2) / 2 ^ 33.
  Proof using All.
    apply (coordinate_bound r); [exact r_pos|].
    pose proof (coefficient_error r l r_pos l_pos s (Z.abs y2) s_range) as E1.
    pose proof (coefficient_error r l r_pos l_pos s (Z.abs y1) s_range) as E2.
    fold d in E1, E2. fold c1 in E1. fold c2 in E2.
    assert (E : r * k1 = - (r * c1 - s * Z.abs y2) * x1 + - (r * c2 - s * Z.abs y1) * x2).
    { assert (Es : s * (x1 * Z.abs y2 + x2 * Z.abs y1) = s * r) by (rewrite determinant; ring).
      unfold k1. replace (r * (s - c1 * x1 - c2 * x2)) with (s * r - r * c1 * x1 - r * c2 * x2) by ring.
      rewrite <- Es. ring. }
    rewrite E. set (e1 := r * c1 - s * Z.abs y2) in *. set (e2 := r * c2 - s * Z.abs y1) in *.
    pose proof (Z.abs_triangle (- e1 * x1) (- e2 * x2)) as T.
    rewrite 2 Z.abs_mul, 2 Z.abs_opp, (Z.abs_eq x1), (Z.abs_eq x2) in T by lia.
    assert (2 ^ 33 * Z.abs e1 * x1 <= (2 ^ 32 + 1) * r * x1)
      by (apply Z.mul_le_mono_nonneg_r; [clear - x_nonneg; lia|assumption]).
    assert (2 ^ 33 * Z.abs e2 * x2 <= (2 ^ 32 + 1) * r * x2)
      by (apply Z.mul_le_mono_nonneg_r; [clear - x_nonneg; lia|assumption]).
    lia.
  Qed.

  Theorem second_half_bound : Z.abs k2 <= (2 ^ 32 + 1) * (Z.abs y1 + Z.abs y2) / 2 ^ 33.
  Proof using All.
    apply (coordinate_bound r); [exact r_pos|].
    pose proof (coefficient_error r l r_pos l_pos s (Z.abs y2) s_range) as E1.
    pose proof (coefficient_error r l r_pos l_pos s (Z.abs y1) s_range) as E2.
    fold d in E1, E2. fold c1 in E1. fold c2 in E2.
    assert (Cancel : Z.abs y2 * y1 + Z.abs y1 * y2 = 0).
    { destruct (Z.abs_spec y1) as [[? ->]|[? ->]], (Z.abs_spec y2) as [[? ->]|[? ->]]; nia. }
    assert (E : r * k2 = - (r * c1 - s * Z.abs y2) * y1 + - (r * c2 - s * Z.abs y1) * y2).
    { unfold k2. transitivity (- r * c1 * y1 - r * c2 * y2 + s * (Z.abs y2 * y1 + Z.abs y1 * y2)); [rewrite Cancel;
        ring|ring]. }
    rewrite E. set (e1 := r * c1 - s * Z.abs y2) in *. set (e2 := r * c2 - s * Z.abs y1) in *.
    pose proof (Z.abs_triangle (- e1 * y1) (- e2 * y2)) as T. rewrite 2 Z.abs_mul, 2 Z.abs_opp in T.
    assert (2 ^ 33 * Z.abs e1 * Z.abs y1 <= (2 ^ 32 + 1) * r * Z.abs y1)
      by (apply Z.mul_le_mono_nonneg_r; [clear - x_nonneg; lia|assumption]).
    assert (2 ^ 33 * Z.abs e2 * Z.abs y2 <= (2 ^ 32 + 1) * r * Z.abs y2)
      by (apply Z.mul_le_mono_nonneg_r; [clear - x_nonneg; lia|assumption]).
    lia.
  Qed.
End Halves.

(* The basis of lattice.rs: rows (x, |t|) of Euclid's algorithm on r and lambda. *)
Definition row_after (above row : Z * Z) : Z * Z :=
  let q := fst above / fst row in (fst above - q * fst row, snd above + q * snd row).

(* "r_i |t_(i+1)| + r_(i+1) |t_i| = r" *)
Theorem row_identity r above row :
  0 < fst row -> fst above * snd row + fst row * snd above = r ->
  fst row * snd (row_after above row) + fst (row_after above row) * snd row = r.
Proof. unfold row_after; cbn [fst snd]. intros _ H. rewrite <- H. ring. Qed.

Definition size (v : Z * Z) : Z := Z.max (fst v) (snd v).

Fixpoint short_basis (fuel : nat) (r : Z) (above row : Z * Z) (negative : bool) : (Z * Z) * (Z * Z) * bool :=
  match fuel with
  | O => (above, row, negative)
  | S fuel =>
      if fst row * fst row <? r
      then let below := row_after above row in (row, if size above <? size below then above else below, negative)
      else short_basis fuel r row (row_after above row) (negb negative)
  end.

(* The constants of `Endomorphism::new` for an order of l limbs, and all that is required of them. *)
Definition halves_hold (r lambda l bits largest : Z) : bool :=
  let '((x1, a1), (x2, a2), negative) := short_basis 1000 r (r, 0) (lambda, 1) true in
  let y1 := if negative then - a1 else a1 in
  let y2 := if negative then a2 else - a2 in
  let d := 64 * l + 32 in
  let bound := Z.max ((2 ^ 32 + 1) * (x1 + x2) / 2 ^ 33) ((2 ^ 32 + 1) * (Z.abs y1 + Z.abs y2) / 2 ^ 33) in
  (0 <? r) && (0 <? l) && (r <? 2 ^ (64 * l)) && ((lambda * lambda + lambda + 1) mod r =? 0) &&
  (0 <=? x1) && (0 <=? x2) && (y1 * y2 <=? 0) && (x1 * Z.abs y2 + x2 * Z.abs y1 =? r) &&
  ((x1 + y1 * lambda) mod r =? 0) && ((x2 + y2 * lambda) mod r =? 0) &&
  (rounded_quotient (Z.abs y2) d r <? 2 ^ 191) && (rounded_quotient (Z.abs y1) d r <? 2 ^ 191) &&
  (bound =? largest) && (largest <? 2 ^ bits) && (2 ^ (bits - 1) <=? largest) && (bits <=? 128).

(* The halves of the code, for the basis that it computes. *)
Definition split (r lambda l s : Z) : Z * Z :=
  let '((x1, a1), (x2, a2), negative) := short_basis 1000 r (r, 0) (lambda, 1) true in
  let y1 := if negative then - a1 else a1 in
  let y2 := if negative then a2 else - a2 in
  let d := 64 * l + 32 in
  let c1 := rounded_product s (rounded_quotient (Z.abs y2) d r) d in
  let c2 := rounded_product s (rounded_quotient (Z.abs y1) d r) d in
  (s - c1 * x1 - c2 * x2, - c1 * y1 - c2 * y2).

Theorem halves r lambda l bits largest :
  halves_hold r lambda l bits largest = true ->
  forall s, 0 <= s < 2 ^ (64 * l) ->
  let (k1, k2) := split r lambda l s in
  (r | k1 + k2 * lambda - s) /\ Z.abs k1 <= largest /\ Z.abs k2 <= largest /\ largest < 2 ^ bits /\ bits <= 128.
Proof.
  unfold halves_hold, split. destruct (short_basis 1000 r (r, 0) (lambda, 1) true) as [[[x1 a1] [x2 a2]] negative].
  set (y1 := if negative then - a1 else a1). set (y2 := if negative then a2 else - a2). cbv zeta.
  intros H s Hs. repeat (let C := fresh "C" in apply andb_prop in H as [H C]).
  apply Z.ltb_lt in H, C13, C1. apply Z.leb_le in C, C8, C9, C10. apply Z.eqb_eq in C2, C5, C6, C7.
  apply Z.mod_divide in C5, C6; try lia.
  pose proof (halves_are_congruent r lambda x1 y1 x2 y2 l s H C13 (conj C10 C9) C8 C7 C6 C5 Hs) as B0.
  pose proof (first_half_bound r lambda x1 y1 x2 y2 l s H C13 (conj C10 C9) C8 C7 C6 C5 Hs) as B1.
  pose proof (second_half_bound r lambda x1 y1 x2 y2 l s H C13 (conj C10 C9) C8 C7 C6 C5 Hs) as B2.
  cbv zeta in *.
  split; [exact B0|]. split; [|split; [|split; [exact C1|exact C]]]; rewrite <- C2.
  - apply Z.le_trans with (1 := B1), Z.le_max_l.
  - apply Z.le_trans with (1 := B2), Z.le_max_r.
Qed.

(* Quarters *)
Definition row4 := (Z * Z * Z * Z)%type.
Definition coordinate (v : row4) (j : nat) : Z :=
  let '(v0, v1, v2, v3) := v in match j with O => v0 | 1%nat => v1 | 2%nat => v2 | _ => v3 end.
Definition sum4 (f : nat -> Z) : Z := f 0%nat + f 1%nat + f 2%nat + f 3%nat.

Lemma four_terms k t t2 t1 p0 p1 p2 p3 a0 a1 a2 a3 :
  t <= t2 + p3 -> t2 <= t1 + p2 -> t1 <= p0 + p1 ->
  2 ^ 33 * p0 <= k * a0 -> 2 ^ 33 * p1 <= k * a1 -> 2 ^ 33 * p2 <= k * a2 -> 2 ^ 33 * p3 <= k * a3 ->
  2 ^ 33 * t <= k * (a0 + a1 + a2 + a3).
Proof. lia. Qed.

Section Quarters.
  Variable r p l s : Z.
  Variable v : nat -> row4.
  Variable w : nat -> Z.
  Hypothesis r_pos : 0 < r.
  Hypothesis l_pos : 0 < l.
  Hypothesis s_range : 0 <= s < 2 ^ (64 * l).
  (* w are the cofactors of the first column, divided by nothing: sum of w_i v_i = (r, 0, 0, 0). *)
  Hypothesis first_column : sum4 (fun i => w i * coordinate (v i) 0) = r.
  Hypothesis other_columns : forall j, (1 <= j <= 3)%nat -> sum4 (fun i => w i * coordinate (v i) j) = 0.
  Hypothesis in_lattice : forall i, (i <= 3)%nat ->
    (r | coordinate (v i) 0 + coordinate (v i) 1 * p + coordinate (v i) 2 * p ^ 2 + coordinate (v i) 3 * p ^ 3).
  Let d := 64 * l + 32.
  (* "for a negative wi, the rounding is that of -wi" *)
  Definition coefficient (i : nat) : Z :=
    Z.sgn (w i) * rounded_product s (rounded_quotient (Z.abs (w i)) d r) d.
  Definition quarter (j : nat) : Z :=
    (if j then s else 0) - sum4 (fun i => coefficient i * coordinate (v i) j).

  Lemma coefficient_close i : 2 ^ 33 * Z.abs (r * coefficient i - s * w i) <= (2 ^ 32 + 1) * r.
  Proof.
    pose proof (coefficient_error r l r_pos l_pos s (Z.abs (w i)) s_range) as E. fold d in E.
    unfold coefficient. set (c := rounded_product s (rounded_quotient (Z.abs (w i)) d r) d) in *.
    destruct (Z.sgn_spec (w i)) as [[H0 H]|[[H0 H]|[H0 H]]]; rewrite H.
    - rewrite (Z.abs_eq (w i)) in E by lia. rewrite Z.mul_1_l. exact E.
    - rewrite <- H0, Z.mul_0_l, !Z.mul_0_r. change (2 ^ 33 * Z.abs (0 - 0)) with 0. lia.
    - rewrite (Z.abs_neq (w i)) in E by lia.
      replace (r * (- (1) * c) - s * w i) with (- (r * c - s * - w i)) by ring. rewrite Z.abs_opp. exact E.
  Qed.

  Theorem quarters_are_congruent :
    (r | quarter 0 + quarter 1 * p + quarter 2 * p ^ 2 + quarter 3 * p ^ 3 - s).
  Proof using All.
    destruct (in_lattice 0 ltac:(lia)) as [i0 E0], (in_lattice 1 ltac:(lia)) as [i1 E1],
      (in_lattice 2 ltac:(lia)) as [i2 E2], (in_lattice 3 ltac:(lia)) as [i3 E3].
    exists (- (coefficient 0 * i0 + coefficient 1 * i1 + coefficient 2 * i2 + coefficient 3 * i3)).
    replace (- (coefficient 0 * i0 + coefficient 1 * i1 + coefficient 2 * i2 + coefficient 3 * i3) * r)
      with (- (coefficient 0 * (i0 * r) + coefficient 1 * (i1 * r) + coefficient 2 * (i2 * r) + coefficient 3 * (i3 *
          r)))
      by ring.
    rewrite <- E0, <- E1, <- E2, <- E3. unfold quarter, sum4. ring.
  Qed.

  Theorem quarter_bound j : (j <= 3)%nat ->
    Z.abs (quarter j) <= (2 ^ 32 + 1) * sum4 (fun i => Z.abs (coordinate (v i) j)) / 2 ^ 33.
  Proof using All.
    intros Hj. apply (coordinate_bound r); [exact r_pos|].
    pose proof (coefficient_close 0) as E0. pose proof (coefficient_close 1) as E1.
    pose proof (coefficient_close 2) as E2. pose proof (coefficient_close 3) as E3.
    assert (S : s * sum4 (fun i => w i * coordinate (v i) j) = r * (if j then s else 0)).
    { destruct j as [|j]; [rewrite first_column; ring|rewrite other_columns by lia; ring]. }
    assert (E : r * quarter j = - sum4 (fun i => (r * coefficient i - s * w i) * coordinate (v i) j)).
    { unfold quarter. rewrite Z.mul_sub_distr_l, <- S. unfold sum4. ring. }
    rewrite E, Z.abs_opp. unfold sum4.
    set (e0 := r * coefficient 0 - s * w 0%nat) in *. set (e1 := r * coefficient 1 - s * w 1%nat) in *.
    set (e2 := r * coefficient 2 - s * w 2%nat) in *. set (e3 := r * coefficient 3 - s * w 3%nat) in *.
    set (v0 := coordinate (v 0%nat) j). set (v1 := coordinate (v 1%nat) j).
    set (v2 := coordinate (v 2%nat) j). set (v3 := coordinate (v 3%nat) j).
    assert (F : forall e v, 2 ^ 33 * Z.abs e <= (2 ^ 32 + 1) * r -> 2 ^ 33 * Z.abs (e * v) <= (2 ^ 32 + 1) * r * Z.abs
        v).
    { intros e v' He. rewrite Z.abs_mul, Z.mul_assoc. apply Z.mul_le_mono_nonneg_r; [apply Z.abs_nonneg|exact He]. }
    exact (four_terms _ _ _ _ _ _ _ _ _ _ _ _ (Z.abs_triangle (e0 * v0 + e1 * v1 + e2 * v2) (e3 * v3))
             (Z.abs_triangle (e0 * v0 + e1 * v1) (e2 * v2)) (Z.abs_triangle (e0 * v0) (e1 * v1))
             (F e0 v0 E0) (F e1 v1 E1) (F e2 v2 E2) (F e3 v3 E3)).
  Qed.
End Quarters.

(* quarter_basis.rs: v, X v, X^2 v, X^3 v modulo X^4 - X^2 + 1, and the cofactors of the first column. *)
Definition times_X (v : row4) : row4 := let '(a, b, c, d) := v in (- d, a, b + d, c).

Definition minor (a b c : row4) : Z :=
  let '(_, a1, a2, a3) := a in let '(_, b1, b2, b3) := b in let '(_, c1, c2, c3) := c in
  a1 * (b2 * c3 - b3 * c2) + a2 * (b3 * c1 - b1 * c3) + a3 * (b1 * c2 - b2 * c1).

Definition basis (v : row4) (i : nat) : row4 := Nat.iter i times_X v.
Definition cofactor (v : row4) (i : nat) : Z :=
  let b := basis v in
  match i with
  | O => minor (b 1%nat) (b 2%nat) (b 3%nat)
  | 1%nat => - minor (b 0%nat) (b 2%nat) (b 3%nat)
  | 2%nat => minor (b 0%nat) (b 1%nat) (b 3%nat)
  | _ => - minor (b 0%nat) (b 1%nat) (b 2%nat)
  end.

Definition bls12_row (x : Z) : row4 := (x, -1, 0, 0).
Definition bn_row (x : Z) : row4 := (x + 1, x, x, - (2 * x)).

(* "For these v it is r": the norm is the order, as polynomials in the seed. *)
Theorem bls12_norm x : sum4 (fun i => cofactor (bls12_row x) i * coordinate (basis (bls12_row x) i) 0) = x ^ 4 - x ^ 2
    + 1.
Proof. unfold sum4, cofactor, basis, minor, coordinate, bls12_row; cbn [Nat.iter nat_rect times_X]; ring. Qed.
Theorem bn_norm x : sum4 (fun i => cofactor (bn_row x) i * coordinate (basis (bn_row x) i) 0) =
  36 * x ^ 4 + 36 * x ^ 3 + 18 * x ^ 2 + 6 * x + 1.
Proof. unfold sum4, cofactor, basis, minor, coordinate, bn_row; cbn [Nat.iter nat_rect times_X]; ring. Qed.
(* An expansion along a wrong column is zero, for every v. *)
Theorem other_columns_vanish v j : (1 <= j <= 3)%nat ->
  sum4 (fun i => cofactor v i * coordinate (basis v i) j) = 0.
Proof.
  intros Hj. destruct v as [[[a b] c] d]. unfold sum4.
  destruct j as [|[|[|[|j]]]]; [lia| | | |lia];
    unfold cofactor, basis, minor, coordinate; cbn [Nat.iter nat_rect times_X]; ring.
Qed.

Definition quarters_hold (v : row4) (r p l largest : Z) : bool :=
  let value w := (coordinate w 0 + coordinate w 1 * p + coordinate w 2 * p ^ 2 + coordinate w 3 * p ^ 3) mod r in
  let bound j := (2 ^ 32 + 1) * sum4 (fun i => Z.abs (coordinate (basis v i) j)) / 2 ^ 33 in
  (0 <? r) && (0 <? l) && (r <? 2 ^ (64 * l)) &&
  (sum4 (fun i => cofactor v i * coordinate (basis v i) 0) =? r) &&
  ((p ^ 4 - p ^ 2 + 1) mod r =? 0) &&
  (value (basis v 0) =? 0) && (value (basis v 1) =? 0) && (value (basis v 2) =? 0) && (value (basis v 3) =? 0) &&
  forallb (fun i => rounded_quotient (Z.abs (cofactor v i)) (64 * l + 32) r <? 2 ^ 255) (seq 0 4) &&
  (Z.max (Z.max (bound 0%nat) (bound 1%nat)) (Z.max (bound 2%nat) (bound 3%nat)) =? largest) && (largest <? 2 ^ 64).

Theorem quarters v r p l largest :
  quarters_hold v r p l largest = true ->
  forall s, 0 <= s < 2 ^ (64 * l) ->
  let k := quarter r l s (basis v) (cofactor v) in
  (r | k 0%nat + k 1%nat * p + k 2%nat * p ^ 2 + k 3%nat * p ^ 3 - s) /\
  (forall j, (j <= 3)%nat -> Z.abs (k j) <= largest) /\ largest < 2 ^ 64.
Proof.
  unfold quarters_hold. cbv zeta. intros H s Hs. repeat (let C := fresh "C" in apply andb_prop in H as [H C]).
  apply Z.ltb_lt in H, C9, C. apply Z.eqb_eq in C0, C2, C3, C4, C5, C6, C7.
  assert (L : forall i, (i <= 3)%nat ->
    (r | coordinate (basis v i) 0 + coordinate (basis v i) 1 * p + coordinate (basis v i) 2 * p ^ 2 +
         coordinate (basis v i) 3 * p ^ 3)).
  { intros i Hi. apply Z.mod_divide; [intros ->; discriminate H|].
    destruct i as [|[|[|[|i]]]]; [assumption..|exfalso; clear - Hi; lia]. }
  pose proof (other_columns_vanish v) as O. split; [|split; [|exact C]].
  - exact (quarters_are_congruent r p l s (basis v) (cofactor v) H C9 Hs C7 O L).
  - intros j Hj.
    apply Z.le_trans with (1 := quarter_bound r p l s (basis v) (cofactor v) H C9 Hs C7 O L j Hj).
    rewrite <- C0. destruct j as [|[|[|[|j]]]]; [| | | |exfalso; clear - Hj; lia].
    + apply Z.le_trans with (2 := Z.le_max_l _ _), Z.le_max_l.
    + apply Z.le_trans with (2 := Z.le_max_l _ _), Z.le_max_r.
    + apply Z.le_trans with (2 := Z.le_max_r _ _), Z.le_max_l.
    + apply Z.le_trans with (2 := Z.le_max_r _ _), Z.le_max_r.
Qed.
