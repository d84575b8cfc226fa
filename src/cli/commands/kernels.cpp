// Kernel files are recognised by what they define and include.
#include "cli/commands/kernels.hpp"

#include <algorithm>
#include <fstream>
#include <sstream>

#include "base/fault.hpp"

namespace ironbird::cli {
namespace {

namespace fs = std::filesystem;
using abi::Processor;

std::string kernel_text(const fs::path& file) {
    std::stringstream text;
    text << std::ifstream(file).rdbuf();
    return text.str();
}

bool mentions(const std::string& text, std::initializer_list<const char*> words) {
    return std::ranges::any_of(words, [&](const char* w) { return text.find(w) != text.npos; });
}

bool is_compute(const fs::path& kernel) {
    return mentions(kernel_text(kernel),
                    {"api/compute/", "compute_kernel_api", "llk_", "sfpi.h", "MATH(", "PACK("}) ||
           kernel.parent_path().filename() == "compute";
}

}  // namespace

std::vector<Processor> processors_for(const std::string& choice, const fs::path& kernel) {
    using enum Processor;
    if (choice == "all") return {brisc, ncrisc, unpack, math, pack};
    if (choice == "compute") return {unpack, math, pack};
    if (choice == "auto")
        return is_compute(kernel) ? std::vector{unpack, math, pack} : std::vector{brisc, ncrisc};
    for (const Processor p : {brisc, ncrisc, unpack, math, pack})
        if (abi::name(p) == choice) return {p};
    throw Error(Fault::usage, choice + " is no processor");
}

std::vector<fs::path> kernels_below(const fs::path& tree) {
    if (!fs::is_directory(tree)) throw Error(Fault::usage, "no such folder: " + tree.string());
    std::vector<fs::path> found;
    for (auto it = fs::recursive_directory_iterator(tree); it != fs::recursive_directory_iterator();
         ++it) {
        const std::string name = it->path().filename();
        if (it->is_directory() && (name.starts_with(".") || name.starts_with("build")))
            it.disable_recursion_pending();
        if (it->is_regular_file() && it->path().extension() == ".cpp" &&
            mentions(kernel_text(it->path()), {"void kernel_main(", "void MAIN"}))
            found.push_back(it->path());
    }
    std::ranges::sort(found);
    return found;
}

}  // namespace ironbird::cli
