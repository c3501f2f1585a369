(* The bounds of the named schedules for every prime in use, by computation.

   Files of the engine: crates/limbs/src/schedule/mod.rs (`named`), crates/fields/src/primes/*.rs. Claims: the number of
   conditional subtractions of `Bound::subtractions`, and in schedule/mod.rs "results stay below 2.347 p" for
   `log_jump(4)` and the prime of BN254's scalar field. *)

From Coq Require Import ZArith List Lia Bool.
From Vorpal Require Import Montgomery Primes.
Import ListNotations.
Open Scope Z_scope.

Definition r : Z := 2 ^ 64.

(* `negated_inverse`: -p^-1 modulo 2^64, by Newton's iteration. *)
Definition negated_inverse (p : Z) : Z :=
  let inverse := Nat.iter 6 (fun x => x * (2 - p * x) mod r) 1 in (- inverse) mod r.

(* `then_rounds` leaves out steps that remove nothing. *)
Definition then_rounds (n : nat) (leading : list step) : list step :=
  let kept := filter (fun s => negb (limbs s =? 0)%nat) leading in kept ++ repeat Round (n - removed kept).

Fixpoint halving_jumps (fuel n : nat) : list step :=
  match fuel with
  | O => []
  | S fuel => if (n <=? 1)%nat then [] else Jump (n / 2) :: halving_jumps fuel (n - n / 2)
  end.

Definition named (n : nat) : list (list step) :=
  [then_rounds n [];
   then_rounds n [Parallel (n - 1)];
   then_rounds n (halving_jumps n n);
   then_rounds n [Jump (n / 2)];
   then_rounds n [Parallel (n - 2)];
   then_rounds n [Parallel (n - 2); Jump (if (n <=? 1)%nat then 0 else 1)]].

(* C,C,C,C and P3,C and J2,J1,C and J2,C,C and P2,C,C and P2,J1,C *)
Theorem named_4 : named 4 =
  [[Round; Round; Round; Round]; [Parallel 3; Round]; [Jump 2; Jump 1; Round]; [Jump 2; Round; Round];
   [Parallel 2; Round; Round]; [Parallel 2; Jump 1; Round]].
Proof. reflexivity. Qed.
Theorem named_6 : named 6 =
  [[Round; Round; Round; Round; Round; Round]; [Parallel 5; Round]; [Jump 3; Jump 1; Jump 1; Round];
   [Jump 3; Round; Round; Round]; [Parallel 4; Round; Round]; [Parallel 4; Jump 1; Round]].
Proof. reflexivity. Qed.

Fixpoint valid_b (left : nat) (steps : list step) : bool :=
  match steps with
  | [] => (left =? 0)%nat
  | s :: t =>
      (1 <=? limbs s)%nat &&
      match s with
      | Parallel k => (k <? left)%nat
      | Jump k => (2 * k <=? left)%nat
      | Round => (1 <=? left)%nat
      end && valid_b (left - limbs s) t
  end.

Lemma valid_b_correct steps : forall left, valid_b left steps = true -> valid left steps.
Proof.
  induction steps as [|s t IH]; intros left; cbn [valid_b valid]; [apply Nat.eqb_eq|].
  rewrite !andb_true_iff. intros [[H1 H2] H3]. apply Nat.leb_le in H1. repeat split; auto.
  destruct s; [apply Nat.ltb_lt|apply Nat.leb_le|apply Nat.leb_le]; exact H2.
Qed.

(* "Every named schedule removes exactly n limbs", by the rules, for all n up to MAX_LIMBS. *)
Theorem named_are_valid : forall n, In n (seq 1 32) -> forall s, In s (named n) -> valid n s.
Proof.
  assert (H : forallb (fun n => forallb (valid_b n) (named n)) (seq 1 32) = true) by (vm_compute; reflexivity).
  intros n Hn s Hs. rewrite forallb_forall in H. specialize (H n Hn). rewrite forallb_forall in H.
  apply valid_b_correct, H, Hs.
Qed.

(* `Bound`: the largest result for operands of at most a and b. *)
Definition largest (p : Z) (steps : list step) (c_max : Z) : Z :=
  (c_max + p * M_max r p (negated_inverse p) steps) / r ^ Z.of_nat (removed steps).
Definition subtractions (p : Z) (steps : list step) : Z := largest p steps ((p - 1) * (p - 1)) / p.
Definition thousandths (p : Z) (steps : list step) : Z := (2000 * largest p steps ((p - 1) * (p - 1)) / p + 1) / 2.

(* The reduction with the constants of p. *)
Definition reduce (p : Z) (steps : list step) (c : Z) : Z := run r p (negated_inverse p) steps c.

Definition odd_modulus (p : Z) : bool := (2 <=? p) && ((1 + p * negated_inverse p) mod r =? 0).

Theorem results_below p steps a b :
  odd_modulus p = true -> 0 <= a < p -> 0 <= b < p ->
  0 <= reduce p steps (a * b) < (subtractions p steps + 1) * p /\
  (r ^ Z.of_nat (removed steps) * reduce p steps (a * b)) mod p = a * b mod p.
Proof.
  unfold odd_modulus. rewrite andb_true_iff, Z.leb_le, Z.eqb_eq. intros [Hp Hn] Ha Hb.
  assert (R : 2 <= r) by (unfold r; lia).
  assert (N : 0 <= negated_inverse p < r) by (apply Z.mod_pos_bound; unfold r; lia).
  unfold reduce, subtractions, largest. repeat split.
  - apply result_nonneg; auto. nia.
  - assert (C : a * b <= (p - 1) * (p - 1)) by nia.
    pose proof (result_bound r p (negated_inverse p) R Hp Hn steps (a * b) _ C) as B. unfold pw in B.
    set (x := ((p - 1) * (p - 1) + p * M_max r p (negated_inverse p) steps) / r ^ Z.of_nat (removed steps)) in *.
    pose proof (Z.div_mod x p ltac:(lia)). pose proof (Z.mod_pos_bound x p ltac:(lia)). nia.
  - apply (result_is_congruent r p (negated_inverse p) R Hp Hn).
Qed.

Definition odd_all : bool := forallb (fun '(p, _, _) => odd_modulus p) primes.
Theorem primes_are_odd : odd_all = true.
Proof. vm_compute. reflexivity. Qed.

(* The subtractions of canonical operands. With `results_below` they make every result canonical. *)
Theorem subtractions_of_primes :
  map (fun '(p, n, _) => map (subtractions p) (named n)) primes =
  (* cios; single_step; log_jump; one_jump; parallel_rounds; parallel_jump *)
  [[1; 2; 2; 1; 1; 2];   (* bandersnatch_scalar *)
   [1; 3; 1; 1; 1; 1];   (* bls12_377_base *)
   [1; 1; 1; 1; 1; 1];   (* bls12_377_scalar *)
   [1; 2; 1; 1; 1; 1];   (* bls12_381_base *)
   [1; 2; 2; 1; 1; 2];   (* bls12_381_scalar *)
   [1; 3; 2; 1; 1; 1];   (* bn254_base *)
   [1; 3; 2; 1; 1; 1];   (* bn254_scalar *)
   [1; 2; 2; 2; 1; 1];   (* p256_base *)
   [1; 3; 3; 2; 1; 2];   (* p256_scalar *)
   [1; 3; 2; 1; 1; 1];   (* pallas_base *)
   [1; 4; 3; 2; 2; 2];   (* secp256k1_base *)
   [1; 3; 2; 2; 2; 2];   (* secp256k1_scalar *)
   [1; 3; 2; 2; 1; 1]].  (* vesta_base *)
Proof. vm_compute. reflexivity. Qed.

Theorem log_jump_of_bn254 : thousandths bn254_scalar [Jump 2; Jump 1; Round] = 2347.
Proof. vm_compute. reflexivity. Qed.
