(** The meaning of code for the kernels of crates/limbs/src/backend/x86_64 is the same on integers and on polynomials:
    two kinds of numbers agree on every instruction if their operations do. *)
Require Import ZArith List Bool Lia.
Require Import Vorpal.Machine.
Import ListNotations.
Open Scope Z_scope.

Section Agree.
Variables (T S U V : Type) (d : numbers T S) (e : numbers U V) (rel : T -> U -> Prop) (good : S -> Prop).
Variable writable : list positive.
Hypothesis rel_integer : forall z, rel (integer d z) (integer e z).
Hypothesis rel_plus : forall x x' y y', rel x x' -> rel y y' -> rel (plus d x y) (plus e x' y').
Hypothesis rel_times : forall x x' y y', rel x x' -> rel y y' -> rel (times d x y) (times e x' y').
Hypothesis rel_known : forall x x' z, rel x x' -> known d x = Some z -> known e x' = Some z.
Hypothesis rel_divide : forall n x x' s s', 0 < n -> rel x x' ->
  let '(q, r, t) := divide d n x s in
  let '(q', r', _) := divide e n x' s' in
  good t -> good s /\ rel q q' /\ rel r r'.
Hypothesis good_before : forall n x s q r t, divide d n x s = (q, r, t) -> good t -> good s.

Definition both {A B} (R : A -> B -> Prop) (a : option A) (b : option B) : Prop :=
  match a, b with Some x, Some y => R x y | None, None => True | _, _ => False end.
Definition rel_value (x : value T) (y : value U) : Prop :=
  match x, y with
  | Number t, Number u | Mask t, Mask u => rel t u
  | Address b a, Address b' a' => b = b' /\ a = a'
  | Content n, Content n' => n = n'
  | _, _ => False
  end.
Record rel_machine (m : machine T) (n : machine U) : Prop := {
  rel_registers : forall r, both rel_value (registers m r) (registers n r);
  rel_memory : forall b a, both rel_value (memory m b a) (memory n b a);
  rel_carry : both rel (carry m) (carry n);
  rel_overflow : both rel (overflow m) (overflow n) }.

Ltac cases H x y := destruct x, y; simpl in H; try contradiction; try discriminate.

Lemma rel_set_register m n r x y :
  rel_machine m n -> rel_value x y -> rel_machine (set_register T m r x) (set_register U n r y).
Proof. intros [R M C O] H. split; simpl; auto. intros q. destruct (Pos.eqb q r); [exact H|apply R]. Qed.
Lemma rel_set_memory m n b a x y :
  rel_machine m n -> rel_value x y -> rel_machine (set_memory T m b a x) (set_memory U n b a y).
Proof. intros [R M C O] H. split; simpl; auto. intros c e'. destruct (Pos.eqb c b && _); [exact H|apply M]. Qed.
Lemma rel_set_flags m n c c' o o' :
  rel_machine m n -> both rel c c' -> both rel o o' -> rel_machine (set_flags T m c o) (set_flags U n c' o').
Proof. intros [R M C O] H H'. split; simpl; auto. Qed.
Lemma rel_fetch m n o : rel_machine m n -> both rel_value (fetch T S d m o) (fetch U V e n o).
Proof.
  intros [R M C O]. destruct o as [r|z|r a]; simpl; [apply R|apply rel_integer|].
  specialize (R r). destruct (registers m r) as [[]|], (registers n r) as [[]|]; simpl in R; try contradiction;
    try exact I.
  destruct R as [-> ->]. apply M.
Qed.
Lemma rel_number m n o : rel_machine m n -> both rel (number T S d m o) (number U V e n o).
Proof.
  intros H. apply (rel_fetch m n o) in H. unfold number.
  destruct (fetch T S d m o) as [[]|], (fetch U V e n o) as [[]|]; simpl in *; try contradiction; auto.
Qed.
Lemma rel_store m n b a x y : rel_machine m n -> rel_value x y ->
  both rel_machine (store T writable m b a x) (store U writable n b a y).
Proof.
  intros H X. unfold store, allowed. pose proof (rel_memory m n H b a) as M.
  assert (match memory m b a with Some _ => true | None => false end =
    match memory n b a with Some _ => true | None => false end) as ->.
  { destruct (memory m b a), (memory n b a); simpl in M; try contradiction; auto. }
  destruct (if Pos.eqb b stack then _ else _); simpl; [apply rel_set_memory; auto|auto].
Qed.
Lemma rel_put m n o x y : rel_machine m n -> rel_value x y ->
  both rel_machine (put T writable m o x) (put U writable n o y).
Proof.
  intros H X. destruct o as [r|z|r a]; simpl; [apply rel_set_register; auto|auto|].
  pose proof (rel_registers m n H r) as R.
  destruct (registers m r) as [[]|], (registers n r) as [[]|]; simpl in R; try contradiction; try exact I.
  destruct R as [-> ->]. apply rel_store; auto.
Qed.
Lemma rel_minus x y : rel x y -> rel (minus T S d x) (minus U V e y).
Proof. intros. apply rel_times; auto. Qed.

(** What an instruction yields with both kinds of numbers. *)
Definition agrees {A B} (R : A -> B -> Prop) (s : S) (a : option (A * S)) (b : option (B * V)) : Prop :=
  match a with
  | Some (x, t) => good t -> good s /\ exists y u, b = Some (y, u) /\ R x y
  | None => True
  end.
Definition rel_pair (a : machine T * T) (b : machine U * U) : Prop :=
  rel_machine (fst a) (fst b) /\ rel (snd a) (snd b).

Hint Resolve rel_integer rel_plus rel_times rel_minus rel_set_register rel_set_memory rel_set_flags : agree.
Hint Extern 3 (rel_value _ _) => progress simpl : agree.
Hint Extern 3 (both _ _ _) => progress simpl : agree.

Ltac numbers_of m n o :=
  let H := fresh "N" in
  pose proof (rel_number m n o ltac:(assumption)) as H;
  destruct (number T S d m o), (number U V e n o); simpl in H; try contradiction; [|exact I].
Ltac division :=
  match goal with
  | |- context [divide d ?k ?x ?s] =>
      match goal with
      | |- context [divide e k ?y ?u] =>
          let H := fresh "D" in
          pose proof (rel_divide k x y s u ltac:(unfold word; lia || (apply Z.pow_pos_nonneg; lia))
            ltac:(auto 8 with agree)) as H;
          destruct (divide d k x s) as [[? ?] ?], (divide e k y u) as [[? ?] ?]
      end
  end.
(** The division with the other kind of numbers, where the state after it is good. *)
Ltac same_division E G :=
  match type of E with divide d ?k ?x ?s = _ =>
    match goal with |- context [divide e k ?y ?u] =>
      let D := fresh "D" in
      pose proof (rel_divide k x y s u ltac:(unfold word; lia) ltac:(auto 8 with agree)) as D; rewrite E in D;
      destruct (divide e k y u) as [[? ?] ?]; pose proof (D G) as (? & ? & ?)
    end
  end.
(** The same write with the other kind of numbers. *)
Ltac written :=
  match goal with
  | P : put T writable ?m ?o ?x = Some _, H : rel_machine ?m ?n |- context [put U writable ?n ?o ?y] =>
      let X := fresh "X" in
      pose proof (rel_put m n o x y H ltac:(simpl; auto 8 with agree)) as X;
      rewrite P in X; destruct (put U writable n o y); simpl in X; [|contradiction]
  end.
Ltac result := do 2 eexists; split; [reflexivity|]; try split; simpl; auto 8 with agree.

Lemma agree_doubled m n s u o c c' : rel_machine m n -> rel c c' ->
  agrees rel_pair s (doubled T S d writable m s o c) (doubled U V e writable n u o c').
Proof.
  intros H C. unfold doubled. numbers_of m n o. division.
  destruct (put T _ m o _) eqn:P; [|exact I]. intros G. apply D in G as [G [Q R]]. split; [assumption|].
  written. result.
Qed.
Lemma agree_summed m n s u a b c c' : rel_machine m n -> rel c c' ->
  agrees rel_pair s (summed T S d writable m s a b c) (summed U V e writable n u a b c').
Proof.
  intros H C. unfold summed. destruct (same a b); [apply agree_doubled; assumption|].
  numbers_of m n a. numbers_of m n b. division.
  destruct (put T _ m a _) eqn:P; [|exact I]. intros G. apply D in G as [G [Q R]]. split; [assumption|].
  written. result.
Qed.
Lemma agree_difference m n s u a b c c' : rel_machine m n -> rel c c' ->
  agrees rel_pair s (difference T S d writable m s a b c) (difference U V e writable n u a b c').
Proof.
  intros H C. unfold difference. numbers_of m n a. numbers_of m n b. division.
  destruct (put T _ m a _) eqn:P; [|exact I]. intros G. apply D in G as [G [Q R]]. split; [assumption|].
  written. result.
Qed.
Lemma agree_selected m n s u r f f' x x' y y' : rel_machine m n -> rel f f' -> rel x x' -> rel y y' ->
  agrees rel_machine s (selected T S d m s r f x y) (selected U V e n u r f' x' y').
Proof.
  intros H F X Y. unfold selected. division. intros G. apply D in G as [G [Q R]]. split; [assumption|].
  do 2 eexists. split; [reflexivity|]. auto with agree.
Qed.
Lemma agree_split m n s u o bits : rel_machine m n -> 0 <= bits ->
  agrees (fun x y => rel (fst x) (fst y) /\ rel (snd x) (snd y)) s (split T S d m s o bits) (split U V e n u o bits).
Proof.
  intros H B. unfold split. numbers_of m n o. division. intros G. apply D in G as [G [Q R]]. split; [assumption|].
  result.
Qed.
Lemma agree_low_bits m n s u r x x' mask : rel_machine m n -> rel x x' ->
  agrees rel_machine s (low_bits T S d m s r x mask) (low_bits U V e n u r x' mask).
Proof.
  intros H X. unfold low_bits. destruct ((0 <? mask) && _) eqn:E; [|exact I]. apply andb_prop in E as [E _].
  apply Z.ltb_lt in E. division. intros G. apply D in G as [G [Q R]]. split; [assumption|].
  do 2 eexists. split; [reflexivity|]. auto with agree.
Qed.
Lemma agree_count m n r k : rel_machine m n ->
  shift_count T S d m r = Some k -> shift_count U V e n r = Some k /\ 0 < k < 64.
Proof.
  intros H. unfold shift_count. pose proof (rel_number m n (Register r) H) as N.
  destruct (number T S d m (Register r)), (number U V e n (Register r)); simpl in N; try contradiction; [|discriminate].
  destruct (known d t) eqn:K; [|discriminate]. rewrite (rel_known _ _ _ N K).
  destruct ((0 <? z) && (z <? 64)) eqn:E; [|discriminate]. intros X. injection X as <-.
  apply andb_prop in E as [L U']. apply Z.ltb_lt in L, U'. auto.
Qed.

(** Continues after a part of an instruction. *)
Ltac after L :=
  let A := fresh "A" in
  pose proof L as A; unfold agrees in A;
  match type of A with match ?a with _ => _ end => destruct a as [[? ?]|]; [|exact I] end.

Ltac done_with G :=
  split; [exact G|]; do 2 eexists; split; [reflexivity|];
  try (apply rel_set_flags; [|simpl; auto with agree|simpl; auto with agree]); auto 8 with agree.
Ltac carry_of H m n :=
  pose proof (rel_carry m n H) as C; destruct (carry m), (carry n); simpl in C; try contradiction; [|exact I].
Ltac overflow_of H m n :=
  pose proof (rel_overflow m n H) as C; destruct (overflow m), (overflow n); simpl in C; try contradiction; [|exact I].
Ltac value_of H m n o :=
  let F := fresh "F" in
  pose proof (rel_fetch m n o H) as F; destruct (fetch T S d m o), (fetch U V e n o); simpl in F; try contradiction;
  [|exact I].
(** An instruction with a part that yields a machine and a flag. *)
Ltac with_flag L :=
  let A := fresh "A" in pose proof L as A; unfold agrees in A;
  match type of A with match ?a with _ => _ end => destruct a as [[[? ?] ?]|]; [|exact I] end;
  let G := fresh "G" in intros G; apply A in G as (G & [? ?] & ? & -> & [? ?]); simpl in *; done_with G.
Ltac with_selection L :=
  let A := fresh "A" in pose proof L as A; unfold agrees in A;
  match type of A with match ?a with _ => _ end => destruct a as [[? ?]|]; [|exact I] end;
  let G := fresh "G" in intros G; apply A in G as (G & ? & ? & -> & ?); simpl in *; done_with G.

Lemma agree_execute i m n s u : rel_machine m n ->
  agrees rel_machine s (execute T S d writable i m s) (execute U V e writable i n u).
Proof.
  intros H. destruct i as [a b|h l b|a b|a b|a b|a b|a b|a b|a b|r|r|a b|taken a b|a b z|r|a b r|a b r|b|a|high a b c];
    cbn [execute]; unfold clear.
  - value_of H m n b. destruct (put T _ m a _) eqn:P; [|exact I]. intros G. written. done_with G.
  - numbers_of m n (Register rdx). numbers_of m n b. division. intros G. apply D in G as [G [Q R]]. done_with G.
  - numbers_of m n (Register a). numbers_of m n b. division. intros G. apply D in G as [G [Q R]].
    done_with G.
  - with_flag (agree_summed m n s u a b _ _ H (rel_integer 0)).
  - carry_of H m n. with_flag (agree_summed m n s u a b _ _ H C).
  - carry_of H m n. with_flag (agree_summed m n s u (Register a) b _ _ H C).
    apply rel_overflow. assumption.
  - overflow_of H m n. with_flag (agree_summed m n s u (Register a) b _ _ H C).
    apply rel_carry. assumption.
  - with_flag (agree_difference m n s u a b _ _ H (rel_integer 0)).
  - carry_of H m n. with_flag (agree_difference m n s u a b _ _ H C).
  - carry_of H m n. intros G. done_with G.
  - intros G. done_with G.
  - value_of H m n (Register a). value_of H m n b.
    destruct v as [| | |], v0 as [| | |]; simpl in F; try contradiction;
      destruct v1 as [| | |], v2 as [| | |]; simpl in F0; try contradiction; try exact I.
    + destruct (known d t1) as [mask|] eqn:K; [|exact I]. rewrite (rel_known _ _ _ F0 K).
      with_selection (agree_low_bits m n s u a _ _ mask H F).
    + with_selection (agree_selected m n s u a _ _ _ _ _ _ H F0 F (rel_integer 0)).
    + with_selection (agree_selected m n s u a _ _ _ _ _ _ H F F0 (rel_integer 0)).
  - carry_of H m n. numbers_of m n (Register a). numbers_of m n b. destruct taken.
    + apply agree_selected; assumption.
    + apply agree_selected; assumption.
  - pose proof (rel_registers m n H b) as R.
    destruct (registers m b) as [[]|], (registers n b) as [[]|]; simpl in R; try contradiction; try exact I.
    destruct R as [-> ->]. intros G. done_with G.
  - with_flag (agree_doubled m n s u (Register r) _ _ H (rel_integer 0)).
  - destruct (shift_count T S d m r) eqn:K; [|exact I]. apply (agree_count m n) in K as [-> K]; [|assumption].
    assert (0 <= 64 - z) as B by lia. with_flag (agree_split m n s u b (64 - z) H B).
  - destruct (shift_count T S d m r) eqn:K; [|exact I]. apply (agree_count m n) in K as [-> K]; [|assumption].
    assert (0 <= z) as B by lia. with_flag (agree_split m n s u b z H B).
  - value_of H m n b. pose proof (rel_registers m n H rsp) as R.
    destruct (registers m rsp) as [[]|], (registers n rsp) as [[]|]; simpl in R; try contradiction; try exact I.
    destruct R as [-> ->].
    assert (rel_machine (set_register T m rsp (Address base0 (offset0 - 8)))
      (set_register U n rsp (Address base0 (offset0 - 8)))) as H' by (apply rel_set_register; simpl; auto).
    pose proof (rel_store _ _ base0 (offset0 - 8) v v0 H' F) as X.
    destruct (store T _ _ _ _ v), (store U _ _ _ _ v0); simpl in X; try contradiction; [|exact I].
    intros G. done_with G.
  - pose proof (rel_registers m n H rsp) as R.
    destruct (registers m rsp) as [[]|], (registers n rsp) as [[]|]; simpl in R; try contradiction; try exact I.
    destruct R as [-> ->]. pose proof (rel_memory m n H base0 offset0) as M.
    destruct (memory m base0 offset0), (memory n base0 offset0); simpl in M; try contradiction; [|exact I].
    assert (rel_machine (set_register T m rsp (Address base0 (offset0 + 8)))
      (set_register U n rsp (Address base0 (offset0 + 8)))) as H' by (apply rel_set_register; simpl; auto).
    destruct (put T _ _ a _) eqn:P; [|exact I]. intros G. written. done_with G.
  - numbers_of m n (Register a). numbers_of m n b. numbers_of m n c.
    destruct (divide d _ t0 s) as [[? x] s1] eqn:E1. destruct (divide d _ t1 s1) as [[? y] s2] eqn:E2.
    destruct (divide d _ (times d x y) s2) as [[above below] s3] eqn:E3.
    destruct (divide d _ (plus d t _) s3) as [[? ?] s4] eqn:E4. intros G4.
    pose proof (good_before _ _ _ _ _ _ E4 G4) as G3. pose proof (good_before _ _ _ _ _ _ E3 G3) as G2.
    pose proof (good_before _ _ _ _ _ _ E2 G2) as G1.
    same_division E1 G1. same_division E2 G2. same_division E3 G3.
    assert (good s) as G by assumption. destruct high; cbn iota in *; same_division E4 G4; done_with G.
Qed.

Lemma good_before_execute i m s m' s' : execute T S d writable i m s = Some (m', s') -> good s' -> good s.
Proof.
  intros H G. destruct i; cbn [execute] in H; unfold summed, doubled, difference, selected, split, low_bits in H;
    repeat match goal with
    | E : match ?x with _ => _ end = _ |- _ => let E' := fresh "E" in destruct x eqn:E'; try discriminate
    | E : Some _ = Some _ |- _ => injection E as; subst
    | E : (_, _) = (_, _) |- _ => injection E as; subst
    end; eauto.
Qed.
Lemma good_before_all l : forall m s m' s', execute_all T S d writable l m s = Some (m', s') -> good s' -> good s.
Proof.
  induction l as [|i l IH]; intros m s m' s' H G; cbn [execute_all] in H; [injection H as <- <-; assumption|].
  destruct (execute T S d writable i m s) as [[m1 s1]|] eqn:E; [|discriminate].
  eapply good_before_execute; eauto.
Qed.

Lemma agree_all l : forall m n s u, rel_machine m n ->
  agrees rel_machine s (execute_all T S d writable l m s) (execute_all U V e writable l n u).
Proof.
  induction l as [|i l IH]; intros m n s u H; cbn [execute_all].
  - intros G. split; [exact G|]. do 2 eexists. split; [reflexivity|assumption].
  - destruct (execute T S d writable i m s) as [[m' s']|] eqn:E; [|exact I].
    destruct (execute_all T S d writable l m' s') as [[m'' s'']|] eqn:E'; [|exact I]. intros G.
    pose proof (good_before_all _ _ _ _ _ E' G) as G'.
    pose proof (agree_execute i m n s u H) as A. rewrite E in A. apply A in G' as (G' & n' & u' & -> & H').
    specialize (IH m' n' s' u' H'). rewrite E' in IH. apply IH in G as (_ & X). auto.
Qed.
End Agree.
