package io.vorpal.tree;

/** The version of a witness, or what is demanded of it. */
public enum Version {
    /** The format of go-verkle, which does not always prove absence and the root after writes. */
    PLAIN,
    /** Proves all that it shows. Other libraries refuse this version. */
    BOUND
}
