// Asks llvm-symbolizer for the frames behind addresses.
#include "jit/symbolizer.hpp"

#include <dlfcn.h>
#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "jit/process.hpp"

namespace ironbird::jit {
namespace {

std::uintptr_t base_of(std::uintptr_t address) {
    Dl_info info{};
    if (dladdr(reinterpret_cast<void*>(address), &info) == 0) return 0;
    return reinterpret_cast<std::uintptr_t>(info.dli_fbase);
}

// Text that came from no file of the user's keeps the name that we gave it, without a folder.
std::string tidy(const std::string& file) {
    const auto mark = file.rfind('<');
    return mark != std::string::npos && file.ends_with('>') ? file.substr(mark) : file;
}

bool is_users(const Paths& paths, const std::string& file) {
    return !file.empty() && file != "??" && file != "<stdin>" && file != "<ironbird>" &&
           file != "<prologue>" && !is_under_roots(paths, file);
}

}  // namespace

std::vector<abi::SourceLine> source_frames(const Paths& paths, const std::string& object,
                                           std::uintptr_t inside,
                                           std::span<const std::uintptr_t> addresses) {
    const std::uintptr_t base = base_of(inside);
    std::vector<std::string> argv{paths.symbolizer, "--output-style=JSON", "--obj=" + object};
    const std::size_t fixed = argv.size();
    for (const auto address : addresses)
        if (base_of(address) == base) argv.push_back(fmt::format("{:#x}", address - 1 - base));
    if (argv.size() == fixed) return {};
    const auto answer = nlohmann::json::parse(run({argv, {}, {}}).output, nullptr, false);
    if (!answer.is_array()) return {};
    std::vector<abi::SourceLine> frames;
    for (const auto& place : answer)
        for (const auto& frame : place.value("Symbol", nlohmann::json::array())) {
            const std::string file = tidy(frame.value("FileName", ""));
            if (is_users(paths, file))
                frames.push_back({file, frame.value("Line", 0u), frame.value("FunctionName", "")});
        }
    return frames;
}

}  // namespace ironbird::jit
