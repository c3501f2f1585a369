(** The program of the checker for the kernels of crates/limbs/src/backend: integers become those of Zarith. *)
Require Import Extraction ExtrOcamlBasic ExtrOcamlZBigInt.
Require Import Vorpal.Checker Vorpal.Kernel.
Extraction "checker.ml" accepts_kernel call integers machine_of number_of eval.
