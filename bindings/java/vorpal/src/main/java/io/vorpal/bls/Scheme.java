package io.vorpal.bls;

/** How a protocol excludes keys that are functions of other keys. */
public enum Scheme {
    /** The messages of an aggregate are distinct. */
    BASIC,
    /** The message that is signed begins with the key. A signature has one key. */
    AUGMENTATION,
    /** Each key comes with a proof that its owner has the secret key. In Ethereum, the deposit is this proof. */
    POSSESSION
}
