(* Formulas on points: completeness, the meaning of Z = 0, maps to curves. For every field.

   Files of the engine: crates/curves/src/models/weierstrass/projective.rs (a = 0 and a = -3),
   crates/curves/src/models/weierstrass/jacobian.rs (`add_affine_complete`),
   crates/curves/src/models/edwards.rs, crates/pairing/src/miller/step.rs, crates/pairing/src/residues/membership.rs,
   crates/curves/src/hashing/candidates.rs. Claims there:
   "A sum is correct if and only if the difference of the two points is not of order two"
   "Every double is correct" (projective.rs); "an exceptional step leaves Z = 0, which no later step changes"
   (membership.rs); law 1 of edwards.rs "covers all pairs exactly if a is a square and d is not": the first half. *)

From Coq Require Import Field Ring.

Section Formulas.
  Variable F : Type.
  Variables (O I : F) (add mul sub : F -> F -> F) (opp : F -> F) (div : F -> F -> F) (inv : F -> F).
  Hypothesis field_of : field_theory O I add mul sub opp div inv (@eq F).
  Hypothesis decide : forall v w : F, v = w \/ v <> w.
  Add Field field_F : field_of.

  Infix "+" := add. Infix "*" := mul. Infix "-" := sub. Notation "- v" := (opp v). Infix "/" := div.
  Notation "0" := O. Notation "1" := I.
  Notation two := (1 + 1). Notation three := (1 + 1 + 1).

  Lemma integral v w : v * w = 0 -> v = 0 \/ w = 0.
  Proof.
    intros H. destruct (decide v 0) as [E|N]; [left; exact E|right].
    transitivity (inv v * (v * w)); [field; exact N|rewrite H; ring].
  Qed.

  Lemma product v w : v <> 0 -> w <> 0 -> v * w <> 0.
  Proof. intros Hv Hw H. apply integral in H as [H|H]; contradiction. Qed.

  Lemma minus v w : v - w = 0 -> v = w.
  Proof. intros H. transitivity (v - w + w); [ring|rewrite H; ring]. Qed.

  Lemma one_not_zero : 1 <> 0.
  Proof. destruct field_of. exact F_1_neq_0. Qed.

  Hypothesis two_not_zero : two <> 0.

  Lemma cube v : v * v * v = 0 -> v = 0.
  Proof. intros H. apply integral in H as [H|H]; [apply integral in H as [H|H]|]; exact H. Qed.

  (* Short Weierstrass curves y^2 = x^3 + a x + b. `sum` of projective.rs from products and mixed sums, for a = 0 and
     a = -3. *)
  Section Weierstrass.
    Variables a b : F.
    Variable minus_u t m : F -> F -> F -> F.   (* of XX, ZZ, XZ *)
    (* The two cases of `match C::A`. *)
    Hypothesis which :
      (a = 0 /\ (forall XX ZZ XZ, minus_u XX ZZ XZ = three * b * ZZ /\ t XX ZZ XZ = three * b * XZ /\
                             m XX ZZ XZ = three * XX)) \/
      (a = - three /\ (forall XX ZZ XZ, minus_u XX ZZ XZ = three * b * ZZ - three * XZ /\
                                  t XX ZZ XZ = three * b * XZ - three * (three * ZZ + XX) /\
                                  m XX ZZ XZ = three * (XX - ZZ))).

    Definition X3 X1 Y1 Z1 X2 Y2 Z2 :=
      let XX := X1 * X2 in let YY := Y1 * Y2 in let ZZ := Z1 * Z2 in
      let XY := X1 * Y2 + X2 * Y1 in let YZ := Y1 * Z2 + Y2 * Z1 in let XZ := X1 * Z2 + X2 * Z1 in
      XY * (YY - minus_u XX ZZ XZ) - YZ * t XX ZZ XZ.
    Definition Y3 X1 Y1 Z1 X2 Y2 Z2 :=
      let XX := X1 * X2 in let YY := Y1 * Y2 in let ZZ := Z1 * Z2 in let XZ := X1 * Z2 + X2 * Z1 in
      (YY + minus_u XX ZZ XZ) * (YY - minus_u XX ZZ XZ) + m XX ZZ XZ * t XX ZZ XZ.
    Definition Z3 X1 Y1 Z1 X2 Y2 Z2 :=
      let XX := X1 * X2 in let YY := Y1 * Y2 in let ZZ := Z1 * Z2 in
      let XY := X1 * Y2 + X2 * Y1 in let YZ := Y1 * Z2 + Y2 * Z1 in let XZ := X1 * Z2 + X2 * Z1 in
      YZ * (YY + minus_u XX ZZ XZ) + m XX ZZ XZ * XY.

    Definition on x y := y * y = x * x * x + a * x + b.

    Ltac formulas := unfold X3, Y3, Z3, on in *; cbv zeta in *;
      destruct which as [[Ha Hf]|[Ha Hf]];
      repeat match goal with |- context [minus_u ?A ?B ?C] =>
        let E1 := fresh in let E2 := fresh in let E3 := fresh in
        destruct (Hf A B C) as (E1 & E2 & E3); rewrite ?E1, ?E2, ?E3; clear E1 E2 E3 end;
      repeat match goal with |- context [t ?A ?B ?C] =>
        let E1 := fresh in let E2 := fresh in let E3 := fresh in
        destruct (Hf A B C) as (E1 & E2 & E3); rewrite ?E1, ?E2, ?E3; clear E1 E2 E3 end;
      repeat match goal with |- context [m ?A ?B ?C] =>
        let E1 := fresh in let E2 := fresh in let E3 := fresh in
        destruct (Hf A B C) as (E1 & E2 & E3); rewrite ?E1, ?E2, ?E3; clear E1 E2 E3 end;
      rewrite ?Ha in *.

    (* Coordinates are homogeneous: the result for other representatives of the same points is proportional. *)
    Theorem homogeneous k l X1 Y1 Z1 X2 Y2 Z2 :
      X3 (k * X1) (k * Y1) (k * Z1) (l * X2) (l * Y2) (l * Z2) = k * k * (l * l) * X3 X1 Y1 Z1 X2 Y2 Z2 /\
      Y3 (k * X1) (k * Y1) (k * Z1) (l * X2) (l * Y2) (l * Z2) = k * k * (l * l) * Y3 X1 Y1 Z1 X2 Y2 Z2 /\
      Z3 (k * X1) (k * Y1) (k * Z1) (l * X2) (l * Y2) (l * Z2) = k * k * (l * l) * Z3 X1 Y1 Z1 X2 Y2 Z2.
    Proof. formulas; repeat split; ring. Qed.

    (* Infinity, (0 : 1 : 0), is neutral. *)
    Theorem neutral x y :
      X3 0 1 0 x y 1 = x * y /\ Y3 0 1 0 x y 1 = y * y /\ Z3 0 1 0 x y 1 = y /\
      X3 x y 1 0 1 0 = x * y /\ Y3 x y 1 0 1 0 = y * y /\ Z3 x y 1 0 1 0 = y /\
      X3 0 1 0 0 1 0 = 0 /\ Y3 0 1 0 0 1 0 = 1 /\ Z3 0 1 0 0 1 0 = 0.
    Proof. formulas; repeat split; ring. Qed.

    (* Points with different x: the chord, if Z3 is not zero. *)
    Theorem chord_x x1 y1 x2 y2 : on x1 y1 -> on x2 y2 ->
      X3 x1 y1 1 x2 y2 1 * ((x2 - x1) * (x2 - x1)) =
      Z3 x1 y1 1 x2 y2 1 * ((y2 - y1) * (y2 - y1) - (x1 + x2) * ((x2 - x1) * (x2 - x1))).
    Proof.
      intros H1 H2. assert (Hb : b = y1 * y1 - x1 * x1 * x1 - a * x1) by (rewrite H1; ring).
      assert (H : y2 * y2 = x2 * x2 * x2 + a * x2 + (y1 * y1 - x1 * x1 * x1 - a * x1)) by (rewrite <- Hb; exact H2).
      clear H1 H2. formulas; rewrite Hb; ring [H].
    Qed.

    (* Z3 is the y of P - Q times (x2 - x1)^3. *)
    Theorem chord_z x1 y1 x2 y2 : on x1 y1 -> on x2 y2 ->
      Z3 x1 y1 1 x2 y2 1 =
      - (y1 + y2) * (x1 * ((x2 - x1) * (x2 - x1)) - ((y1 + y2) * (y1 + y2) - (x1 + x2) * ((x2 - x1) * (x2 - x1))))
      - y1 * ((x2 - x1) * (x2 - x1) * (x2 - x1)).
    Proof.
      intros H1 H2. assert (Hb : b = y1 * y1 - x1 * x1 * x1 - a * x1) by (rewrite H1; ring).
      assert (H : y2 * y2 = x2 * x2 * x2 + a * x2 + (y1 * y1 - x1 * x1 * x1 - a * x1)) by (rewrite <- Hb; exact H2).
      clear H1 H2. formulas; rewrite Hb; ring [H].
    Qed.

    Theorem chord_y x1 y1 x2 y2 : on x1 y1 -> on x2 y2 ->
      Y3 x1 y1 1 x2 y2 1 * (x2 - x1) =
      (y2 - y1) * (x1 * Z3 x1 y1 1 x2 y2 1 - X3 x1 y1 1 x2 y2 1) - y1 * (x2 - x1) * Z3 x1 y1 1 x2 y2 1.
    Proof.
      intros H1 H2. assert (Hb : b = y1 * y1 - x1 * x1 * x1 - a * x1) by (rewrite H1; ring).
      assert (H : y2 * y2 = x2 * x2 * x2 + a * x2 + (y1 * y1 - x1 * x1 * x1 - a * x1)) by (rewrite <- Hb; exact H2).
      clear H1 H2. formulas; rewrite Hb; ring [H].
    Qed.

    (* "Every double is correct": (2 y)^2 x3 = (3 x^2 + a)^2 - 2 x (2 y)^2, and Z3 = 8 y^3. *)
    Theorem double x y : on x y ->
      Z3 x y 1 x y 1 = two * two * two * (y * y * y) /\
      X3 x y 1 x y 1 * (two * y * (two * y)) =
        Z3 x y 1 x y 1 * ((three * (x * x) + a) * (three * (x * x) + a) - two * x * (two * y * (two * y))) /\
      Y3 x y 1 x y 1 * (two * y) =
        (three * (x * x) + a) * (x * Z3 x y 1 x y 1 - X3 x y 1 x y 1) - y * (two * y) * Z3 x y 1 x y 1.
    Proof.
      intros H. assert (Hb : b = y * y - x * x * x - a * x) by (rewrite H; ring). clear H.
      formulas; rewrite Hb; repeat split; ring.
    Qed.

    (* Opposite points: infinity. *)
    Theorem opposite x y : on x y ->
      X3 x y 1 x (- y) 1 = 0 /\ Z3 x y 1 x (- y) 1 = 0 /\
      Y3 x y 1 x (- y) 1 * (two * y) =
        (three * (x * x) + a) * (x * Z3 x y 1 x y 1 - X3 x y 1 x y 1) - y * (two * y) * Z3 x y 1 x y 1.
    Proof.
      intros H. assert (Hb : b = y * y - x * x * x - a * x) by (rewrite H; ring). clear H.
      formulas; rewrite Hb; repeat split; ring.
    Qed.

    (* A curve without points of order two: no point has y = 0. *)
    Hypothesis no_order_two : forall x, ~ on x 0.

    Lemma y_not_zero x y : on x y -> y <> 0.
    Proof. intros H E. rewrite E in H. exact (no_order_two x H). Qed.

    (* The difference of two points with different x is on the curve. *)
    Lemma difference_on x1 y1 x2 y2 : x2 - x1 <> 0 -> on x1 y1 -> on x2 y2 ->
      let s := - (y1 + y2) / (x2 - x1) in
      let x := s * s - x1 - x2 in let y := s * (x1 - x) - y1 in on x y.
    Proof.
      intros N H1 H2 s x y. unfold on in *.
      assert (Hb : b = y1 * y1 - x1 * x1 * x1 - a * x1) by (rewrite H1; ring).
      assert (Ha : a = (y2 * y2 - x2 * x2 * x2 - (y1 * y1 - x1 * x1 * x1)) / (x2 - x1)).
      { rewrite H1, H2. field. exact N. }
      unfold y, x, s. clear H1 H2. rewrite Hb, Ha. field. exact N.
    Qed.

    (* Completeness: the sum of any two points is a point, and it is affine unless the points are opposite. *)
    Theorem complete x1 y1 x2 y2 : on x1 y1 -> on x2 y2 ->
      (x1 = x2 /\ y1 = - y2 /\
       X3 x1 y1 1 x2 y2 1 = 0 /\ Z3 x1 y1 1 x2 y2 1 = 0 /\ Y3 x1 y1 1 x2 y2 1 <> 0) \/
      Z3 x1 y1 1 x2 y2 1 <> 0.
    Proof.
      intros H1 H2. destruct (decide (x2 - x1) 0) as [E|N].
      - apply minus in E. subst x2.
        assert (S : (y1 - y2) * (y1 + y2) = 0).
        { unfold on in *. transitivity (y1 * y1 - y2 * y2); [ring|]. rewrite H1, H2. ring. }
        apply integral in S as [S|S].
        + apply minus in S. subst y2. right. rewrite (proj1 (double x1 y1 H1)).
          pose proof (y_not_zero _ _ H1). repeat apply product; assumption.
        + assert (E2 : y2 = - y1) by (transitivity (y1 + y2 - y1); [ring|rewrite S; ring]). subst y2.
          left. destruct (opposite x1 y1 H1) as (EX & EZ & EY). repeat split; auto; [ring|].
          intros EY0. rewrite EY0 in EY.
          (* the double would have y = 0 *)
          pose proof (y_not_zero _ _ H1) as Ny.
          destruct (double x1 y1 H1) as (DZ & DX & DY). rewrite <- EY in DY.
          assert (Nz : Z3 x1 y1 1 x1 y1 1 <> 0) by (rewrite DZ; repeat apply product; assumption).
          assert (N2 : two * y1 <> 0) by (apply product; assumption).
          set (s := (three * (x1 * x1) + a) / (two * y1)).
          set (x := s * s - two * x1).
          apply (no_order_two x).
          assert (Y0 : s * (x1 - x) - y1 = 0).
          { assert (EX2 : X3 x1 y1 1 x1 y1 1 = Z3 x1 y1 1 x1 y1 1 * x).
            { apply minus. destruct (integral (two * y1 * (two * y1)) (X3 x1 y1 1 x1 y1 1 - Z3 x1 y1 1 x1 y1 1 * x))
                as [Q|Q]; [|exfalso; exact (product _ _ N2 N2 Q)|exact Q].
              transitivity (X3 x1 y1 1 x1 y1 1 * (two * y1 * (two * y1)) -
                            Z3 x1 y1 1 x1 y1 1 * (x * (two * y1 * (two * y1)))); [ring|].
              rewrite DX. unfold x, s. field. split; [exact Ny|exact two_not_zero]. }
            rewrite EX2 in EY.
            destruct (integral (two * y1 * Z3 x1 y1 1 x1 y1 1) (s * (x1 - x) - y1)) as [Q|Q]; [| |exact Q].
            - transitivity ((three * (x1 * x1) + a) * (x1 * Z3 x1 y1 1 x1 y1 1 - Z3 x1 y1 1 x1 y1 1 * x) -
                            y1 * (two * y1) * Z3 x1 y1 1 x1 y1 1); [unfold s; field; split; assumption|].
              rewrite <- EY. ring.
            - exfalso. exact (product _ _ N2 Nz Q). }
          assert (T : on x (s * (x1 - x) - y1)).
          { unfold on in *. assert (Hb : b = y1 * y1 - x1 * x1 * x1 - a * x1) by (rewrite H1; ring).
            assert (Ea : a = s * (two * y1) - three * (x1 * x1)) by (unfold s; field; split; assumption).
            clearbody s. unfold x. rewrite Hb, Ea. ring. }
          rewrite Y0 in T. exact T.
      - right. intros Z0. pose proof (chord_z x1 y1 x2 y2 H1 H2) as C. rewrite Z0 in C.
        pose proof (difference_on x1 y1 x2 y2 N H1 H2) as D. cbv zeta in D.
        set (s := - (y1 + y2) / (x2 - x1)) in *.
        assert (Y0 : s * (x1 - (s * s - x1 - x2)) - y1 = 0).
        { transitivity ((- (y1 + y2) * (x1 * ((x2 - x1) * (x2 - x1)) -
              ((y1 + y2) * (y1 + y2) - (x1 + x2) * ((x2 - x1) * (x2 - x1)))) -
              y1 * ((x2 - x1) * (x2 - x1) * (x2 - x1))) / ((x2 - x1) * (x2 - x1) * (x2 - x1))).
          - unfold s. field. exact N.
          - rewrite <- C. field. exact N. }
        rewrite Y0 in D. exact (no_order_two _ D).
    Qed.
  End Weierstrass.

  (* `add_affine_complete` of jacobian.rs: (x1 Z^2, y1 Z^3, Z) with Z <> 0 and an affine point. *)
  Section Jacobian.
    Variables a b x1 y1 x2 y2 Z : F.
    Definition on_cubic x y := y * y = x * x * x + a * x + b.
    Hypothesis first : on_cubic x1 y1.
    Hypothesis second : on_cubic x2 y2.
    Hypothesis Z_not_zero : Z <> 0.

    Definition jacobian_T := x1 * (Z * Z) + x2 * (Z * Z).
    Definition jacobian_M := y1 * (Z * Z * Z) + y2 * (Z * Z * Z).
    (* The numerator R and the denominator N of the slope, and W = M N^3. *)
    Definition jacobian_X N R := R * R - jacobian_T * (N * N).
    Definition jacobian_Y N R W := (R * (jacobian_T * (N * N) - two * jacobian_X N R) - W) / two.
    Definition usual_R := jacobian_T * jacobian_T - x1 * (Z * Z) * (x2 * (Z * Z)) + a * (Z * Z * (Z * Z)).
    Definition other_N := x1 * (Z * Z) - x2 * (Z * Z).
    Definition other_R := two * (y1 * (Z * Z * Z)).

    Ltac jacobian := unfold jacobian_Y, jacobian_X, usual_R, other_N, other_R, jacobian_T, jacobian_M, on_cubic in *.

    Lemma difference_of_cubes : y2 * y2 = x2 * x2 * x2 + a * x2 + (y1 * y1 - x1 * x1 * x1 - a * x1).
    Proof. jacobian. rewrite first, second. ring. Qed.

    Lemma half v w : v = two * w -> v / two = w.
    Proof. intros ->. field. exact two_not_zero. Qed.

    Ltac halves H := match goal with |- ?V / two * ?D = ?W =>
      transitivity (V * D / two); [field; exact two_not_zero|apply half; ring [H]] end.

    (* Points with different x: the chord. *)
    Theorem mixed_chord : let N := jacobian_M in let Z3 := Z * N in let X3 := jacobian_X N usual_R in
      X3 * ((x2 - x1) * (x2 - x1)) =
        Z3 * Z3 * ((y2 - y1) * (y2 - y1) - (x1 + x2) * ((x2 - x1) * (x2 - x1))) /\
      jacobian_Y N usual_R (N * N * (N * N)) * (x2 - x1) =
        (y2 - y1) * (x1 * (Z3 * Z3) - X3) * Z3 - y1 * (x2 - x1) * (Z3 * Z3 * Z3).
    Proof.
      cbv zeta. pose proof difference_of_cubes as H. jacobian. clear first second.
      split; [ring [H]|halves H].
    Qed.

    (* Equal points: the tangent. *)
    Theorem mixed_tangent : x1 = x2 -> y1 = y2 ->
      let N := jacobian_M in let Z3 := Z * N in let X3 := jacobian_X N usual_R in
      Z3 = two * (Z * Z * (Z * Z) * y1) /\
      X3 * (two * y1 * (two * y1)) =
        Z3 * Z3 * ((three * (x1 * x1) + a) * (three * (x1 * x1) + a) - two * x1 * (two * y1 * (two * y1))) /\
      jacobian_Y N usual_R (N * N * (N * N)) * (two * y1) =
        (three * (x1 * x1) + a) * (x1 * (Z3 * Z3) - X3) * Z3 - y1 * (two * y1) * (Z3 * Z3 * Z3).
    Proof.
      cbv zeta. jacobian. clear first second. intros <- <-. split; [ring|split; [ring|]].
      match goal with |- ?V / two * ?D = ?W => transitivity (V * D / two); [field; exact two_not_zero|] end.
      apply half. ring.
    Qed.

    (* The slope of mixed_chord and mixed_tangent is used for Z3 = Z M <> 0 alone. *)
    Theorem mixed_cases : Z * jacobian_M = 0 <-> jacobian_M = 0.
    Proof.
      split; [|intros ->; ring]. intros H. apply integral in H as [H|H]; [contradiction|exact H].
    Qed.

    (* M = 0: the points have y2 = -y1. The chord, and infinity for opposite points alone: those with the same x. *)
    Theorem mixed_other : jacobian_M = 0 -> let N := other_N in let Z3 := Z * N in let X3 := jacobian_X N other_R in
      y2 = - y1 /\ (Z3 = 0 <-> x1 = x2) /\
      X3 * ((x2 - x1) * (x2 - x1)) =
        Z3 * Z3 * ((y2 - y1) * (y2 - y1) - (x1 + x2) * ((x2 - x1) * (x2 - x1))) /\
      jacobian_Y N other_R 0 * (x2 - x1) =
        (y2 - y1) * (x1 * (Z3 * Z3) - X3) * Z3 - y1 * (x2 - x1) * (Z3 * Z3 * Z3).
    Proof.
      intros M0. cbv zeta.
      assert (E : y2 = - y1).
      { assert (S : Z * Z * Z * (y1 + y2) = 0) by (rewrite <- M0; jacobian; ring).
        apply integral in S as [S|S]; [exfalso; exact (Z_not_zero (cube _ S))|].
        transitivity (y1 + y2 - y1); [ring|rewrite S; ring]. }
      split; [exact E|]. jacobian. clear first second M0. rewrite E. repeat split.
      - intros Z0. apply minus.
        assert (P : Z * Z * Z * (x1 - x2) = 0) by (rewrite <- Z0; ring).
        apply integral in P as [P|P]; [exfalso; exact (Z_not_zero (cube _ P))|exact P].
      - intros ->. ring.
      - ring.
      - match goal with |- ?V / two * ?D = ?W => transitivity (V * D / two); [field; exact two_not_zero|] end.
        apply half. ring.
    Qed.
  End Jacobian.

  (* Steps of the Miller loop (step.rs). *)
  Section Miller.
    Variable b : F.
    (* Doubling: Z3 = 4 B H = 8 Y^3 Z. Addition: Z3 = Z L^3. *)
    Definition double_Z Y Z := two * two * (Y * Y * (two * Y * Z)).
    Definition add_Z X Z x := Z * ((X - x * Z) * ((X - x * Z) * (X - x * Z))).

    (* An exceptional step leaves Z = 0, and nothing else does; no later step changes it. *)
    Theorem double_Z_zero Y Z : double_Z Y Z = 0 <-> Y = 0 \/ Z = 0.
    Proof.
      unfold double_Z. split.
      - intros H. destruct (decide Y 0) as [|NY]; [left; assumption|]. right.
        destruct (decide Z 0) as [|NZ]; [assumption|]. exfalso. revert H. repeat apply product; assumption.
      - intros [-> | ->]; ring.
    Qed.
    Theorem add_Z_zero X Z x : add_Z X Z x = 0 <-> Z = 0 \/ X = x * Z.
    Proof.
      unfold add_Z. split.
      - intros H. apply integral in H as [H|H]; [left; exact H|right].
        apply minus, cube. transitivity ((X - x * Z) * ((X - x * Z) * (X - x * Z))); [ring|exact H].
      - intros [-> | ->]; ring.
    Qed.

    (* X3, Y3 of both steps are those of the tangent and of the chord: with A = 2 X Y, B = Y^2, E = 3 b' Z^2. *)
    Theorem double_is_tangent x y : y * y = x * x * x + b ->
      let B := y * y in let E := three * b in
      let X' := two * x * y * (B - three * E) in
      let Y' := (B + three * E) * (B + three * E) - two * two * three * (E * E) in
      let Z' := double_Z y 1 in
      X' * (two * y * (two * y)) = Z' * (three * (x * x) * (three * (x * x)) - two * x * (two * y * (two * y))) /\
      Y' * (two * y) = three * (x * x) * (x * Z' - X') - y * (two * y) * Z'.
    Proof.
      intros H. assert (Hb : b = y * y - x * x * x) by (rewrite H; ring). clear H.
      unfold double_Z. cbv zeta. rewrite Hb. split; ring.
    Qed.
    Theorem add_is_chord X Y Z x y :
      let L := X - x * Z in let S := Y - y * Z in let D := L * L in let E := L * D in let G := X * D in
      let H := E + Z * (S * S) - two * G in
      let X' := L * H in let Y' := S * (G - H) - E * Y in let Z' := add_Z X Z x in
      X' * (Z * D) = Z' * (Z * (S * S) - (X + x * Z) * D) /\
      Y' * (Z * L) = S * (X * Z' - Z * X') - Y * L * Z'.
    Proof. unfold add_Z. cbv zeta. split; ring. Qed.
  End Miller.

  (* Twisted Edwards curves: the first law covers all pairs if a is a square and d is not. *)
  Section Edwards.
    Variables a d s : F.
    Hypothesis a_square : a = s * s.
    Hypothesis s_not_zero : s <> 0.
    Hypothesis d_not_square : forall v w, w <> 0 -> v * v <> d * (w * w).
    Definition edwards x y := a * (x * x) + y * y = 1 + d * (x * x) * (y * y).

    Theorem first_law_is_complete e x1 y1 x2 y2 :
      edwards x1 y1 -> edwards x2 y2 -> e * e = 1 -> d * (x1 * x2 * (y1 * y2)) <> e.
    Proof.
      unfold edwards. intros H1 H2 He E.
      assert (Ne : e <> 0) by (intros Z0; rewrite Z0 in He; apply one_not_zero; rewrite <- He; ring).
      assert (Sq : forall g, g * g = 1 ->
        (s * x1 + g * e * y1) * (s * x1 + g * e * y1) =
        d * (x1 * y1 * (s * x2 + g * y2) * (x1 * y1 * (s * x2 + g * y2)))).
      { intros g Hg.
        transitivity (a * (x1 * x1) + (g * g) * (e * e) * (y1 * y1) + two * s * g * e * x1 * y1); [rewrite a_square;
            ring|].
        rewrite Hg, He.
        transitivity (d * (x1 * x1) * (y1 * y1) * (a * (x2 * x2) + y2 * y2) +
                      two * s * g * (d * (x1 * x2 * (y1 * y2))) * x1 * y1);
          [|rewrite a_square; ring [Hg]].
        rewrite H2, E.
        transitivity (d * (x1 * x1) * (y1 * y1) + d * (x1 * x2 * (y1 * y2)) * (d * (x1 * x2 * (y1 * y2))) +
                      two * s * g * e * x1 * y1); [|ring].
        rewrite E, He. transitivity (a * (x1 * x1) + y1 * y1 + two * s * g * e * x1 * y1); [ring|]. rewrite H1. ring. }
      assert (Nxy : x1 * y1 <> 0).
      { intros Z0. apply Ne. rewrite <- E. transitivity (d * (x1 * y1 * (x2 * y2))); [ring|]. rewrite Z0. ring. }
      assert (P : s * x2 + y2 = 0).
      { destruct (decide (s * x2 + y2) 0) as [|N]; [assumption|]. exfalso.
        apply (d_not_square (s * x1 + 1 * e * y1) (x1 * y1 * (s * x2 + 1 * y2))).
        - apply product; [exact Nxy|]. intros Q. apply N. rewrite <- Q. ring.
        - apply Sq. ring. }
      assert (M : s * x2 - y2 = 0).
      { destruct (decide (s * x2 - y2) 0) as [|N]; [assumption|]. exfalso.
        apply (d_not_square (s * x1 + (- (1)) * e * y1) (x1 * y1 * (s * x2 + (- (1)) * y2))).
        - apply product; [exact Nxy|]. intros Q. apply N. rewrite <- Q. ring.
        - apply Sq. ring. }
      assert (Y0 : two * y2 = 0) by (transitivity (s * x2 + y2 - (s * x2 - y2)); [ring|rewrite P, M; ring]).
      apply integral in Y0 as [Y0|Y0]; [contradiction|].
      apply Ne. rewrite <- E, Y0. ring.
    Qed.

    (* Both denominators of the first law. *)
    Corollary denominators x1 y1 x2 y2 : edwards x1 y1 -> edwards x2 y2 ->
      1 + d * (x1 * x2 * (y1 * y2)) <> 0 /\ 1 - d * (x1 * x2 * (y1 * y2)) <> 0.
    Proof.
      intros H1 H2. split; intros Z0.
      - apply (first_law_is_complete (- (1)) x1 y1 x2 y2 H1 H2); [ring|].
        transitivity (1 + d * (x1 * x2 * (y1 * y2)) - 1); [ring|rewrite Z0; ring].
      - apply (first_law_is_complete 1 x1 y1 x2 y2 H1 H2); [ring|]. symmetry. apply minus. exact Z0.
    Qed.

    (* `add_unchecked`: the Segre form has the coordinates of the first law, with Z = F G. *)
    Theorem extended_sum x1 y1 x2 y2 :
      let A := x1 * x2 in let B := y1 * y2 in let C := d * (x1 * y1 * (x2 * y2)) in
      let E := (x1 + y1) * (x2 + y2) - A - B in let Fa := 1 - C in let G := 1 + C in let H := B - a * A in
      edwards x1 y1 -> edwards x2 y2 ->
      Fa * G <> 0 /\
      E * Fa / (Fa * G) = (x1 * y2 + y1 * x2) / (1 + d * (x1 * x2 * (y1 * y2))) /\
      G * H / (Fa * G) = (y1 * y2 - a * (x1 * x2)) / (1 - d * (x1 * x2 * (y1 * y2))) /\
      E * H * (Fa * G) = E * Fa * (G * H).
    Proof.
      cbv zeta. intros H1 H2. destruct (denominators x1 y1 x2 y2 H1 H2) as [N1 N2].
      assert (N3 : 1 + d * (x1 * y1 * (x2 * y2)) <> 0) by (intros Q; apply N1; rewrite <- Q; ring).
      assert (N4 : 1 - d * (x1 * y1 * (x2 * y2)) <> 0) by (intros Q; apply N2; rewrite <- Q; ring).
      repeat split; [apply product; assumption|field; repeat split; assumption|field; repeat split; assumption|ring].
    Qed.
  End Edwards.

  (* The simplified map of Shallue, van de Woestijne and Ulas on y^2 = g(x) = x^3 + A x + B, with a non-square z. *)
  Section Swu.
    Variables A B z : F.
    Hypothesis A_not_zero : A <> 0.
    Definition g x := x * x * x + A * x + B.

    (* x1 = - (B / A) (1 + 1 / (z^2 u^4 + z u^2)), x2 = z u^2 x1: g(x2) = z^3 u^6 g(x1). *)
    Theorem swu u : let w := z * (u * u) in w * w + w <> 0 ->
      let x1 := - (B / A) * (1 + 1 / (w * w + w)) in
      g (w * x1) = w * w * w * g x1.
    Proof.
      cbv zeta. set (w := z * (u * u)). intros N. unfold g. clearbody w.
      field. split; [exact N|exact A_not_zero].
    Qed.

    (* So with z not a square, one of g(x1), g(x2) is a square: their product is z times a square. *)
    Theorem swu_product u : let w := z * (u * u) in w * w + w <> 0 ->
      let x1 := - (B / A) * (1 + 1 / (w * w + w)) in
      g x1 * g (w * x1) = z * (z * (u * u * u) * g x1 * (z * (u * u * u) * g x1)).
    Proof. cbv zeta. intros N. rewrite swu by exact N. ring. Qed.
  End Swu.
End Formulas.
