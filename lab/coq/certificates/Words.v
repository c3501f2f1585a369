(** The meaning of code for the kernels of crates/limbs/src/backend/x86_64 stays within words: on integers, every number
    in a register or in memory is a word, and every flag is 0 or 1, if that is so at first. *)
Require Import ZArith List Bool Lia.
Require Import Vorpal.Checker Vorpal.Steps Vorpal.Machine Vorpal.Kernel.
Import ListNotations.
Open Scope Z_scope.

Definition is_word (z : Z) : Prop := 0 <= z < word.
Definition is_flag (c : Z) : Prop := c = 0 \/ c = 1.
Definition fits (x : value Z) : Prop := match x with Number z => is_word z | Mask c => is_flag c | _ => True end.

Record in_words (m : machine Z) : Prop := {
  words_registers : forall r x, registers m r = Some x -> fits x;
  words_memory : forall b a x, memory m b a = Some x -> fits x;
  words_carry : forall c, carry m = Some c -> is_flag c;
  words_overflow : forall c, overflow m = Some c -> is_flag c }.

Lemma minus_integers x : minus Z unit integers x = - x.
Proof. destruct x; reflexivity. Qed.

Section Words.
Variable writable : list positive.

Lemma words_set_register m r x : in_words m -> fits x -> in_words (set_register Z m r x).
Proof.
  intros [R M C O] F. split; auto. intros q y. simpl. destruct (Pos.eqb q r); [intros E; injection E as <-|]; eauto.
Qed.
Lemma words_set_memory m b a x : in_words m -> fits x -> in_words (set_memory Z m b a x).
Proof.
  intros [R M C O] F. split; auto. intros c d y. simpl.
  destruct (Pos.eqb c b && _); [intros E; injection E as <-|]; eauto.
Qed.
Lemma words_set_flags m c o :
  in_words m -> (forall x, c = Some x -> is_flag x) -> (forall x, o = Some x -> is_flag x) ->
  in_words (set_flags Z m c o).
Proof. intros [R M C O] F G. split; auto. Qed.
Lemma words_fetch m o x : in_words m -> fetch Z unit integers m o = Some x -> fits x.
Proof.
  intros W. destruct o as [r|z|r a]; simpl; intros E.
  - eapply words_registers; eauto.
  - injection E as <-. simpl. unfold is_word. apply Z.mod_pos_bound. reflexivity.
  - destruct (registers m r) as [[]|]; try discriminate. eapply words_memory; eauto.
Qed.
Lemma words_number m o z : in_words m -> number Z unit integers m o = Some z -> is_word z.
Proof.
  intros W. unfold number. destruct (fetch _ _ _ m o) as [[]|] eqn:E; try discriminate. intros H. injection H as <-.
  apply (words_fetch _ _ _ W E).
Qed.
Lemma words_store m b a x n : in_words m -> fits x -> store Z writable m b a x = Some n -> in_words n.
Proof.
  unfold store. destruct (allowed _ _ _ _ _); [|discriminate]. intros W F E. injection E as <-.
  apply words_set_memory; assumption.
Qed.
Lemma words_put m o x n : in_words m -> fits x -> put Z writable m o x = Some n -> in_words n.
Proof.
  intros W F. destruct o as [r|z|r a]; simpl; try discriminate.
  - intros E. injection E as <-. apply words_set_register; assumption.
  - destruct (registers m r) as [[]|]; try discriminate. apply words_store; assumption.
Qed.

Lemma words_doubled m s o c n high t : in_words m -> is_flag c ->
  doubled Z unit integers writable m s o c = Some (n, high, t) -> in_words n /\ is_flag high.
Proof.
  intros W C. unfold doubled. destruct (number _ _ _ m o) as [x|] eqn:E; [|discriminate].
  apply (words_number _ _ _ W) in E. cbn [divide integers plus times integer].
  destruct (put _ _ _ _ _) as [n'|] eqn:P; [|discriminate]. intros H. injection H as <- <- <-.
  unfold is_word in E. change word with (2 * 2 ^ 63) in E.
  pose proof (Z.mod_pos_bound x (2 ^ 63) ltac:(reflexivity)) as B. split.
  - eapply (words_put m o (Number _) n' W); [|exact P]. unfold fits, is_word, is_flag in *.
    change word with (2 * 2 ^ 63). lia.
  - unfold is_flag. pose proof (Z.div_pos x (2 ^ 63) ltac:(lia) ltac:(reflexivity)).
    pose proof (Z.div_lt_upper_bound x (2 ^ 63) 2 ltac:(reflexivity) ltac:(lia)). lia.
Qed.
Lemma words_summed m s a b c n carry t : in_words m -> is_flag c ->
  summed Z unit integers writable m s a b c = Some (n, carry, t) -> in_words n /\ is_flag carry.
Proof.
  intros W C. unfold summed. destruct (same a b); [apply words_doubled; assumption|].
  destruct (number _ _ _ m a) as [x|] eqn:E; [|discriminate].
  destruct (number _ _ _ m b) as [y|] eqn:F; [|discriminate].
  apply (words_number _ _ _ W) in E, F. cbn [divide integers plus times integer].
  destruct (put _ _ _ _ _) as [n'|] eqn:P; [|discriminate]. intros H. injection H as <- <- <-.
  unfold is_word, is_flag in *.
  pose proof (Z.mod_pos_bound (x + y + c) word ltac:(reflexivity)).
  pose proof (Z.div_mod (x + y + c) word ltac:(discriminate)). split; [|nia].
  eapply (words_put m a (Number _) n' W); [|exact P]. assumption.
Qed.
Lemma words_difference m s a b c n borrow t : in_words m -> is_flag c ->
  difference Z unit integers writable m s a b c = Some (n, borrow, t) -> in_words n /\ is_flag borrow.
Proof.
  intros W C. unfold difference.
  destruct (number _ _ _ m a) as [x|] eqn:E; [|discriminate].
  destruct (number _ _ _ m b) as [y|] eqn:F; [|discriminate].
  apply (words_number _ _ _ W) in E, F. rewrite !minus_integers. cbn [divide integers plus times integer].
  set (z := x + - y + - c). destruct (put _ _ _ _ _) as [n'|] eqn:P; [|discriminate].
  intros H. injection H as <- <- <-. unfold is_word, is_flag in *.
  assert (- word <= z < word) as Z' by (subst z; lia). pose proof (Z.mod_pos_bound z word ltac:(reflexivity)).
  pose proof (Z.div_le_lower_bound z word (-1) ltac:(reflexivity) ltac:(lia)).
  pose proof (Z.div_lt_upper_bound z word 1 ltac:(reflexivity) ltac:(lia)).
  split; [eapply (words_put m a (Number _) n' W); [|exact P]; assumption|].
  change (- (z / word) = 0 \/ - (z / word) = 1). lia.
Qed.
Lemma words_selected m s r c x y n t : in_words m -> is_flag c -> is_word x -> is_word y ->
  selected Z unit integers m s r c x y = Some (n, t) -> in_words n.
Proof.
  intros W C X Y H. injection H as <- _. apply words_set_register; [assumption|].
  change (is_word ((y + c * (x + - y)) / 1)). rewrite Z.div_1_r. destruct C as [-> | ->]; unfold is_word in *; lia.
Qed.
Lemma words_low_bits m s r x mask n t : in_words m -> is_word mask ->
  low_bits Z unit integers m s r x mask = Some (n, t) -> in_words n.
Proof.
  unfold low_bits. intros W M. destruct ((0 <? mask) && _) eqn:E; [|discriminate]. apply andb_prop in E as [E _].
  apply Z.ltb_lt in E. intros H. injection H as <- _. apply words_set_register; [assumption|].
  change (is_word (x mod (mask + 1))). pose proof (Z.mod_pos_bound x (mask + 1) ltac:(lia)). unfold is_word in *. lia.
Qed.
Lemma word_quotient n x : 0 < n -> is_word x -> is_word (x / n).
Proof.
  unfold is_word. intros N X. split; [apply Z.div_pos; lia|]. apply Z.le_lt_trans with x; [|lia].
  apply Z.div_le_upper_bound; nia.
Qed.
Lemma words_split m s o bits high low t : split Z unit integers m s o bits = Some (high, low, t) ->
  0 <= bits -> in_words m -> is_word high /\ 0 <= low < 2 ^ bits.
Proof.
  unfold split. destruct (number _ _ _ m o) as [x|] eqn:E; [|discriminate]. intros H B W. injection H as <- <- _.
  apply (words_number _ _ _ W) in E. pose proof (Z.pow_pos_nonneg 2 bits ltac:(lia) B).
  split; [apply word_quotient; assumption|apply Z.mod_pos_bound; assumption].
Qed.
Lemma count_small m r k : shift_count Z unit integers m r = Some k -> 0 < k < 64.
Proof.
  unfold shift_count. destruct (number _ _ _ m _) as [x|]; [|discriminate]. cbn [known integers].
  destruct ((0 <? x) && (x <? 64)) eqn:E; [|discriminate]. intros H. injection H as <-. lia.
Qed.
Lemma high_half x y : is_word x -> is_word y -> is_word (x * y / word).
Proof.
  unfold is_word. intros X Y. split; [apply Z.div_pos; [nia|reflexivity]|].
  apply Z.div_lt_upper_bound; [reflexivity|nia].
Qed.
Lemma low_half x : is_word (x mod word).
Proof. unfold is_word. apply Z.mod_pos_bound. reflexivity. Qed.

Ltac some_of H :=
  repeat match type of H with
  | match ?x with _ => _ end = Some _ => let E := fresh "E" in destruct x eqn:E; try discriminate
  end.
Ltac flag_is W := match goal with
  | C : carry _ = Some _ |- _ => apply (words_carry _ W) in C
  | C : overflow _ = Some _ |- _ => apply (words_overflow _ W) in C
  end.

Lemma words_execute i m s n t : in_words m -> execute Z unit integers writable i m s = Some (n, t) -> in_words n.
Proof.
  intros W H. assert (is_flag 0) as F0 by (left; reflexivity).
  assert (forall x : Z, Some 0 = Some x -> is_flag x) as Cleared by (intros x E; injection E as <-; assumption).
  assert (forall x : Z, None = Some x -> is_flag x) as Unknown by discriminate.
  destruct i as [a b|h l b|a b|a b|a b|a b|a b|a b|a b|r|r|a b|taken a b|a b z|r|a b r|a b r|b|a|high a b c];
    cbn [execute] in H; unfold clear in H.
  - some_of H. injection H as <- <-. eapply words_put; [eassumption|eapply words_fetch; eassumption|eassumption].
  - some_of H. cbn [divide integers times] in *. injection E1 as <- <- <-. injection H as <- <-.
    apply (words_number _ _ _ W) in E, E0.
    repeat apply words_set_register; try assumption; [apply low_half|apply high_half; assumption].
  - some_of H. cbn [divide integers times] in *. injection E1 as <- <- <-. injection H as <- <-.
    apply words_set_flags; auto. apply words_set_register; [assumption|apply low_half].
  - some_of H. injection H as <- <-. apply words_summed in E as [V C]; auto. apply words_set_flags; auto.
    intros x X. injection X as <-. assumption.
  - some_of H. injection H as <- <-. apply (words_carry _ W) in E. apply words_summed in E0 as [V C]; auto.
    apply words_set_flags; auto. intros x X. injection X as <-. assumption.
  - some_of H. injection H as <- <-. apply (words_carry _ W) in E. apply words_summed in E0 as [V C]; auto.
    apply words_set_flags; auto; [intros x X; injection X as <-; assumption|apply words_overflow; assumption].
  - some_of H. injection H as <- <-. apply (words_overflow _ W) in E. apply words_summed in E0 as [V C]; auto.
    apply words_set_flags; auto; [apply words_carry; assumption|intros x X; injection X as <-; assumption].
  - some_of H. injection H as <- <-. apply words_difference in E as [V C]; auto. apply words_set_flags; auto.
    intros x X. injection X as <-. assumption.
  - some_of H. injection H as <- <-. apply (words_carry _ W) in E. apply words_difference in E0 as [V C]; auto.
    apply words_set_flags; auto. intros x X. injection X as <-. assumption.
  - some_of H. injection H as <- <-. apply (words_carry _ W) in E. apply words_set_flags; auto.
    + apply words_set_register; assumption.
    + intros x X. injection X as <-. assumption.
  - injection H as <- <-. apply words_set_flags; auto. apply words_set_register; [assumption|].
    simpl. unfold is_word, word. lia.
  - assert (is_word 0) as W0 by (unfold is_word, word; lia). some_of H; injection H as <- <-;
      apply words_fetch in E, E0; auto; apply words_set_flags; auto;
      [eapply words_low_bits in E4|eapply words_selected in E3|eapply words_selected in E3]; eauto.
    injection E3 as <-. assumption.
  - some_of H; apply (words_carry _ W) in E; apply (words_number _ _ _ W) in E0, E1; eapply words_selected in H; eauto.
  - some_of H. injection H as <- <-. apply words_set_register; [assumption|exact I].
  - some_of H. injection H as <- <-. apply words_doubled in E as [V C]; auto.
  - destruct (shift_count _ _ _ m r) as [k|] eqn:K; [|discriminate]. apply count_small in K.
    destruct (split _ _ _ m s b _) as [[[high low] u]|] eqn:D; [|discriminate]. injection H as <- <-.
    apply words_split in D as [_ D]; [|lia|assumption]. apply words_set_register; [assumption|].
    change (is_word (2 ^ k * low)). unfold is_word.
    replace word with (2 ^ k * 2 ^ (64 - k)) by (rewrite <- Z.pow_add_r by lia; unfold word; f_equal; lia).
    pose proof (Z.pow_pos_nonneg 2 k ltac:(lia) ltac:(lia)). nia.
  - destruct (shift_count _ _ _ m r) as [k|] eqn:K; [|discriminate]. apply count_small in K.
    destruct (split _ _ _ m s b _) as [[[high low] u]|] eqn:D; [|discriminate]. injection H as <- <-.
    apply words_split in D as [D _]; [|lia|assumption]. apply words_set_register; assumption.
  - some_of H. injection H as <- <-. apply (words_fetch _ _ _ W) in E.
    eapply words_store; [| |eassumption]; [|assumption].
    apply words_set_register; [assumption|exact I].
  - some_of H. injection H as <- <-. eapply words_put; [| |eassumption].
    + apply words_set_register; [assumption|exact I].
    + eapply words_memory; eassumption.
  - some_of H. cbn [divide integers times plus] in *. injection H as <- <-. apply words_set_register; [assumption|].
    repeat match goal with E : (_, _, _) = (_, _, _) |- _ => injection E as <- <- <- end. apply low_half.
Qed.
End Words.

Lemma words_all writable l : forall m s n t,
  in_words m -> execute_all Z unit integers writable l m s = Some (n, t) -> in_words n.
Proof.
  induction l as [|i l IH]; intros m s n t W H; cbn [execute_all] in H; [injection H as <- <-; assumption|].
  destruct (execute _ _ _ _ i m s) as [[m' s']|] eqn:E; [|discriminate]. apply words_execute in E; eauto.
Qed.
Lemma words_of_places m l : in_words m -> forall ws, words m l = Some ws -> Forall is_word ws.
Proof.
  intros W. induction l as [|[b a] l IH]; intros ws H; simpl in H; [injection H as <-; constructor|].
  destruct (memory m b a) as [[z| | |]|] eqn:E; try discriminate. destruct (words m l) as [zs|]; [|discriminate].
  injection H as <-. constructor; [apply (words_memory _ W _ _ _ E)|apply IH; reflexivity].
Qed.

(** The result consists of words, if the operands do. *)
Theorem stays_in_words k m l : in_words m -> call integers k m tt = Some (l, tt) -> Forall is_word l.
Proof.
  unfold call. intros W H. destruct (execute_all _ _ _ _ _ _ _) as [[n s]|] eqn:E; [|discriminate].
  apply words_all in E; [|assumption]. destruct (keeps (target k) n); [|discriminate].
  destruct (words n (places k)) as [ws|] eqn:P; [|discriminate]. injection H as <- _.
  eapply words_of_places; eassumption.
Qed.

Lemma word_found {K} (b : Map.t interval) v (l : list (K * value poly)) is x : within b v ->
  forallb (fun a => word_by b (snd a)) l = true -> option_map (map_value (eval v)) (find l is) = Some x -> fits x.
Proof.
  intros W. induction l as [|[k a] l IH]; simpl; [discriminate|]. intros H E. apply andb_prop in H as [H H'].
  destruct (is k); [|auto]. injection E as <-. destruct a as [p| | |]; simpl in *; try exact I; [|discriminate].
  destruct (range b p) as [i|] eqn:R; [|discriminate]. apply andb_prop in H as [L U]. apply Z.leb_le in L.
  apply Z.ltb_lt in U. apply (inside_range _ v) in R; [|assumption]. unfold inside in R. unfold is_word. lia.
Qed.

(** What a certificate proves about the code of a kernel. *)
Theorem proved k p : accepts_kernel k p = true -> forall v, admits v k ->
  exists l, call integers k (machine_of (eval v) k) tt = Some (l, tt) /\
    Forall (fun z => is_word z /\ (digit k = word \/ z < digit k)) l /\
    (exists m, radix k * number_of (digit k) l - eval v (expected k) = eval v (divisor k) * m) /\
    Forall (fun limit => radix k * number_of (digit k) l < eval v limit) (below_limits k).
Proof.
  unfold accepts_kernel. intros H v A. apply andb_prop in H as [H C]. apply andb_prop in H as [H M].
  apply andb_prop in H as [_ R].
  destruct (satisfies k p C v A) as (l & E & J & L & D). exists l. split; [exact E|]. split; [|auto].
  assert (Forall is_word l) as F.
  2: { apply Forall_forall. intros z I. rewrite Forall_forall in F, D. split; [auto|destruct D; auto]. }
  refine (stays_in_words k _ l _ E).
  assert (within (bounds (ranges_of k)) v) as W.
  { apply (good_bounds v (ranges_of k)).
    apply (good_list v (fun _ i s => set_bounds s (fst i) (snd i)) (fun i => inside (snd i) (v (fst i)))).
    - intros. apply good_set_bounds; assumption.
    - split; intros x i F; cbn in F; rewrite Map.gempty in F; discriminate.
    - apply A. }
  split; cbn [registers memory carry overflow machine_of]; try discriminate.
  - intros r x F. exact (word_found _ v _ _ _ W R F).
  - intros b a x F. exact (word_found _ v _ _ _ W M F).
Qed.
