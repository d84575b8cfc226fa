// From the name of a kernel file to the file.
#include <fmt/format.h>

#include <filesystem>
#include <string_view>
#include <tt-metalium/host_api.hpp>
#include <vector>

#include "base/fault.hpp"
#include "host/program/program_state.hpp"
#include "jit/paths.hpp"

namespace ironbird::host {
namespace {

namespace fs = std::filesystem;

constexpr const char* kSystemKernels = "/usr/share/tenstorrent/kernels/";

std::string& root_dir() {
    static std::string root;
    return root;
}

// In upstream's order; TT_METAL_HOME is where trees of 2025 looked.
std::vector<fs::path> places(const Options& o) {
    std::vector<fs::path> all{fs::current_path()};
    for (const std::string& place :
         {o.kernel_path, std::string(kSystemKernels), o.runtime_root, root_dir(), o.home})
        if (!place.empty()) all.emplace_back(place);
    return all;
}

// Kernels that are a part of the device here, as routers are, whatever tree a program comes from.
constexpr std::string_view kOwnKernels = "tt_metal/fabric/impl/kernels/";

std::string find_own(const std::string& name) {
    if (!name.starts_with(kOwnKernels)) return {};
    for (const std::string& root : jit::find_paths().roots)
        if (fs::is_regular_file(fs::path(root) / name)) return fs::path(root) / name;
    return {};
}

}  // namespace

void set_root_dir(const std::string& root) {
    root_dir() = root;
}

std::string find_kernel_file(const std::string& name, const Options& options) {
    if (const std::string own = find_own(name); !own.empty()) return own;
    const fs::path wanted(name);
    std::string searched;
    std::error_code ignored;
    for (const fs::path& place :
         wanted.is_absolute() ? std::vector<fs::path>{{}} : places(options)) {
        const fs::path candidate = place / wanted;
        if (fs::is_regular_file(candidate, ignored))
            return fs::absolute(candidate).lexically_normal().string();
        searched += fmt::format("{}{}", searched.empty() ? "" : ", ",
                                place.empty() ? candidate.string() : place.string());
    }
    throw Error(Fault::kernel_file, fmt::format("kernel file \"{}\" not found", name), {},
                "searched: " + searched);
}

}  // namespace ironbird::host

namespace tt::tt_metal {

void SetRootDir(const std::string& root_dir) {
    ironbird::host::set_root_dir(root_dir);
}

}  // namespace tt::tt_metal
