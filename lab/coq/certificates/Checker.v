(** A checker of certificates for the kernels of crates/limbs/src/backend, which lab/proofs writes.

    A statement is a program of divisions with remainder on integers, what is assumed of its inputs, and what is claimed
    of its results. `adc` is the division of a sum by `2^64`, `mulx` that of a product. [accepted] says: if [accepts]
    returns true, then the claim holds for all inputs. So a certificate needs no trust; the statement does. *)
Require Import ZArith List Bool Lia FMapPositive.
Import ListNotations.
Open Scope Z_scope.
Module Map := PositiveMap.

(** * Polynomials: sums of integers times products of variables. The order of terms matters for speed alone. *)
Definition monomial := list positive.
Definition poly := list (Z * monomial).
Definition valuation := positive -> Z.

Fixpoint product (v : valuation) (m : monomial) : Z :=
  match m with [] => 1 | x :: m' => v x * product v m' end.
Fixpoint eval (v : valuation) (p : poly) : Z :=
  match p with [] => 0 | (c, m) :: p' => c * product v m + eval v p' end.

(** By the number of variables, then by the greatest variables. *)
Fixpoint order (m n : monomial) : comparison :=
  match m, n with
  | [], [] => Eq | [], _ => Lt | _, [] => Gt
  | x :: m', y :: n' => match order m' n' with Eq => Pos.compare x y | c => c end
  end.
Fixpoint add (p : poly) : poly -> poly :=
  match p with
  | [] => fun q => q
  | (c, m) :: p' =>
      fix add_to (q : poly) : poly :=
        match q with
        | [] => p
        | (d, n) :: q' =>
            match order m n with
            | Lt => (c, m) :: add p' q
            | Gt => (d, n) :: add_to q'
            | Eq => let s := c + d in if s =? 0 then add p' q' else (s, m) :: add p' q'
            end
        end
  end.
Fixpoint join (m : monomial) : monomial -> monomial :=
  match m with
  | [] => fun n => n
  | x :: m' =>
      fix join_to (n : monomial) : monomial :=
        match n with
        | [] => m
        | y :: n' => match Pos.compare x y with Gt => y :: join_to n' | _ => x :: join m' n end
        end
  end.
Definition scale (c : Z) (m : monomial) (p : poly) : poly := map (fun t => (c * fst t, join m (snd t))) p.
Fixpoint mul (p q : poly) : poly :=
  match p with [] => [] | (c, m) :: p' => add (scale c m q) (mul p' q) end.
Definition sub (p q : poly) : poly := add p (scale (-1) [] q).
Definition is_zero (p : poly) : bool := forallb (fun t => fst t =? 0) p.

Lemma order_equal m : forall n, order m n = Eq -> m = n.
Proof.
  induction m as [|x m IH]; intros [|y n]; simpl; try discriminate; auto. specialize (IH n).
  destruct (order m n); try discriminate. intros H. apply Pos.compare_eq in H. rewrite H, IH; auto.
Qed.
Lemma eval_add v p : forall q, eval v (add p q) = eval v p + eval v q.
Proof.
  induction p as [|[c m] p IH]; intros q; [reflexivity|].
  induction q as [|[d n] q IHq]; [simpl; ring|].
  cbn [add]. destruct (order m n) eqn:E.
  - apply order_equal in E. subst. cbn zeta. destruct (Z.eqb_spec (c + d) 0); simpl; rewrite IH; [|ring].
    assert (D : c = - d) by lia; rewrite D; ring.
  - simpl. rewrite IH. simpl. ring.
  - simpl. cbn [add] in IHq. rewrite IHq. simpl. ring.
Qed.
Lemma product_join v m : forall n, product v (join m n) = product v m * product v n.
Proof.
  induction m as [|x m IH]; intros n; [cbn [join product]; ring|].
  induction n as [|y n IHn]; [cbn [join product]; ring|].
  cbn [join]. destruct (Pos.compare x y); cbn [product]; try (rewrite IH; cbn [product]; ring).
  cbn [join] in IHn. rewrite IHn. cbn [product]. ring.
Qed.
Lemma eval_scale v c m p : eval v (scale c m p) = c * product v m * eval v p.
Proof.
  induction p as [|[d n] p IH]; [cbn; ring|]. cbn [scale map eval fst snd]. fold (scale c m p).
  rewrite IH, product_join. ring.
Qed.
Lemma eval_mul v p q : eval v (mul p q) = eval v p * eval v q.
Proof. induction p as [|[c m] p IH]; simpl; [lia|]. rewrite eval_add, eval_scale, IH. ring. Qed.
Lemma eval_sub v p q : eval v (sub p q) = eval v p - eval v q.
Proof. unfold sub. rewrite eval_add, eval_scale. cbn [product]. ring. Qed.
Lemma eval_is_zero v p : is_zero p = true -> eval v p = 0.
Proof.
  induction p as [|[c m] p IH]; simpl; [auto|]. intros H. apply andb_prop in H as [H H0].
  apply Z.eqb_eq in H. subst. rewrite IH by assumption. lia.
Qed.

(** * Ranges: what bounds of variables imply. *)
Definition interval := (Z * Z)%type.
Definition inside (i : interval) (x : Z) : Prop := fst i <= x <= snd i.
Definition within (b : Map.t interval) (v : valuation) : Prop :=
  forall x i, Map.find x b = Some i -> inside i (v x).

Definition times (i j : interval) : interval :=
  let p := fst i * fst j in let q := fst i * snd j in let r := snd i * fst j in let s := snd i * snd j in
  (Z.min (Z.min p q) (Z.min r s), Z.max (Z.max p q) (Z.max r s)).

Fixpoint range_product (b : Map.t interval) (m : monomial) : option interval :=
  match m with
  | [] => Some (1, 1)
  | x :: m' =>
      match Map.find x b, range_product b m' with
      | Some i, Some j => Some (times i j)
      | _, _ => None
      end
  end.
Fixpoint range (b : Map.t interval) (p : poly) : option interval :=
  match p with
  | [] => Some (0, 0)
  | (c, m) :: p' =>
      match range_product b m, range b p' with
      | Some i, Some j => let k := times (c, c) i in Some (fst k + fst j, snd k + snd j)
      | _, _ => None
      end
  end.
Lemma between k a b y : a <= y <= b -> Z.min (k * a) (k * b) <= k * y <= Z.max (k * a) (k * b).
Proof. intros. destruct (Z.le_gt_cases 0 k); nia. Qed.
Lemma inside_times i j x y : inside i x -> inside j y -> inside (times i j) (x * y).
Proof.
  unfold inside, times. simpl. intros Hx Hy.
  pose proof (between y _ _ _ Hx) as H. pose proof (between (fst i) _ _ _ Hy). pose proof (between (snd i) _ _ _ Hy).
  rewrite (Z.mul_comm y x), (Z.mul_comm y (fst i)), (Z.mul_comm y (snd i)) in H. lia.
Qed.
Lemma inside_product b v m i : within b v -> range_product b m = Some i -> inside i (product v m).
Proof.
  intros W. revert i. induction m as [|x m IH]; simpl; intros i H; [injection H as <-; unfold inside; simpl; lia|].
  destruct (Map.find x b) eqn:E; [|discriminate]. destruct (range_product b m); [|discriminate].
  injection H as <-. apply inside_times; auto.
Qed.
Lemma inside_range b v p i : within b v -> range b p = Some i -> inside i (eval v p).
Proof.
  intros W. revert i. induction p as [|[c m] p IH]; simpl; intros i H; [injection H as <-; unfold inside; simpl; lia|].
  destruct (range_product b m) as [j|] eqn:E; [|discriminate]. destruct (range b p) as [k|]; [|discriminate].
  injection H as <-. specialize (IH _ eq_refl). apply (inside_product _ v) in E; [|assumption].
  assert (inside (c, c) c) as C by (unfold inside; simpl; lia).
  pose proof (inside_times _ _ _ _ C E). unfold inside in *. simpl in *. lia.
Qed.

(** * What is known: equalities to zero, facts that are not negative, and bounds of variables. *)
Record state := { equalities : Map.t poly; facts : Map.t poly; bounds : Map.t interval }.

Record good (v : valuation) (s : state) : Prop := {
  good_equalities : forall k p, Map.find k (equalities s) = Some p -> eval v p = 0;
  good_facts : forall k p, Map.find k (facts s) = Some p -> 0 <= eval v p;
  good_bounds : within (bounds s) v }.
Definition set_equality s k p :=
  {| equalities := Map.add k p (equalities s); facts := facts s; bounds := bounds s |}.
Definition set_fact s k p := {| equalities := equalities s; facts := Map.add k p (facts s); bounds := bounds s |}.
Definition set_bounds s x i := {| equalities := equalities s; facts := facts s; bounds := Map.add x i (bounds s) |}.

Lemma find_add {A} k k' (a b : A) m :
  Map.find k' (Map.add k a m) = Some b -> (k' = k /\ b = a) \/ Map.find k' m = Some b.
Proof.
  destruct (Pos.eq_dec k' k) as [->|N]; [rewrite Map.gss|rewrite Map.gso by assumption; auto].
  intros H. injection H as <-. auto.
Qed.
Lemma good_set_equality v s k p : good v s -> eval v p = 0 -> good v (set_equality s k p).
Proof. intros [E F B] H. split; auto. intros k' q Q. apply find_add in Q as [[_ ->]|Q]; eauto. Qed.
Lemma good_set_fact v s k p : good v s -> 0 <= eval v p -> good v (set_fact s k p).
Proof. intros [E F B] H. split; auto. intros k' q Q. apply find_add in Q as [[_ ->]|Q]; eauto. Qed.
Lemma good_set_bounds v s x i : good v s -> inside i (v x) -> good v (set_bounds s x i).
Proof. intros [E F B] H. split; auto. intros k' q Q. apply find_add in Q as [[-> ->]|Q]; eauto. Qed.

(** A sum of multiples of equalities. A name without an equality means zero. *)
Definition combination := list (positive * poly).
Definition named (k : positive) (m : Map.t poly) : poly := match Map.find k m with Some p => p | None => [] end.
Fixpoint combine (s : state) (l : combination) : poly :=
  match l with [] => [] | (k, q) :: l' => add (mul q (named k (equalities s))) (combine s l') end.
Lemma eval_combine v s l : good v s -> eval v (combine s l) = 0.
Proof.
  intros [E _ _]. induction l as [|[k q] l IH]; simpl; [auto|]. rewrite eval_add, eval_mul, IH. unfold named.
  destruct (Map.find k (equalities s)) eqn:F; [rewrite (E _ _ F)|simpl]; lia.
Qed.

(** A sum of multiples of facts and bounds, by factors that are not negative. *)
Inductive source := Fact (k : positive) | Least (x : positive) | Most (x : positive).

Definition not_negative (s : state) (f : source) : poly :=
  match f with
  | Fact k => named k (facts s)
  | Least x => match Map.find x (bounds s) with Some i => [(- fst i, []); (1, [x])] | None => [] end
  | Most x => match Map.find x (bounds s) with Some i => [(snd i, []); (-1, [x])] | None => [] end
  end.
Fixpoint gather (s : state) (l : list (source * poly)) : option poly :=
  match l with
  | [] => Some []
  | (f, q) :: l' =>
      match range (bounds s) q, gather s l' with
      | Some i, Some p => if 0 <=? fst i then Some (add (mul q (not_negative s f)) p) else None
      | _, _ => None
      end
  end.
Lemma eval_not_negative v s f : good v s -> 0 <= eval v (not_negative s f).
Proof.
  intros [_ F B]. destruct f as [k|x|x]; simpl.
  - unfold named. destruct (Map.find k (facts s)) eqn:E; [eauto|simpl; lia].
  - destruct (Map.find x (bounds s)) eqn:E; cbn [eval product]; [apply B in E; unfold inside in E; lia|lia].
  - destruct (Map.find x (bounds s)) eqn:E; cbn [eval product]; [apply B in E; unfold inside in E; lia|lia].
Qed.
Lemma eval_gather v s l p : good v s -> gather s l = Some p -> 0 <= eval v p.
Proof.
  intros G. revert p. induction l as [|[f q] l IH]; simpl; intros p H; [injection H as <-; simpl; lia|].
  destruct (range (bounds s) q) as [i|] eqn:R; [|discriminate]. destruct (gather s l) as [r|]; [|discriminate].
  destruct (Z.leb_spec 0 (fst i)); [|discriminate]. injection H as <-.
  apply (inside_range _ v) in R; [|apply G]. specialize (IH _ eq_refl). pose proof (eval_not_negative v s f G).
  rewrite eval_add, eval_mul. unfold inside in R. nia.
Qed.

(** Why [t] is not negative: [factor * t] is at least a sum of what is not negative and of zeros, minus less than
    [factor]. So [t > -1], and [t] is an integer. *)
Record reason := { factor : Z; positives : list (source * poly); zeros : combination }.
Definition shows (s : state) (t : poly) (r : reason) : bool :=
  (0 <? factor r) &&
  match gather s (positives r) with
  | Some p =>
      match range (bounds s) (sub (scale (factor r) [] t) (add p (combine s (zeros r)))) with
      | Some i => - factor r <? fst i
      | None => false
      end
  | None => false
  end.
Lemma shown v s t r : good v s -> shows s t r = true -> 0 <= eval v t.
Proof.
  unfold shows. intros G H. apply andb_prop in H as [F H]. apply Z.ltb_lt in F.
  destruct (gather s (positives r)) as [p|] eqn:E; [|discriminate]. apply (eval_gather v) in E; [|assumption].
  destruct (range _ _) as [i|] eqn:R; [|discriminate]. apply Z.ltb_lt in H.
  apply (inside_range _ v) in R; [|apply G]. unfold inside in R.
  rewrite eval_sub, eval_scale, eval_add, (eval_combine v s) in R by assumption. simpl product in R. nia.
Qed.
