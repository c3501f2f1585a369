(* Reads kernels with their certificates from files, and says of each whether the checker accepts it. The checker is
   extracted from Kernel.v. Exit code 1: one was refused or could not be read. *)

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
  | "squeezed" -> let k = name w in let t = poly w in let r = reason w in Squeezed (k, t, r, reason w)
  | "multiplied" -> let k = name w in let i = name w in Multiplied (k, i, name w)
  | s -> raise (Malformed (s ^ " is no step"))

let rec proof w =
  match word w with
  | "cases" -> let x = name w in let lower = proof w in Cases (x, lower, proof w)
  | "done" ->
    let n = integer w in let q = poly w in let c = combination w in
    Done (n, q, c, list reason w)
  | s -> let a = step w s in Then (a, proof w)

let registers =
  [ "rax"; "rbx"; "rcx"; "rdx"; "rsp"; "rbp"; "rsi"; "rdi"; "r8"; "r9"; "r10"; "r11"; "r12"; "r13"; "r14"; "r15" ]
  @ List.init 31 (fun i -> "x" ^ string_of_int i)
  (* Scratch registers of translated code. *)
  @ [ "sp"; "t0"; "t1" ]

let register w =
  let s = word w in
  let none () = raise (Malformed (s ^ " is no register")) in
  let rec number n = function
    | [] -> none ()
    | r :: rest -> if r = s then Integer.of_int n else number (n + 1) rest in
  (* Words of lanes: v0, v1, and so on. *)
  if s.[0] <> 'v' then number 1 registers
  else match int_of_string_opt (String.sub s 1 (String.length s - 1)) with
    | Some n when n >= 0 -> Integer.of_int (100 + n)
    | _ -> none ()

let operand w =
  match word w with
  | "register" -> Register (register w)
  | "immediate" -> Immediate (integer w)
  | "memory" -> let r = register w in Memory (r, integer w)
  | s -> raise (Malformed (s ^ " is no operand"))

let instruction w =
  let two make = let a = operand w in make a (operand w) in
  let to_register make = let a = register w in make a (operand w) in
  match word w with
  | "mov" -> two (fun a b -> Mov (a, b))
  | "mulx" -> let high = register w in let low = register w in Mulx (high, low, operand w)
  | "imul" -> to_register (fun a b -> Imul (a, b))
  | "add" -> two (fun a b -> Add (a, b))
  | "adc" -> two (fun a b -> Adc (a, b))
  | "adcx" -> to_register (fun a b -> Adcx (a, b))
  | "adox" -> to_register (fun a b -> Adox (a, b))
  | "sub" -> two (fun a b -> Sub (a, b))
  | "sbb" -> two (fun a b -> Sbb (a, b))
  | "sbbsame" -> SbbSame (register w)
  | "zero" -> Zero (register w)
  | "and" -> to_register (fun a b -> And (a, b))
  | "cmov" -> let taken = count w = 1 in to_register (fun a b -> Cmov (taken, a, b))
  | "lea" -> let a = register w in let b = register w in Lea (a, b, integer w)
  | "double" -> Double (register w)
  | "shlx" -> let a = register w in let b = operand w in Shlx (a, b, register w)
  | "shrx" -> let a = register w in let b = operand w in Shrx (a, b, register w)
  | "push" -> Push (operand w)
  | "pop" -> Pop (operand w)
  | "madd52" ->
    let high = count w = 1 in let a = register w in let b = operand w in
    Madd52 (high, a, b, operand w)
  | s -> raise (Malformed (s ^ " is no instruction"))

let value w =
  match word w with
  | "number" -> Number (poly w)
  | "address" -> let base = name w in Address (base, integer w)
  | "caller" -> Content (register w)
  | "content" -> Content (name w)
  | s -> raise (Malformed (s ^ " is no value"))

let place w = let base = name w in (base, integer w)

(* A kernel, after the word `kernel`. *)
let kernel w =
  let target =
    match word w with
    | "x86_64" -> X86_64
    | "aarch64" -> AArch64
    | s -> raise (Malformed (s ^ " is no processor")) in
  let entry_registers = list (fun w -> let r = register w in (r, value w)) w in
  let entry_memory = list (fun w -> let p = place w in (p, value w)) w in
  let writable = list name w in
  let code = list instruction w in
  let places = list place w in
  let digit = integer w in
  let variables = name w in
  let ranges = list (fun w -> let x = name w in (x, interval w)) w in
  let zero = list poly w in
  let not_less = list poly w in
  let radix = integer w in
  let expected = poly w in
  let divisor = poly w in
  let below_limits = list poly w in
  { target; entry_registers; entry_memory; writable; code; places; digit; variables; ranges; zero; not_less; radix;
    expected; divisor; below_limits }

let words path =
  let file = open_in_bin path in
  let text = really_input_string file (in_channel_length file) in
  close_in file;
  { text; at = 0 }

(* Kernels with the same proof, which ends the file. *)
let read path =
  let w = words path in
  if word w <> "kernel" then raise (Malformed "no kernel");
  let rec kernels () =
    let k = kernel w in
    let next = w.at in
    if word w = "kernel" then k :: kernels () else (w.at <- next; [k]) in
  let all = kernels () in
  let p = proof w in
  (match word w with exception Malformed _ -> () | _ -> raise (Malformed "more than one proof"));
  (all, p)

(* Whether the meaning of the code in Machine.v yields the results of the processor in a file of samples. *)
let agrees kernels path =
  let w = words path in
  let well = List.for_all (fun k ->
    let samples = count w in
    if samples = 0 then raise (Malformed "no sample");
    let variables = count w in
    List.for_all (fun _ ->
      let result = integer w in
      let values = Array.init variables (fun _ -> integer w) in
      let v x = if Integer.(leq x (of_int variables)) then values.(Integer.to_int x - 1) else Integer.zero in
      match call integers k (machine_of (eval v) k) () with
      | Some (l, ()) -> Integer.equal (number_of k.digit l) result
      | None -> false)
      (List.init samples Fun.id))
    kernels in
  if well then (match word w with exception Malformed _ -> () | _ -> raise (Malformed "more samples than kernels"));
  well

let verdict path =
  match read path with
  | exception Malformed why -> Printf.printf "%s: unreadable: %s\n" path why; false
  | kernels, p ->
    let well = List.for_all (fun k -> accepts_kernel k p) kernels in
    let samples = Filename.remove_extension path ^ ".samples" in
    let same, remark =
      if not (Sys.file_exists samples) then true, if well then ": no results of the processor" else ""
      else match agrees kernels samples with
      | true -> true, ""
      | false -> false, ": the processor has OTHER RESULTS"
      | exception Malformed why -> false, ": UNREADABLE samples: " ^ why in
    Printf.printf "%s: %s%s\n" path (if well then "accepted" else "REFUSED") remark;
    well && same

let () =
  let paths = List.tl (Array.to_list Sys.argv) in
  let well = List.filter verdict paths in
  Printf.printf "%d of %d certificates accepted\n" (List.length well) (List.length paths);
  exit (if paths <> [] && List.length well = List.length paths then 0 else 1)
