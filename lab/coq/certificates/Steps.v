(** The steps of a certificate, and the theorem about [accepts]: the second part of the checker for the kernels of
    crates/limbs/src/backend. *)
Require Import ZArith List Bool Lia FMapPositive.
Require Import Vorpal.Checker.
Import ListNotations.
Open Scope Z_scope.

(** * Steps. Each adds what it proves under a name. *)
Inductive step :=
  (** [t] is a sum of multiples of equalities. *)
| Equal (k : positive) (t : poly) (c : combination)
  (** [t = n q], and [t] lies between [-n] and [n]: both [t] and [q] are zero. *)
| Congruent (k k' : positive) (n : Z) (t q : poly) (c : combination)
  (** [t] is not negative. *)
| AtLeast (k : positive) (t : poly) (r : reason)
  (** A variable lies between two numbers. *)
| Between (x : positive) (i : interval) (r r' : reason)
  (** [t] is zero: neither [t] nor [-t] is negative. *)
| Squeezed (k : positive) (t : poly) (r r' : reason)
  (** The product of two facts. *)
| Multiplied (k : positive) (i j : positive).
Definition smaller (s : state) (n : Z) (t : poly) : bool :=
  match range (bounds s) t with Some i => (- n <? fst i) && (snd i <? n) | None => false end.
Definition follows (s : state) (t : poly) (c : combination) : bool := is_zero (sub t (combine s c)).

Definition take (s : state) (a : step) : option state :=
  match a with
  | Equal k t c => if follows s t c then Some (set_equality s k t) else None
  | Congruent k k' n t q c =>
      if smaller s n t && follows s (sub t (scale n [] q)) c
      then Some (set_equality (set_equality s k t) k' q) else None
  | AtLeast k t r => if shows s t r then Some (set_fact s k t) else None
  | Between x i r r' =>
      if shows s [(- fst i, []); (1, [x])] r && shows s [(snd i, []); (-1, [x])] r'
      then Some (set_bounds s x i) else None
  | Squeezed k t r r' => if shows s t r && shows s (scale (-1) [] t) r' then Some (set_equality s k t) else None
  | Multiplied k i j => Some (set_fact s k (mul (named i (facts s)) (named j (facts s))))
  end.
Lemma followed v s t c : good v s -> follows s t c = true -> eval v t = 0.
Proof.
  intros G H. apply (eval_is_zero v) in H. rewrite eval_sub, (eval_combine v s) in H by assumption. lia.
Qed.
Lemma taken v s a s' : good v s -> take s a = Some s' -> good v s'.
Proof.
  intros G. destruct a as [k t c|k k' n t q c|k t r|x i r r'|k t r r'|k i j]; simpl.
  - destruct (follows s t c) eqn:E; [|discriminate]. intros H. injection H as <-.
    apply good_set_equality; [assumption|]. eapply followed; eauto.
  - destruct (smaller s n t && _) eqn:E; [|discriminate]. intros H. injection H as <-.
    apply andb_prop in E as [S E]. apply (followed v) in E; [|assumption].
    rewrite eval_sub, eval_scale in E. simpl product in E. unfold smaller in S.
    destruct (range (bounds s) t) as [i|] eqn:R; [|discriminate]. apply andb_prop in S as [L U].
    apply Z.ltb_lt in L, U. apply (inside_range _ v) in R; [|apply G]. unfold inside in R.
    assert (eval v q = 0) by nia. repeat apply good_set_equality; auto. nia.
  - destruct (shows s t r) eqn:E; [|discriminate]. intros H. injection H as <-.
    apply good_set_fact; [assumption|]. eapply shown; eauto.
  - destruct (shows s _ r && shows s _ r') eqn:E; [|discriminate]. intros H. injection H as <-.
    apply andb_prop in E as [L U]. apply (shown v) in L, U; try assumption. cbn [eval product] in L, U.
    apply good_set_bounds; [assumption|]. unfold inside. lia.
  - destruct (shows s t r && shows s _ r') eqn:E; [|discriminate]. intros H. injection H as <-.
    apply andb_prop in E as [L U]. apply (shown v) in L, U; try assumption. rewrite eval_scale in U.
    apply good_set_equality; [assumption|]. cbn [product] in U. lia.
  - intros H. injection H as <-. apply good_set_fact; [assumption|]. rewrite eval_mul.
    pose proof (eval_not_negative v s (Fact i) G). pose proof (eval_not_negative v s (Fact j) G). simpl in *. nia.
Qed.

(** * Claims and proofs. *)
Record claim := { congruent : poly; modulus : poly; limits : list poly }.
Definition holds (v : valuation) (g : claim) : Prop :=
  (exists k, eval v (congruent g) = eval v (modulus g) * k) /\ Forall (fun p => 0 <= eval v p) (limits g).

(** A step and the rest; both values of a variable that has two; or the claim: [factor] times what is congruent minus
    [q] times the modulus is a sum of multiples of equalities, and every limit has a reason. *)
Inductive proof :=
| Then (a : step) (rest : proof)
| Cases (x : positive) (lower upper : proof)
| Done (factor : Z) (q : poly) (c : combination) (r : list reason).

Fixpoint all_shown (s : state) (l : list poly) (r : list reason) : bool :=
  match l, r with
  | [], [] => true
  | t :: l', a :: r' => shows s t a && all_shown s l' r'
  | _, _ => false
  end.
Fixpoint verify (g : claim) (s : state) (p : proof) : bool :=
  match p with
  | Then a rest => match take s a with Some s' => verify g s' rest | None => false end
  | Cases x lower upper =>
      match Map.find x (bounds s) with
      | Some i =>
          (snd i =? fst i + 1) && verify g (set_bounds s x (fst i, fst i)) lower &&
          verify g (set_bounds s x (snd i, snd i)) upper
      | None => false
      end
  | Done n q c r =>
      negb (n =? 0) && follows s (scale n [] (sub (congruent g) (mul (modulus g) q))) c && all_shown s (limits g) r
  end.
Lemma all_shown_sound v s l : forall r, good v s -> all_shown s l r = true -> Forall (fun p => 0 <= eval v p) l.
Proof.
  induction l as [|t l IH]; intros [|a r] G H; simpl in H; try discriminate; [constructor|].
  apply andb_prop in H as [H H0]. constructor; [eapply shown|eapply IH]; eauto.
Qed.
Lemma verified v g p : forall s, good v s -> verify g s p = true -> holds v g.
Proof.
  induction p as [a rest IH|x lower IHl upper IHu|n q c r]; intros s G; simpl.
  - destruct (take s a) eqn:E; [|discriminate]. apply IH. eapply taken; eauto.
  - destruct (Map.find x (bounds s)) as [i|] eqn:E; [|discriminate]. intros H.
    apply andb_prop in H as [H U]. apply andb_prop in H as [H L]. apply Z.eqb_eq in H.
    apply (good_bounds v s G) in E. unfold inside in E.
    assert (v x = fst i \/ v x = snd i) as [X|X] by lia.
    + apply (IHl _) in L; [assumption|]. apply good_set_bounds; [assumption|]. unfold inside. simpl. lia.
    + apply (IHu _) in U; [assumption|]. apply good_set_bounds; [assumption|]. unfold inside. simpl. lia.
  - intros H. apply andb_prop in H as [H L]. apply andb_prop in H as [N H].
    apply negb_true_iff, Z.eqb_neq in N. apply (followed v) in H; [|assumption].
    rewrite eval_scale, eval_sub, eval_mul in H. simpl product in H. split.
    + exists (eval v q). nia.
    + eapply all_shown_sound; eauto.
Qed.

(** * Programs. Division [i] of [p] by [n] puts the quotient into a new variable and the remainder into the next. *)
Definition division := (Z * poly)%type.
Definition put (v : valuation) (x : positive) (z : Z) : valuation := fun y => if Pos.eqb y x then z else v y.

Fixpoint run (v : valuation) (x : positive) (l : list division) : valuation :=
  match l with
  | [] => v
  | (n, p) :: l' =>
      run (put (put v x (eval v p / n)) (Pos.succ x) (eval v p mod n)) (Pos.succ (Pos.succ x)) l'
  end.

(** Variables below [first] are inputs. *)
Record statement := {
  first : positive;
  inputs : list (positive * interval);
  equations : list poly;
  conditions : list poly;
  program : list division;
  goal : claim }.
Definition assumed (v : valuation) (s : statement) : Prop :=
  Forall (fun i => inside (snd i) (v (fst i))) (inputs s) /\
  Forall (fun p => eval v p = 0) (equations s) /\
  Forall (fun p => 0 <= eval v p) (conditions s).

Definition below (x : positive) (p : poly) : bool := forallb (fun t => forallb (fun y => Pos.ltb y x) (snd t)) p.
Fixpoint well_formed (x : positive) (l : list division) : bool :=
  match l with
  | [] => true
  | (n, p) :: l' => (0 <? n) && below x p && well_formed (Pos.succ (Pos.succ x)) l'
  end.
Definition agree (x : positive) (v w : valuation) : Prop := forall y, (y < x)%positive -> v y = w y.

Lemma eval_agree x v w p : agree x v w -> below x p = true -> eval v p = eval w p.
Proof.
  intros A. induction p as [|[c m] p IH]; [auto|]. unfold below. simpl. intros H. apply andb_prop in H as [H H0].
  rewrite (IH H0). f_equal. f_equal. clear - A H. induction m as [|y m IH]; simpl in *; [auto|].
  apply andb_prop in H as [H H0]. apply Pos.ltb_lt in H. rewrite (A _ H), (IH H0). auto.
Qed.

Fixpoint divided (v : valuation) (x : positive) (l : list division) : Prop :=
  match l with
  | [] => True
  | (n, p) :: l' =>
      eval v p = n * v x + v (Pos.succ x) /\ 0 <= v (Pos.succ x) < n /\ divided v (Pos.succ (Pos.succ x)) l'
  end.
Lemma run_divided l : forall v x, well_formed x l = true -> agree x v (run v x l) /\ divided (run v x l) x l.
Proof.
  induction l as [|[n p] l IH]; intros v x H; simpl in *; [split; [intros y _; auto|auto]|].
  apply andb_prop in H as [H W]. apply andb_prop in H as [N B]. apply Z.ltb_lt in N.
  set (v' := put (put v x (eval v p / n)) (Pos.succ x) (eval v p mod n)).
  destruct (IH v' _ W) as [A D].
  assert (agree x v v') as A'.
  { intros y Y. unfold v', put. destruct (Pos.eqb_spec y (Pos.succ x)); [lia|].
    destruct (Pos.eqb_spec y x); [lia|auto]. }
  assert (agree x v (run v' (Pos.succ (Pos.succ x)) l)) as A''.
  { intros y Y. rewrite (A' y Y). apply A. lia. }
  assert (v' x = eval v p / n) as Q.
  { unfold v', put. destruct (Pos.eqb_spec x (Pos.succ x)); [lia|]. rewrite Pos.eqb_refl. auto. }
  assert (v' (Pos.succ x) = eval v p mod n) as R by (unfold v', put; rewrite Pos.eqb_refl; auto).
  split; [assumption|]. rewrite <- (eval_agree x v) by assumption.
  rewrite <- (A x) by lia. rewrite <- (A (Pos.succ x)) by lia. rewrite Q, R.
  split; [apply Z.div_mod; lia|]. split; [apply Z.mod_pos_bound; lia|assumption].
Qed.

(** * What is known at first: what is assumed, each division as an equality, and the bounds of its results. *)
Definition with_list {A} (f : positive -> A -> state -> state) : positive -> list A -> state -> state :=
  fix each k l s := match l with [] => s | a :: l' => each (Pos.succ k) l' (f k a s) end.
Definition with_division (s : state) (x : positive) (n : Z) (p : poly) : state :=
  let s' := set_equality s x (sub p [(n, [x]); (1, [Pos.succ x])]) in
  let s'' := match range (bounds s) p with Some i => set_bounds s' x (fst i / n, snd i / n) | None => s' end in
  set_bounds s'' (Pos.succ x) (0, n - 1).

Fixpoint with_program (s : state) (x : positive) (l : list division) : state :=
  match l with
  | [] => s
  | (n, p) :: l' => with_program (with_division s x n p) (Pos.succ (Pos.succ x)) l'
  end.
Lemma good_list v {A} f (P : A -> Prop) l : (forall k a s, good v s -> P a -> good v (f k a s)) ->
  forall k s, good v s -> Forall P l -> good v (with_list f k l s).
Proof.
  intros H. induction l as [|a l IH]; intros k s G F; [assumption|]. inversion F; subst.
  apply (IH (Pos.succ k) (f k a s)); auto.
Qed.
Lemma good_program v l : forall s x, good v s -> divided v x l -> good v (with_program s x l).
Proof.
  induction l as [|[n p] l IH]; intros s x G D; simpl in *; [auto|]. destruct D as [E [R D]].
  apply IH; [|assumption]. unfold with_division. apply good_set_bounds; [|unfold inside; simpl; lia].
  assert (good v (set_equality s x (sub p [(n, [x]); (1, [Pos.succ x])]))) as G'.
  { apply good_set_equality; [assumption|]. rewrite eval_sub. cbn [eval product]. lia. }
  destruct (range (bounds s) p) as [i|] eqn:B; [|assumption]. apply good_set_bounds; [assumption|].
  apply (inside_range _ v) in B; [|apply G]. unfold inside in *. simpl.
  assert (v x = eval v p / n) as ->.
  { apply (Z.div_unique _ _ _ (v (Pos.succ x))); lia. }
  split; apply Z.div_le_mono; lia.
Qed.

Definition nothing : state := {| equalities := Map.empty _; facts := Map.empty _; bounds := Map.empty _ |}.
Definition start (s : statement) : state :=
  let known := with_list (fun _ i s => set_bounds s (fst i) (snd i)) 1 (inputs s) nothing in
  let known := with_list (fun k p s => set_equality s k p) 1 (equations s) known in
  let known := with_list (fun k p s => set_fact s k p) 1 (conditions s) known in
  with_program known (first s) (program s).

Definition accepts (s : statement) (p : proof) : bool :=
  forallb (fun i => Pos.ltb (fst i) (first s)) (inputs s) && forallb (below (first s)) (equations s) &&
  forallb (below (first s)) (conditions s) && well_formed (first s) (program s) && verify (goal s) (start s) p.

Lemma forall_agree (P : Z -> Prop) x v w l :
  agree x v w -> forallb (below x) l = true -> Forall (fun p => P (eval v p)) l -> Forall (fun p => P (eval w p)) l.
Proof.
  intros A B F. induction F as [|p l H F IH]; constructor; simpl in B; apply andb_prop in B as [B B'].
  - rewrite <- (eval_agree x v w) by assumption. assumption.
  - auto.
Qed.

Theorem accepted s p :
  accepts s p = true -> forall v, assumed v s -> holds (run v (first s) (program s)) (goal s).
Proof.
  intros H v [I [E C]]. unfold accepts in H.
  apply andb_prop in H as [H V]. apply andb_prop in H as [H W]. apply andb_prop in H as [H BC].
  apply andb_prop in H as [BI BE]. destruct (run_divided _ v _ W) as [A D].
  set (v' := run v (first s) (program s)) in *.
  refine (verified _ _ _ (start s) _ V). unfold start. cbn zeta. apply good_program; [|assumption].
  apply (good_list v' (fun k p s => set_fact s k p) (fun p => 0 <= eval v' p)).
  { intros; apply good_set_fact; assumption. }
  2: { apply (forall_agree (fun z => 0 <= z) (first s) v); assumption. }
  apply (good_list v' (fun k p s => set_equality s k p) (fun p => eval v' p = 0)).
  { intros; apply good_set_equality; assumption. }
  2: { apply (forall_agree (fun z => z = 0) (first s) v); assumption. }
  apply (good_list v' (fun _ i s => set_bounds s (fst i) (snd i)) (fun i => inside (snd i) (v' (fst i)))).
  { intros; apply good_set_bounds; assumption. }
  - split; intros k q F; cbn in F; rewrite Map.gempty in F; discriminate.
  - clear - A BI I. induction I as [|[x i] l H I IH]; constructor; simpl in *; apply andb_prop in BI as [B BI]; auto.
    unfold v'. rewrite <- A by (apply Pos.ltb_lt; assumption). assumption.
Qed.
