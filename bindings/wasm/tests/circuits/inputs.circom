pragma circom 2.2.0;

// Inputs of every shape: a number, lists in a list, a bus, and a list of buses.

bus Pair {
    signal left;
    signal right[2];
}

// The output depends on the order of all values, so an input in another order has another one.
template Inputs(rows, columns) {
    signal input number;
    signal input table[rows][columns];
    input Pair() one;
    input Pair() several[2];
    signal output sum;
    signal sums[rows * columns + 9];

    assert(number != 3);
    sums[0] <== number * number + 1;
    for (var i = 0; i < rows; i++) {
        for (var j = 0; j < columns; j++) {
            var at = i * columns + j;
            sums[at + 1] <== sums[at] * (table[i][j] + at + 2);
        }
    }
    var at = rows * columns;
    signal values[9];
    values[0] <== one.left;
    values[1] <== one.right[0];
    values[2] <== one.right[1];
    for (var i = 0; i < 2; i++) {
        values[3 + 3 * i] <== several[i].left;
        values[4 + 3 * i] <== several[i].right[0];
        values[5 + 3 * i] <== several[i].right[1];
    }
    for (var i = 0; i < 8; i++) {
        sums[at + i + 1] <== sums[at + i] * (values[i] + i + 1);
    }
    log("the last value is", values[8]);
    sum <== sums[at + 8] * (values[8] + 9) + values[8];
    // Only the public signal and this constraint are refused, not a value.
    signal isNotFive <-- number == 5 ? 0 : 1;
    isNotFive === 1;
}

component main { public [number] } = Inputs(2, 3);
