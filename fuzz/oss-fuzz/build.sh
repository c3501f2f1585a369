#!/bin/bash -eu
# Builds every target with cargo-fuzz into the folder $OUT, each with its seeds and its options. OSS-Fuzz sets $SRC and
# $OUT, and starts this file in its image. The clone is in $SRC/vorpal.
cd "$SRC/vorpal"
host=$(rustc -vV | sed -n 's/^host: //p')
build=${CARGO_TARGET_DIR:-fuzz/target}/$host/release
[ $# -gt 0 ] || set -- $(basename -s .rs fuzz/targets/*.rs)

for target in "$@"; do
    # Optimised, with the checks of debug builds.
    cargo fuzz build --fuzz-dir fuzz --features libfuzzer --optimized --debug-assertions "$target"
    cp "$build/$target" "$OUT/"
    rm -f "$OUT/${target}_seed_corpus.zip"
    zip --quiet --junk-paths "$OUT/${target}_seed_corpus.zip" fuzz/corpus/"$target"/*
    # The limits of fuzz/run.
    printf '[libfuzzer]\ntimeout = 60\nrss_limit_mb = 4096\n' >"$OUT/$target.options"
done
