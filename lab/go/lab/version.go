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
			// A folder in place of a module has no version; then the replaced one counts.
			for module.Replace != nil && module.Replace.Version != "" {
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
