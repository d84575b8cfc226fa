// Where the compiler, the plugin and our include roots are.
#pragma once

#include <string>
#include <vector>

namespace ironbird::jit {

// Absolute paths.
struct Paths {
    std::string clang, linker, symbolizer;
    std::string plugin;
    // Searched in this order before the kernel's folder; code below them costs nothing by itself.
    std::vector<std::string> roots;
};

// Found from the place of our own library: an installed tree, else the tree that it was built in.
Paths find_paths();

// Whether a source file is one of ours.
bool is_under_roots(const Paths& paths, const std::string& file);

}  // namespace ironbird::jit
