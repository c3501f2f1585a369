(* The primes of the engine, with their limbs and generators.

   Files of the engine: crates/fields/src/primes/*.rs. The script `check` compares each constant with its file. *)

From Coq Require Import ZArith List.
Import ListNotations.
Open Scope Z_scope.

Definition bandersnatch_scalar : Z := 0x1cfb69d4ca675f520cce760202687600ff8f87007419047174fd06b52876e7e1.
Definition bls12_377_base : Z :=
  0x01ae3a4617c510eac63b05c06ca1493b1a22d9f300f5138f1ef3622fba094800170b5d44300000008508c00000000001.
Definition bls12_377_scalar : Z := 0x12ab655e9a2ca55660b44d1e5c37b00159aa76fed00000010a11800000000001.
Definition bls12_381_base : Z :=
  0x1a0111ea397fe69a4b1ba7b6434bacd764774b84f38512bf6730d2a0f6b0f6241eabfffeb153ffffb9feffffffffaaab.
Definition bls12_381_scalar : Z := 0x73eda753299d7d483339d80809a1d80553bda402fffe5bfeffffffff00000001.
Definition bn254_base : Z := 0x30644e72e131a029b85045b68181585d97816a916871ca8d3c208c16d87cfd47.
Definition bn254_scalar : Z := 0x30644e72e131a029b85045b68181585d2833e84879b9709143e1f593f0000001.
Definition p256_base : Z := 0xffffffff00000001000000000000000000000000ffffffffffffffffffffffff.
Definition p256_scalar : Z := 0xffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632551.
Definition pallas_base : Z := 0x40000000000000000000000000000000224698fc094cf91b992d30ed00000001.
Definition secp256k1_base : Z := 0xfffffffffffffffffffffffffffffffffffffffffffffffffffffffefffffc2f.
Definition secp256k1_scalar : Z := 0xfffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141.
Definition vesta_base : Z := 0x40000000000000000000000000000000224698fc0994a8dd8c46eb2100000001.

(* The prime, its limbs, its generator. *)
Definition primes : list (Z * nat * Z) :=
  [(bandersnatch_scalar, 4%nat, 7);
   (bls12_377_base, 6%nat, 15);
   (bls12_377_scalar, 4%nat, 22);
   (bls12_381_base, 6%nat, 2);
   (bls12_381_scalar, 4%nat, 7);
   (bn254_base, 4%nat, 3);
   (bn254_scalar, 4%nat, 5);
   (p256_base, 4%nat, 6);
   (p256_scalar, 4%nat, 7);
   (pallas_base, 4%nat, 5);
   (secp256k1_base, 4%nat, 3);
   (secp256k1_scalar, 4%nat, 7);
   (vesta_base, 4%nat, 5)].
