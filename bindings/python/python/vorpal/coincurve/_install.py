"""The name ``coincurve`` for programs that import it."""

import importlib
import sys

from vorpal._vorpal import NotPossibleError

_MODULES = ("", ".context", ".der", ".ecdsa", ".flags", ".keys", ".types", ".utils")


def install() -> None:
    """Let ``import coincurve`` mean this package, in this process. An error if coincurve itself is imported already."""
    modules = {f"coincurve{name}": importlib.import_module(f"vorpal.coincurve{name}") for name in _MODULES}
    for name in list(sys.modules):
        is_coincurve = name == "coincurve" or name.startswith("coincurve.")
        if is_coincurve and sys.modules[name] is not modules.get(name):
            raise NotPossibleError(f"the module {name} of another package is imported already")
    sys.modules.update(modules)
