pragma circom 2.1.0;

// The bits of a number, which is below 2^n.
template Bits(n) {
    signal input in;
    signal output out[n];
    var sum = 0;
    for (var i = 0; i < n; i++) {
        out[i] <-- (in >> i) & 1;
        out[i] * (out[i] - 1) === 0;
        sum += out[i] * (1 << i);
    }
    sum === in;
}

// Two factors of the output, which is public: both are above 1 and below 2^n + 2. So the product does not wrap around
// the order of the field, and nobody proves that a prime is a product.
template Factors(n) {
    signal input p;
    signal input q;
    signal output product;
    component bits[2];
    for (var i = 0; i < 2; i++) {
        bits[i] = Bits(n);
    }
    bits[0].in <== p - 2;
    bits[1].in <== q - 2;
    product <== p * q;
}

component main = Factors(64);
