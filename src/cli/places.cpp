// Build tree and install prefix, told apart by what lies beside the program.
#include "cli/places.hpp"

namespace ironbird::cli {
namespace {

namespace fs = std::filesystem;

Places find_places() {
    const fs::path prefix = fs::canonical("/proc/self/exe").parent_path().parent_path();
    const bool in_build_tree = fs::exists(prefix / "CMakeCache.txt");
    const fs::path share = prefix / "share" / "ironbird";
    Places p;
    p.root = in_build_tree ? fs::path(IRONBIRD_SOURCE_DIR) : share;
    p.prefix = prefix;
    p.package = prefix / "lib" / "cmake" / "TT-Metalium";
    p.library = prefix / "lib";
    p.programs = in_build_tree ? prefix / "bin" : prefix / "libexec" / "ironbird";
    p.docs = p.root / "docs";
    p.page = (in_build_tree ? prefix / "web" : share) / "report_page.html";
    const fs::path include = in_build_tree ? p.root / "include" : prefix / "include";
    p.headers = {include / "ironbird" / "fmt_forward", include};
    return p;
}

}  // namespace

const Places& places() {
    static const Places found = find_places();
    return found;
}

std::vector<std::string> host_language() {
    // Upstream builds host code with narrowing allowed: its argument lists rely on it.
    return {"-std=c++20", "-Wno-narrowing"};
}

std::vector<std::string> host_compiler(const fs::path& source, const fs::path& program) {
    const Places& p = places();
    std::vector<std::string> argv = {"g++", "-O2", "-g"};
    for (std::string& flag : host_language()) argv.push_back(std::move(flag));
#ifdef IRONBIRD_SANITIZE  // the library's sanitizer must be the program's too
    argv.emplace_back("-fsanitize=" IRONBIRD_SANITIZE);
#endif
    for (const fs::path& folder : p.headers) argv.push_back("-I" + folder.string());
    argv.insert(argv.end(), {"-I" + source.parent_path().string(), "-o", program.string(),
                             source.string(), "-L" + p.library.string(), "-ltt_metal", "-lfmt",
                             "-pthread", "-Wl,-rpath," + p.library.string()});
    return argv;
}

}  // namespace ironbird::cli
