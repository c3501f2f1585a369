package lab

import (
	"path"
	"runtime/debug"
	"strings"
)

// versions returns the versions of the modules in this program: the first without its name, the others with their
// names.
func versions(modules []string) string {
	built := map[string]string{}
	if info, ok := debug.ReadBuildInfo(); ok {
		for _, module := range info.Deps {
			for module.Replace != nil {
				module = module.Replace
			}
			built[module.Path] = module.Version
		}
	}
	var all []string
	for i, module := range modules {
		version := built[module]
		if version == "" {
			version = "unknown"
		}
		if i > 0 {
			version = path.Base(module) + " " + version
		}
		all = append(all, version)
	}
	return strings.Join(all, ", ")
}
