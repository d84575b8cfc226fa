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
    p.command = in_build_tree ? "./ironbird" : "ironbird";
    p.headers = {include / "ironbird" / "fmt_forward", include};
    return p;
}

}  // namespace

const Places& places() {
    static const Places found = find_places();
    return found;
}

std::vector<std::string> host_language(const std::string& standard) {
    // Upstream builds host code with narrowing allowed: its argument lists rely on it.
    return {"-std=" + standard, "-Wno-narrowing"};
}

}  // namespace ironbird::cli
