"""The name ``coincurve`` for programs that import it."""

import importlib
import pkgutil
import sys

from vorpal._vorpal import NotPossibleError


def install() -> None:
    """Let ``import coincurve`` mean this package, in this process. An error if coincurve itself is imported already."""
    package = importlib.import_module("vorpal.coincurve")
    modules = {"coincurve": package}
    for found in pkgutil.iter_modules(package.__path__):
        modules[f"coincurve.{found.name}"] = importlib.import_module(f"vorpal.coincurve.{found.name}")
    for name in list(sys.modules):
        is_coincurve = name == "coincurve" or name.startswith("coincurve.")
        if is_coincurve and sys.modules[name] is not modules.get(name):
            raise NotPossibleError(f"the module {name} of another package is imported already")
    sys.modules.update(modules)
