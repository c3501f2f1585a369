(** The code of kernels of crates/limbs/src/backend/x86_64 and aarch64, and the theorem about certificates for them.

    A kernel has its code, where its operands and results are, and its claim. [satisfies] says: if [accepts_code]
    returns true, then the code, run on integers, returns a result that satisfies the claim, for all operands that
    satisfy the preconditions. Then it writes its results and its own stack alone, and preserves the
    registers of its caller.
    [proved] in `Words.v` adds that all numbers stay words. *)
Require Import ZArith List Bool Lia.
Require Import Vorpal.Checker Vorpal.Steps Vorpal.Machine Vorpal.Agree.
Import ListNotations.
Open Scope Z_scope.

(** * Integers, and polynomials that collect divisions with the variables of their results. *)
Definition integers : numbers Z unit :=
  {| integer := fun z => z; plus := Z.add; times := Z.mul; divide := fun n z s => (z / n, z mod n, s);
     known := fun z => Some z |}.

Definition collected := (positive * list (Z * poly * positive))%type.
Definition as_constant (p : poly) : option Z := match p with [] => Some 0 | [(c, [])] => Some c | _ => None end.
Definition constant (z : Z) : poly := if z =? 0 then [] else [(z, [])].
Definition polynomials : numbers poly collected :=
  {| integer := constant; plus := add; times := mul;
     divide := fun n p s =>
       match as_constant p with
       | Some c => (constant (c / n), constant (c mod n), s)
       | None =>
           let '(x, l) := s in ([(1, [x])], [(1, [Pos.succ x])], (Pos.succ (Pos.succ x), (n, p, x) :: l))
       end;
     known := as_constant |}.

Definition satisfied (w : valuation) (a : Z * poly * positive) : Prop :=
  let '(n, p, x) := a in eval w p = n * w x + w (Pos.succ x) /\ 0 <= w (Pos.succ x) < n.
Definition good (w : valuation) (s : collected) : Prop := Forall (satisfied w) (snd s).
Definition rel (w : valuation) (p : poly) (z : Z) : Prop := eval w p = z.

Lemma eval_constant w z : eval w (constant z) = z.
Proof. unfold constant. destruct (Z.eqb_spec z 0); cbn [eval product]; lia. Qed.
Lemma eval_as_constant w p z : as_constant p = Some z -> eval w p = z.
Proof.
  unfold as_constant. destruct p as [|[c [|]] [|]]; intros H; try discriminate; injection H as <-; cbn; lia.
Qed.
Lemma eval_variable w x : eval w [(1, [x])] = w x.
Proof. cbn [eval product]. lia. Qed.

Lemma rel_divide w n x x' s s' : 0 < n -> rel w x x' ->
  let '(q, r, t) := divide polynomials n x s in
  let '(q', r', _) := divide integers n x' s' in
  good w t -> good w s /\ rel w q q' /\ rel w r r'.
Proof.
  intros N H. unfold rel in *. cbn [divide polynomials integers]. destruct (as_constant x) eqn:E.
  - apply (eval_as_constant w) in E. intros G. rewrite !eval_constant. rewrite E in H. subst x'. auto.
  - destruct s as [y l]. intros G. inversion_clear G as [|a b D G']. destruct D as [D R].
    rewrite !eval_variable, <- H, D.
    split; [exact G'|]. split; [apply (Z.div_unique _ _ _ (w (Pos.succ y)))|apply (Z.mod_unique _ _ (w y))]; lia.
Qed.
Lemma good_before w n x s q r t : divide polynomials n x s = (q, r, t) -> good w t -> good w s.
Proof.
  cbn [divide polynomials]. destruct (as_constant x); intros H G; [injection H as <- <- <-; assumption|].
  destruct s as [y l]. injection H as <- <- <-. inversion G. assumption.
Qed.

(** * Kernels. The registers x0 to x30 of AArch64 are 17 to 47, its stack pointer is 48. *)
Inductive processor := X86_64 | AArch64.
Definition stack_pointer (p : processor) : register := match p with X86_64 => rsp | AArch64 => 48%positive end.
(** What a function preserves: rbx, rbp, r12 to r15; or x19 to x30. Before a call, each contains its own name. *)
Definition preserved (p : processor) : list register :=
  match p with
  | X86_64 => [2; 6; 13; 14; 15; 16]%positive
  | AArch64 => [36; 37; 38; 39; 40; 41; 42; 43; 44; 45; 46; 47]%positive
  end.

Record kernel := {
  target : processor;
  entry_registers : list (register * value poly);
  entry_memory : list (positive * Z * value poly);
  writable : list positive;
  code : list instruction;
  (** Where the words of the result are, the lowest one first. They are digits of this radix: [word] or less. *)
  places : list (positive * Z);
  digit : Z;
  (** The first variable that is not an operand, and what is assumed of operands. *)
  variables : positive;
  ranges : list (positive * interval);
  zero : list poly;
  not_less : list poly;
  (** [radix] times the result is congruent to [expected] modulo [divisor], and below each limit. *)
  radix : Z;
  expected : poly;
  divisor : poly;
  below_limits : list poly }.

Definition map_value {T} (f : poly -> T) (x : value poly) : value T :=
  match x with
  | Number p => Number (f p) | Mask p => Mask (f p) | Address b a => Address b a | Content n => Content n
  end.
Fixpoint find {K} (l : list (K * value poly)) (is : K -> bool) : option (value poly) :=
  match l with [] => None | (k, x) :: l' => if is k then Some x else find l' is end.
Definition machine_of {T} (f : poly -> T) (k : kernel) : machine T :=
  {| registers := fun r => option_map (map_value f) (find (entry_registers k) (Pos.eqb r));
     memory := fun b a =>
       option_map (map_value f) (find (entry_memory k) (fun c => Pos.eqb b (fst c) && (a =? snd c)));
     carry := None; overflow := None |}.

Definition keeps {T} (p : processor) (m : machine T) : bool :=
  forallb (fun r => match registers m r with Some (Content n) => Pos.eqb n r | _ => false end) (preserved p) &&
  match registers m (stack_pointer p) with Some (Address b a) => Pos.eqb b stack && (a =? 0) | _ => false end.
Fixpoint words {T} (m : machine T) (l : list (positive * Z)) : option (list T) :=
  match l with
  | [] => Some []
  | (b, a) :: l' =>
      match memory m b a, words m l' with Some (Number t), Some ts => Some (t :: ts) | _, _ => None end
  end.
Definition call {T S} (d : numbers T S) (k : kernel) (m : machine T) (s : S) : option (list T * S) :=
  match execute_all T S d (writable k) (code k) m s with
  | Some (m, s) =>
      if keeps (target k) m then match words m (places k) with Some l => Some (l, s) | None => None end else None
  | None => None
  end.

Fixpoint number_of (d : Z) (l : list Z) : Z := match l with [] => 0 | z :: l' => z + d * number_of d l' end.
Fixpoint number_of_words (d : Z) (l : list poly) : poly :=
  match l with [] => [] | p :: l' => add p (scale d [] (number_of_words d l')) end.

Definition statement_of (k : kernel) (l : list poly) (divisions : list (Z * poly * positive)) : statement :=
  let total := scale (radix k) [] (number_of_words (digit k) l) in
  let digits := if digit k =? word then [] else map (sub (constant (digit k - 1))) l in
  {| first := variables k; inputs := ranges k; equations := zero k; conditions := not_less k;
     program := map fst (rev divisions);
     goal := {| congruent := sub total (expected k); modulus := divisor k;
                limits := map (fun p => sub (sub p (constant 1)) total) (below_limits k) ++ digits |} |}.

(** Divisions have the variables that [run] gives them. *)
Fixpoint numbered (x : positive) (l : list (Z * poly * positive)) : bool :=
  match l with [] => true | (_, y) :: l' => Pos.eqb x y && numbered (Pos.succ (Pos.succ x)) l' end.
Definition value_below (x : positive) (a : value poly) : bool :=
  match a with Number p | Mask p => below x p | _ => true end.

Definition accepts_code (k : kernel) (p : proof) : bool :=
  match call polynomials k (machine_of (fun p => p) k) (variables k, []) with
  | Some (l, (_, divisions)) =>
      numbered (variables k) (rev divisions) &&
      forallb (fun a => value_below (variables k) (snd a)) (entry_registers k) &&
      forallb (fun a => value_below (variables k) (snd a)) (entry_memory k) &&
      forallb (below (variables k)) (expected k :: divisor k :: below_limits k) &&
      accepts (statement_of k l divisions) p
  | None => false
  end.

(** Operands are words by their ranges. *)
Definition ranges_of (k : kernel) : state := with_list (fun _ i s => set_bounds s (fst i) (snd i)) 1 (ranges k) nothing.
Definition word_by (b : Map.t interval) (a : value poly) : bool :=
  match a with
  | Number p => match range b p with Some i => (0 <=? fst i) && (snd i <? word) | None => false end
  | Mask _ => false
  | _ => true
  end.
Definition accepts_kernel (k : kernel) (p : proof) : bool :=
  (digit k <=? word) && forallb (fun a => word_by (bounds (ranges_of k)) (snd a)) (entry_registers k) &&
  forallb (fun a => word_by (bounds (ranges_of k)) (snd a)) (entry_memory k) && accepts_code k p.

(** * The theorem. *)
Lemma satisfied_all w l : forall x, numbered x l = true -> divided w x (map fst l) -> Forall (satisfied w) l.
Proof.
  induction l as [|[[n p] y] l IH]; intros x H D; [constructor|]. simpl in *. apply andb_prop in H as [E H].
  apply Pos.eqb_eq in E. subst y. destruct D as [E [R D]]. constructor; [simpl; auto|]. eapply IH; eauto.
Qed.
Lemma found {K} x v w (l : list (K * value poly)) is : agree x v w ->
  forallb (fun a => value_below x (snd a)) l = true ->
  both (rel_value poly Z (rel w)) (option_map (map_value (fun p => p)) (find l is))
    (option_map (map_value (eval v)) (find l is)).
Proof.
  intros A. induction l as [|[k a] l IH]; intros H; simpl in *; [exact I|]. apply andb_prop in H as [H H'].
  destruct (is k); [|auto]. unfold rel. destruct a; simpl in *; auto; symmetry; eapply eval_agree; eauto.
Qed.
Lemma same_keeps w p m n : rel_machine poly Z (rel w) m n -> keeps p m = keeps p n.
Proof.
  intros H. unfold keeps. f_equal.
  - induction (preserved p) as [|r l IH]; [reflexivity|]. cbn [forallb]. rewrite IH. f_equal.
    pose proof (rel_registers _ _ _ m n H r) as R.
    destruct (registers m r) as [[]|], (registers n r) as [[]|]; simpl in R; try contradiction; try reflexivity.
    subst. reflexivity.
  - pose proof (rel_registers _ _ _ m n H (stack_pointer p)) as R.
    destruct (registers m (stack_pointer p)) as [[]|], (registers n (stack_pointer p)) as [[]|]; simpl in R;
      try contradiction; try reflexivity.
    destruct R as [-> ->]. reflexivity.
Qed.
Lemma same_words w m n l : rel_machine poly Z (rel w) m n -> forall ps,
  words m l = Some ps -> exists zs, words n l = Some zs /\ Forall2 (rel w) ps zs.
Proof.
  intros H. induction l as [|[b a] l IH]; intros ps E; simpl in *.
  - injection E as <-. exists []. auto.
  - pose proof (rel_memory _ _ _ m n H b a) as R. destruct (memory m b a) as [[p| | |]|]; try discriminate.
    destruct (words m l) as [qs|]; [|discriminate]. injection E as <-. destruct (IH _ eq_refl) as [zs [-> E]].
    destruct (memory n b a) as [[z| | |]|]; simpl in R; try contradiction. exists (z :: zs). auto.
Qed.
Lemma eval_number w d ps zs : Forall2 (rel w) ps zs -> eval w (number_of_words d ps) = number_of d zs.
Proof.
  intros F. induction F as [|p z ps zs R F IH]; [reflexivity|]. cbn [number_of_words number_of].
  unfold rel in R. rewrite eval_add, eval_scale, IH, R. cbn [product]. lia.
Qed.

Lemma small_digits w d ps zs : Forall2 (rel w) ps zs ->
  Forall (fun p => 0 <= eval w p) (map (sub (constant (d - 1))) ps) -> Forall (fun z => z < d) zs.
Proof.
  intros F. induction F as [|p z ps zs R F IH]; intros L; inversion_clear L as [|? ? D D']; constructor; auto.
  rewrite eval_sub, eval_constant in D. unfold rel in R. lia.
Qed.

(** What is assumed of the operands. *)
Definition admits (v : valuation) (k : kernel) : Prop :=
  Forall (fun i => inside (snd i) (v (fst i))) (ranges k) /\
  Forall (fun p => eval v p = 0) (zero k) /\
  Forall (fun p => 0 <= eval v p) (not_less k).

Theorem satisfies k p : accepts_code k p = true -> forall v, admits v k ->
  exists l, call integers k (machine_of (eval v) k) tt = Some (l, tt) /\
    (exists m, radix k * number_of (digit k) l - eval v (expected k) = eval v (divisor k) * m) /\
    Forall (fun limit => radix k * number_of (digit k) l < eval v limit) (below_limits k) /\
    (digit k = word \/ Forall (fun z => z < digit k) l).
Proof.
  unfold accepts_code. intros H v A. destruct (call polynomials _ _ _) as [[ps [y ds]]|] eqn:C; [|discriminate].
  apply andb_prop in H as [H Acc]. apply andb_prop in H as [H B]. apply andb_prop in H as [H BM].
  apply andb_prop in H as [N BR]. pose proof (accepted _ _ Acc v A) as Holds.
  unfold accepts in Acc. apply andb_prop in Acc as [Acc _]. apply andb_prop in Acc as [_ W].
  set (w := run v (first (statement_of k ps ds)) (program (statement_of k ps ds))) in *.
  destruct (run_divided _ v _ W) as [Agree D]. fold w in Agree, D. cbn [first program statement_of] in Agree, D.
  assert (good w (y, ds)) as G.
  { unfold good. cbn [snd]. rewrite <- (rev_involutive ds). apply Forall_rev. eapply satisfied_all; eauto. }
  unfold call in *. destruct (execute_all _ _ polynomials _ _ _ _) as [[m s]|] eqn:E; [|discriminate].
  destruct (keeps (target k) m) eqn:K; [|discriminate]. destruct (words m (places k)) as [ps'|] eqn:P; [|discriminate].
  injection C as -> ->.
  assert (rel_machine poly Z (rel w) (machine_of (fun p => p) k) (machine_of (eval v) k)) as R.
  { split; simpl; try exact I; intros; eapply found; eauto. }
  pose proof (agree_all poly collected Z unit polynomials integers (rel w) (good w) (writable k)
    (eval_constant w)
    (fun x x' y y' a b => eq_trans (eval_add w x y) (f_equal2 Z.add a b))
    (fun x x' y y' a b => eq_trans (eval_mul w x y) (f_equal2 Z.mul a b))
    (fun x x' z a b => f_equal Some (eq_trans (eq_sym a) (eval_as_constant w x z b)))
    (rel_divide w) (good_before w) (code k) _ _ (variables k, []) tt R) as X.
  rewrite E in X. apply X in G as (_ & n & [] & Y & R'). clear X.
  destruct (same_words w m n _ R' _ P) as [zs [P' Same]]. exists zs.
  pose proof (eval_number w (digit k) _ _ Same) as Total.
  rewrite Y. rewrite <- (same_keeps w _ m n R'), K, P'. split; [reflexivity|].
  assert (forall q, In q (expected k :: divisor k :: below_limits k) -> eval v q = eval w q) as SameValue.
  { intros q Q. apply (eval_agree (variables k)); [assumption|]. eapply forallb_forall in B; eauto. }
  destruct Holds as [[j J] L]. cbn [goal congruent modulus limits statement_of] in J, L.
  apply Forall_app in L as [L Digits]. split; [|split].
  - exists j. rewrite (SameValue (expected k)), (SameValue (divisor k)) by (simpl; auto).
    rewrite <- J, eval_sub, eval_scale, Total.
    cbn [product]. lia.
  - apply Forall_forall. intros q Q. rewrite Forall_forall in L. specialize (L _ (in_map _ _ _ Q)).
    cbv beta in L. rewrite !eval_sub, eval_scale, eval_constant, Total in L. cbn [product] in L.
    rewrite (SameValue q) by (simpl; auto). lia.
  - destruct (Z.eqb_spec (digit k) word); [auto|right]. eapply small_digits; eassumption.
Qed.
