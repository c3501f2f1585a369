//go:build cgo && !vorpal_prebuilt

package lib

// `make -C bindings/go` builds the static library from the sources beside this module.

/*
#cgo CFLAGS: -I${SRCDIR}/../../../c/include
#if !__has_include("../target/release/libvorpal.a")
#error "libvorpal.a is missing: run `make -C bindings/go`, or use an installed library with the tag vorpal_prebuilt"
#endif
#cgo linux LDFLAGS: ${SRCDIR}/../../../c/target/release/libvorpal.a -lpthread -ldl -lm
#cgo darwin LDFLAGS: ${SRCDIR}/../../../c/target/release/libvorpal.a
#cgo windows LDFLAGS: ${SRCDIR}/../../../c/target/release/libvorpal.a -lws2_32 -luserenv -lntdll -lbcrypt
*/
import "C"
