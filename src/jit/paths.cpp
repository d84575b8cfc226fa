// Finds the build or install tree around the loaded library.
#include "jit/paths.hpp"

#include <dlfcn.h>

#include <algorithm>
#include <filesystem>

namespace ironbird::jit {
namespace {

namespace fs = std::filesystem;

fs::path own_library() {
    Dl_info info{};
    std::error_code ignored;
    if (dladdr(reinterpret_cast<void*>(&own_library), &info) == 0) return {};
    return fs::weakly_canonical(info.dli_fname, ignored);
}

}  // namespace

Paths find_paths() {
    const fs::path lib = own_library().parent_path();
    const fs::path prefix = lib.parent_path();
    const fs::path share = prefix / "share" / "ironbird";
    std::error_code ignored;
    const bool installed = fs::exists(share / "device_include", ignored);
    const fs::path tree = installed ? share : fs::path(IRONBIRD_SOURCE_DIR);
    Paths p{
        IRONBIRD_CLANG, IRONBIRD_LLD, IRONBIRD_SYMBOLIZER, (lib / "ironbird_pass.so").string(), {}};
    p.roots = {tree / "device_include", tree / "device_include" / "compat",
               installed ? share / "abi" : tree / "src" / "abi", tree / "include"};
    return p;
}

bool is_under_roots(const Paths& paths, const std::string& file) {
    const std::string path = fs::path(file).lexically_normal();
    return std::any_of(paths.roots.begin(), paths.roots.end(), [&](const std::string& root) {
        return path.starts_with(root) && path.size() > root.size() && path[root.size()] == '/';
    });
}

}  // namespace ironbird::jit
