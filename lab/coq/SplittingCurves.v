(* The constants of splitting for each curve with an endomorphism, computed as the engine does.

   Files of the engine: crates/curves/src/*/endomorphism.rs and */g2/parameters.rs, with the primes of
   crates/fields/src/primes/. Claims: `half_bits`, `largest_half`, `largest_quarter`; "secp256k1: 48 word
   multiplications for four limbs" needs l = 4. Which of the two eigenvalues a curve has is not needed: each is
   checked. *)

From Coq Require Import ZArith List Lia Bool.
From Vorpal Require Import Primes Splitting.
Import ListNotations.
Open Scope Z_scope.

Definition largest_half (r lambda : Z) : Z :=
  let '((x1, a1), (x2, a2), _) := short_basis 1000 r (r, 0) (lambda, 1) true in
  Z.max ((2 ^ 32 + 1) * (x1 + x2) / 2 ^ 33) ((2 ^ 32 + 1) * (a1 + a2) / 2 ^ 33).

(* The eigenvalues are the two roots of lambda^2 + lambda + 1 modulo r. *)
Definition both_eigenvalues (r lambda bits : Z) : bool :=
  let other := r - 1 - lambda in
  halves_hold r lambda 4 bits (largest_half r lambda) && halves_hold r other 4 bits (largest_half r other).

(* What `both_eigenvalues` means: `halves` of Splitting.v for either eigenvalue. *)
Theorem halves_of_curve r root bits :
  both_eigenvalues r root bits = true ->
  forall lambda, lambda = root \/ lambda = r - 1 - root ->
  forall s, 0 <= s < 2 ^ 256 ->
  let (k1, k2) := split r lambda 4 s in
  (r | k1 + k2 * lambda - s) /\ Z.abs k1 < 2 ^ bits /\ Z.abs k2 < 2 ^ bits /\ bits <= 128.
Proof.
  unfold both_eigenvalues. intros H lambda HL s Hs. apply andb_prop in H as [H1 H2].
  assert (H : halves_hold r lambda 4 bits (largest_half r lambda) = true) by (destruct HL as [-> | ->]; assumption).
  pose proof (halves r lambda 4 bits _ H s Hs) as K. destruct (split r lambda 4 s) as [k1 k2].
  destruct K as (K1 & K2 & K3 & K4 & K5).
  split; [exact K1|]. split; [|split; [|exact K5]]; apply Z.le_lt_trans with (2 := K4); assumption.
Qed.

Theorem secp256k1 : both_eigenvalues secp256k1_scalar
  0xac9c52b33fa3cf1f5ad9e3fd77ed9ba4a880b9fc8ec739c2e0cfc810b51283ce 128 = true.
Proof. vm_cast_no_check (eq_refl true). Qed.
Theorem bls12_381 : both_eigenvalues bls12_381_scalar
  0xac45a4010001a40200000000ffffffff 127 = true.
Proof. vm_cast_no_check (eq_refl true). Qed.
Theorem bls12_377 : both_eigenvalues bls12_377_scalar
  0x12ab655e9a2ca55660b44d1e5c37b00114885f32400000000000000000000000 126 = true.
Proof. vm_cast_no_check (eq_refl true). Qed.
Theorem bn254 : both_eigenvalues bn254_scalar
  0xb3c4d79d41a917585bfc41088d8daaa78b17ea66b99c90dd 126 = true.
Proof. vm_cast_no_check (eq_refl true). Qed.
Theorem grumpkin : both_eigenvalues bn254_base
  0x30644e72e131a0295e6dd9e7e0acccb0c28f069fbb966e3de4bd44e5607cfd48 126 = true.
Proof. vm_cast_no_check (eq_refl true). Qed.
Theorem pallas : both_eigenvalues vesta_base
  0x6819a58283e528e511db4d81cf70f5a0fed467d47c033af2aa9d2e050aa0e4f 127 = true.
Proof. vm_cast_no_check (eq_refl true). Qed.
Theorem vesta : both_eigenvalues pallas_base
  0x2d33357cb532458ed3552a23a8554e5005270d29d19fc7d27b7fd22f0201b547 127 = true.
Proof. vm_cast_no_check (eq_refl true). Qed.

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
Proof. vm_cast_no_check (eq_refl true). Qed.
Theorem bls12_377_quarters : quarters_of_curve (bls12_row x_377) bls12_377_scalar bls12_377_base 63 = true.
Proof. vm_cast_no_check (eq_refl true). Qed.
Theorem bn254_quarters : quarters_of_curve (bn_row x_bn) bn254_scalar bn254_base 64 = true.
Proof. vm_cast_no_check (eq_refl true). Qed.
