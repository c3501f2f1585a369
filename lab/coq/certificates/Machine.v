(** The instructions of x86-64 that the kernels of crates/limbs/src/backend/x86_64 use, on integers and on polynomials.
    Those of AArch64 are translated into the same (lab/proofs/translation.py), and so are those of one lane of a vector
    (lab/proofs/lane_words.py).

    [execute] is written once for any kind of numbers. With integers it is the meaning of the code. With polynomials it
    collects the divisions that the code computes. `Agree.v` proves that both agree. *)
Require Import ZArith List Bool.
Import ListNotations.
Open Scope Z_scope.

(** * Code. A register is a number, and all registers have 64 bits. *)
Definition register := positive.
Definition rsp : register := 5%positive.
Definition rdx : register := 4%positive.
Definition stack : positive := 1%positive.

Inductive operand := Register (r : register) | Immediate (z : Z) | Memory (r : register) (offset : Z).

Inductive instruction :=
| Mov (d s : operand)
| Mulx (high low : register) (s : operand)
| Imul (d : register) (s : operand)
| Add (d s : operand)
| Adc (d s : operand)
| Adcx (d : register) (s : operand)
| Adox (d : register) (s : operand)
| Sub (d s : operand)
| Sbb (d s : operand)
  (** [sbb r, r]: all bits are the carry. *)
| SbbSame (r : register)
  (** [xor r, r]. *)
| Zero (r : register)
| And (d : register) (s : operand)
  (** Moves if the carry has this value. *)
| Cmov (carry : bool) (d : register) (s : operand)
  (** An address. *)
| Lea (d base : register) (offset : Z)
  (** [lea r, [r+r]]. *)
| Double (r : register)
| Shlx (d : register) (s : operand) (count : register)
| Shrx (d : register) (s : operand) (count : register)
| Push (s : operand)
| Pop (d : operand)
  (** In one lane of a vector: adds the low or the high half of a product of 52 bits. *)
| Madd52 (high : bool) (d : register) (a b : operand).

(** * Values. A mask has all bits equal to a flag. The code may only move the contents that it does not know. *)
Inductive value (T : Type) :=
| Number (t : T)
| Address (base : positive) (offset : Z)
| Mask (flag : T)
| Content (name : positive).
Arguments Number {T}. Arguments Address {T}. Arguments Mask {T}. Arguments Content {T}.

Record machine (T : Type) := {
  registers : register -> option (value T);
  memory : positive -> Z -> option (value T);
  carry : option T;
  overflow : option T }.
Arguments registers {T}. Arguments memory {T}. Arguments carry {T}. Arguments overflow {T}.

(** A kind of numbers. [divide] yields the quotient and the remainder, and records the division. *)
Record numbers (T S : Type) := {
  integer : Z -> T;
  plus : T -> T -> T;
  times : T -> T -> T;
  divide : Z -> T -> S -> T * T * S;
  known : T -> option Z }.
Arguments integer {T S}. Arguments plus {T S}. Arguments times {T S}. Arguments divide {T S}. Arguments known {T S}.

Notation "'do' x <- a ; b" := (match a with Some x => b | None => None end)
  (at level 200, x pattern, a at level 100, b at level 200).

Definition word : Z := 2 ^ 64.

Section Execute.
Variables (T S : Type) (d : numbers T S) (writable : list positive).

Definition set_register (m : machine T) r x : machine T :=
  {| registers := fun q => if Pos.eqb q r then Some x else registers m q; memory := memory m; carry := carry m;
     overflow := overflow m |}.
Definition set_memory (m : machine T) base at_ x : machine T :=
  {| registers := registers m;
     memory := fun b a => if Pos.eqb b base && (a =? at_) then Some x else memory m b a; carry := carry m;
     overflow := overflow m |}.
Definition set_flags (m : machine T) c o : machine T :=
  {| registers := registers m; memory := memory m; carry := c; overflow := o |}.

Definition fetch (m : machine T) (o : operand) : option (value T) :=
  match o with
  | Register r => registers m r
  | Immediate z => Some (Number (integer d (z mod word)))
  | Memory r offset => match registers m r with Some (Address b a) => memory m b (a + offset) | _ => None end
  end.
Definition number (m : machine T) (o : operand) : option T :=
  match fetch m o with Some (Number t) => Some t | _ => None end.

(** The code writes below the stack pointer of its caller, and words of its results. *)
Definition allowed (m : machine T) (base : positive) (at_ : Z) : bool :=
  if Pos.eqb base stack then (at_ <? 0) && (at_ mod 8 =? 0)
  else existsb (Pos.eqb base) writable && match memory m base at_ with Some _ => true | None => false end.
Definition store (m : machine T) (base : positive) (at_ : Z) (x : value T) : option (machine T) :=
  if allowed m base at_ then Some (set_memory m base at_ x) else None.
Definition put (m : machine T) (o : operand) (x : value T) : option (machine T) :=
  match o with
  | Register r => Some (set_register m r x)
  | Immediate _ => None
  | Memory r offset => match registers m r with Some (Address b a) => store m b (a + offset) x | _ => None end
  end.

Definition same (x y : operand) : bool := match x, y with Register r, Register q => Pos.eqb r q | _, _ => false end.

(** [2 x + c], and the bit of [x] that leaves the word. *)
Definition doubled (m : machine T) (s : S) (o : operand) (c : T) : option (machine T * T * S) :=
  do x <- number m o;
  let '(high, low, s) := divide d (2 ^ 63) x s in
  do m <- put m o (Number (plus d (times d (integer d 2) low) c));
  Some (m, high, s).

(** [a + b + c] in [a], and its carry. *)
Definition summed (m : machine T) (s : S) (a b : operand) (c : T) : option (machine T * T * S) :=
  if same a b then doubled m s a c else
  do x <- number m a;
  do y <- number m b;
  let '(above, sum, s) := divide d word (plus d (plus d x y) c) s in
  do m <- put m a (Number sum);
  Some (m, above, s).

Definition minus (x : T) : T := times d (integer d (-1)) x.

(** [a - b - c] in [a], and its borrow. *)
Definition difference (m : machine T) (s : S) (a b : operand) (c : T) : option (machine T * T * S) :=
  do x <- number m a;
  do y <- number m b;
  let '(above, rest, s) := divide d word (plus d (plus d x (minus y)) (minus c)) s in
  do m <- put m a (Number rest);
  Some (m, minus above, s).

(** One of two numbers, by a flag. *)
Definition selected (m : machine T) (s : S) (r : register) (flag one zero : T) : option (machine T * S) :=
  let '(chosen, _, s) := divide d 1 (plus d zero (times d flag (plus d one (minus zero)))) s in
  Some (set_register m r (Number chosen), s).

Definition split (m : machine T) (s : S) (o : operand) (bits : Z) : option (T * T * S) :=
  do x <- number m o; Some (divide d (2 ^ bits) x s).

(** The bits of [x] below the end of a mask [2^n - 1]. *)
Definition low_bits (m : machine T) (s : S) (r : register) (x : T) (mask : Z) : option (machine T * S) :=
  if (0 <? mask) && (mask + 1 =? 2 ^ Z.log2 (mask + 1))
  then let '(_, low, s) := divide d (mask + 1) x s in Some (set_register m r (Number low), s)
  else None.

Definition shift_count (m : machine T) (r : register) : option Z :=
  do x <- number m (Register r);
  do n <- known d x;
  if (0 <? n) && (n <? 64) then Some n else None.

Definition clear (m : machine T) : machine T := set_flags m (Some (integer d 0)) (Some (integer d 0)).

Definition execute (i : instruction) (m : machine T) (s : S) : option (machine T * S) :=
  match i with
  | Mov a b => do x <- fetch m b; do m <- put m a x; Some (m, s)
  | Mulx high low b =>
      do x <- number m (Register rdx);
      do y <- number m b;
      let '(above, below, s) := divide d word (times d x y) s in
      Some (set_register (set_register m low (Number below)) high (Number above), s)
  | Imul a b =>
      do x <- number m (Register a);
      do y <- number m b;
      let '(_, below, s) := divide d word (times d x y) s in
      Some (set_flags (set_register m a (Number below)) None None, s)
  | Add a b => do (m, c, s) <- summed m s a b (integer d 0); Some (set_flags m (Some c) None, s)
  | Adc a b => do c <- carry m; do (m, c, s) <- summed m s a b c; Some (set_flags m (Some c) None, s)
  | Adcx a b =>
      do c <- carry m; do (m, c, s) <- summed m s (Register a) b c; Some (set_flags m (Some c) (overflow m), s)
  | Adox a b =>
      do c <- overflow m; do (m, c, s) <- summed m s (Register a) b c; Some (set_flags m (carry m) (Some c), s)
  | Sub a b => do (m, c, s) <- difference m s a b (integer d 0); Some (set_flags m (Some c) None, s)
  | Sbb a b => do c <- carry m; do (m, c, s) <- difference m s a b c; Some (set_flags m (Some c) None, s)
  | SbbSame r => do c <- carry m; Some (set_flags (set_register m r (Mask c)) (Some c) None, s)
  | Zero r => Some (clear (set_register m r (Number (integer d 0))), s)
  | And a b =>
      do x <- fetch m (Register a);
      do y <- fetch m b;
      match x, y with
      | Mask c, Number t | Number t, Mask c =>
          do (m, s) <- selected m s a c t (integer d 0); Some (clear m, s)
      | Number x, Number mask => do mask <- known d mask; do (m, s) <- low_bits m s a x mask; Some (clear m, s)
      | _, _ => None
      end
  | Cmov taken a b =>
      do c <- carry m;
      do x <- number m (Register a);
      do y <- number m b;
      if taken then selected m s a c y x else selected m s a c x y
  | Lea a b offset =>
      match registers m b with
      | Some (Address base at_) => Some (set_register m a (Address base (at_ + offset)), s)
      | _ => None
      end
  | Double r => do (m, _, s) <- doubled m s (Register r) (integer d 0); Some (m, s)
  | Shlx a b r =>
      do n <- shift_count m r;
      do (_, low, s) <- split m s b (64 - n);
      Some (set_register m a (Number (times d (integer d (2 ^ n)) low)), s)
  | Shrx a b r =>
      do n <- shift_count m r;
      do (high, _, s) <- split m s b n;
      Some (set_register m a (Number high), s)
  | Push b =>
      do x <- fetch m b;
      match registers m rsp with
      | Some (Address base at_) =>
          do m <- store (set_register m rsp (Address base (at_ - 8))) base (at_ - 8) x; Some (m, s)
      | _ => None
      end
  | Pop a =>
      match registers m rsp with
      | Some (Address base at_) =>
          do x <- memory m base at_; do m <- put (set_register m rsp (Address base (at_ + 8))) a x; Some (m, s)
      | _ => None
      end
  | Madd52 high a b c =>
      do t <- number m (Register a);
      do x <- number m b;
      do y <- number m c;
      let '(_, x, s) := divide d (2 ^ 52) x s in
      let '(_, y, s) := divide d (2 ^ 52) y s in
      let '(above, below, s) := divide d (2 ^ 52) (times d x y) s in
      let '(_, sum, s) := divide d word (plus d t (if high then above else below)) s in
      Some (set_register m a (Number sum), s)
  end.

Fixpoint execute_all (l : list instruction) (m : machine T) (s : S) : option (machine T * S) :=
  match l with [] => Some (m, s) | i :: l' => do (m, s) <- execute i m s; execute_all l' m s end.
End Execute.
