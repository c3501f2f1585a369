(* Reads statements with their certificates from files, and says of each whether the checker accepts it. The checker is
   extracted from Steps.v. Exit code 1: one was refused or could not be read. *)

module Integer = Z
open Checker

exception Malformed of string

(* The words of a file, separated by spaces and ends of lines. *)
type words = { text : string; mutable at : int }

let space c = c = ' ' || c = '\n'

let word w =
  let n = String.length w.text in
  while w.at < n && space w.text.[w.at] do w.at <- w.at + 1 done;
  let from = w.at in
  while w.at < n && not (space w.text.[w.at]) do w.at <- w.at + 1 done;
  if w.at = from then raise (Malformed "the file ends early");
  String.sub w.text from (w.at - from)

let integer w =
  let s = word w in
  try Integer.of_string s with Invalid_argument _ -> raise (Malformed (s ^ " is no integer"))

let name w =
  let z = integer w in
  if Integer.sign z <= 0 then raise (Malformed "a name is not positive");
  z

let count w =
  let z = integer w in
  if Integer.sign z < 0 || not (Integer.fits_int z) then raise (Malformed "a number of items is out of range");
  Integer.to_int z

let list item w =
  let rec more n = if n = 0 then [] else let x = item w in x :: more (n - 1) in
  more (count w)

let poly = list (fun w -> let c = integer w in (c, list name w))
let combination = list (fun w -> let k = name w in (k, poly w))

let source w =
  match word w with
  | "fact" -> Fact (name w)
  | "least" -> Least (name w)
  | "most" -> Most (name w)
  | s -> raise (Malformed (s ^ " is no source"))

let reason w =
  let factor = integer w in
  let positives = list (fun w -> let f = source w in (f, poly w)) w in
  { factor; positives; zeros = combination w }

let interval w = let least = integer w in (least, integer w)

let step w = function
  | "equal" -> let k = name w in let t = poly w in Equal (k, t, combination w)
  | "congruent" ->
    let k = name w in let k' = name w in let n = integer w in
    let t = poly w in let q = poly w in
    Congruent (k, k', n, t, q, combination w)
  | "atleast" -> let k = name w in let t = poly w in AtLeast (k, t, reason w)
  | "between" -> let x = name w in let i = interval w in let r = reason w in Between (x, i, r, reason w)
  | "fixed" -> let k = name w in Fixed (k, name w)
  | "multiplied" -> let k = name w in let i = name w in Multiplied (k, i, name w)
  | s -> raise (Malformed (s ^ " is no step"))

let rec proof w =
  match word w with
  | "cases" -> let x = name w in let lower = proof w in Cases (x, lower, proof w)
  | "done" ->
    let n = integer w in let q = poly w in let c = combination w in
    Done (n, q, c, list reason w)
  | s -> let a = step w s in Then (a, proof w)

let statement w =
  if word w <> "statement" then raise (Malformed "no statement");
  let first = name w in
  let inputs = list (fun w -> let x = name w in (x, interval w)) w in
  let equations = list poly w in
  let conditions = list poly w in
  let program = list (fun w -> let n = integer w in (n, poly w)) w in
  let congruent = poly w in
  let modulus = poly w in
  let limits = list poly w in
  { first; inputs; equations; conditions; program; goal = { congruent; modulus; limits } }

let read path =
  let file = open_in_bin path in
  let text = really_input_string file (in_channel_length file) in
  close_in file;
  let w = { text; at = 0 } in
  let s = statement w in
  let p = proof w in
  (match word w with exception Malformed _ -> () | _ -> raise (Malformed "more than one proof"));
  (s, p)

let verdict path =
  match read path with
  | exception Malformed why -> Printf.printf "%s: unreadable: %s\n" path why; false
  | s, p ->
    let well = accepts s p in
    Printf.printf "%s: %s\n" path (if well then "accepted" else "REFUSED");
    well

let () =
  let paths = List.tl (Array.to_list Sys.argv) in
  let well = List.filter verdict paths in
  Printf.printf "%d of %d certificates accepted\n" (List.length well) (List.length paths);
  exit (if paths <> [] && List.length well = List.length paths then 0 else 1)
