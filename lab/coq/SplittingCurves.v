(* The constants of splitting for each curve with an endomorphism, computed as the engine does.

   Files of the engine: crates/curves/src/*/endomorphism.rs and */g2/parameters.rs, with the primes and generators of
   crates/fields/src/primes/. Claims: `half_bits`, `largest_half`, `largest_quarter`; "secp256k1: 48 word
   multiplications for four limbs" needs l = 4. Which of the two eigenvalues a curve has is not needed: each is
   checked. *)

From Coq Require Import ZArith List Lia Bool.
From Vorpal Require Import Primes Splitting.
Import ListNotations.
Open Scope Z_scope.

Fixpoint power (b : Z) (e : positive) (m : Z) : Z :=
  match e with
  | xH => b mod m
  | xO e => let h := power b e m in h * h mod m
  | xI e => let h := power b e m in h * h mod m * b mod m
  end.

(* CUBE_ROOTS_OF_UNITY[0] of crates/fields/src/element.rs. *)
Definition root (g m : Z) : Z := power g (Z.to_pos ((m - 1) / 3)) m.

Definition largest_half (r lambda : Z) : Z :=
  let '((x1, a1), (x2, a2), _) := short_basis 1000 r (r, 0) (lambda, 1) true in
  Z.max ((2 ^ 32 + 1) * (x1 + x2) / 2 ^ 33) ((2 ^ 32 + 1) * (a1 + a2) / 2 ^ 33).

Definition both_eigenvalues (r g bits : Z) : bool :=
  let w := root g r in
  let w2 := w * w mod r in
  halves_hold r w 4 bits (largest_half r w) && halves_hold r w2 4 bits (largest_half r w2).

(* What `both_eigenvalues` means: `halves` of Splitting.v for either eigenvalue. *)
Theorem halves_of_curve r g bits :
  both_eigenvalues r g bits = true ->
  forall lambda, lambda = root g r \/ lambda = root g r * root g r mod r ->
  forall s, 0 <= s < 2 ^ 256 ->
  let (k1, k2) := split r lambda 4 s in
  (r | k1 + k2 * lambda - s) /\ Z.abs k1 < 2 ^ bits /\ Z.abs k2 < 2 ^ bits /\ bits <= 128.
Proof.
  unfold both_eigenvalues. intros H lambda HL s Hs. apply andb_prop in H as [H1 H2].
  assert (H : halves_hold r lambda 4 bits (largest_half r lambda) = true) by (destruct HL as [-> | ->]; assumption).
  pose proof (halves r lambda 4 bits _ H s Hs) as K. destruct (split r lambda 4 s) as [k1 k2].
  destruct K as (K1 & K2 & K3 & K4 & K5). repeat split; auto; lia.
Qed.

Theorem secp256k1 : both_eigenvalues secp256k1_scalar 7 128 = true. Proof. vm_compute. reflexivity. Qed.
Theorem bls12_381 : both_eigenvalues bls12_381_scalar 7 127 = true. Proof. vm_compute. reflexivity. Qed.
Theorem bls12_377 : both_eigenvalues bls12_377_scalar 22 126 = true. Proof. vm_compute. reflexivity. Qed.
Theorem bn254 : both_eigenvalues bn254_scalar 5 126 = true. Proof. vm_compute. reflexivity. Qed.
Theorem grumpkin : both_eigenvalues bn254_base 3 126 = true. Proof. vm_compute. reflexivity. Qed.
Theorem pallas : both_eigenvalues vesta_base 5 127 = true. Proof. vm_compute. reflexivity. Qed.
Theorem vesta : both_eigenvalues pallas_base 5 127 = true. Proof. vm_compute. reflexivity. Qed.

(* Quarters on G2: seeds of */g2/parameters.rs. *)
Definition x_381 : Z := - 0xd201000000010000.
Definition x_377 : Z := 0x8508c00000000001.
Definition x_bn : Z := 0x44e992b44a6909f1.

Definition largest_quarter (v : row4) : Z :=
  let bound j := (2 ^ 32 + 1) * sum4 (fun i => Z.abs (coordinate (basis v i) j)) / 2 ^ 33 in
  Z.max (Z.max (bound 0%nat) (bound 1%nat)) (Z.max (bound 2%nat) (bound 3%nat)).

Definition quarters_of_curve (v : row4) (r p : Z) (bits : Z) : bool :=
  quarters_hold v r p 4 (largest_quarter v) && (largest_quarter v <? 2 ^ bits) &&
  (2 ^ (bits - 1) <=? largest_quarter v).

(* "quarters have 63 and 64 bits" *)
Theorem bls12_381_quarters : quarters_of_curve (bls12_row x_381) bls12_381_scalar bls12_381_base 63 = true.
Proof. vm_compute. reflexivity. Qed.
Theorem bls12_377_quarters : quarters_of_curve (bls12_row x_377) bls12_377_scalar bls12_377_base 63 = true.
Proof. vm_compute. reflexivity. Qed.
Theorem bn254_quarters : quarters_of_curve (bn_row x_bn) bn254_scalar bn254_base 64 = true.
Proof. vm_compute. reflexivity. Qed.
