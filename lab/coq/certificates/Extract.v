(** The program of the checker for the kernels of crates/limbs/src/backend: integers become those of Zarith. *)
Require Import Extraction ExtrOcamlBasic ExtrOcamlZBigInt.
Require Import Vorpal.Checker Vorpal.Steps.
Extraction "checker.ml" accepts.
