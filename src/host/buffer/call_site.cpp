// Frames from the unwinder, lines from the symbolizer of kernels.
#include "host/buffer/call_site.hpp"

#include <dlfcn.h>
#include <execinfo.h>
#include <fmt/format.h>

#include <atomic>
#include <filesystem>
#include <map>
#include <span>

#include "ironbird/call_line.hpp"
#include "jit/symbolizer.hpp"

namespace ironbird {
namespace {

std::atomic<bool> foreign_program{false};

}  // namespace
}  // namespace ironbird

void ib_set_foreign_program() {
    ironbird::foreign_program.store(true, std::memory_order_relaxed);
}

namespace ironbird::host {
namespace {

Dl_info object_of(std::uintptr_t address) {
    Dl_info info{};
    if (dladdr(reinterpret_cast<void*>(address), &info) == 0) return {};
    return info;
}

}  // namespace

CallSite CallSite::here() {
    CallSite site;
    if (foreign_program.load(std::memory_order_relaxed)) return site;
    std::array<void*, 16> frames{};
    site.count_ = static_cast<std::size_t>(backtrace(frames.data(), frames.size()));
    for (std::size_t i = 0; i < site.count_; i++)
        site.frames_[i] = reinterpret_cast<std::uintptr_t>(frames[i]);
    return site;
}

// A program makes its buffers at few places; one that does not is not worth waiting for.
const std::string& CallSite::text() const {
    constexpr std::size_t most = 64;
    static std::map<CallSite, std::string> known;
    static const std::string unknown;
    const auto at = known.find(*this);
    if (at != known.end()) return at->second;
    return known.size() < most ? known.emplace(*this, find()).first->second : unknown;
}

std::string CallSite::find() const {
    const void* ours = object_of(reinterpret_cast<std::uintptr_t>(&CallSite::here)).dli_fbase;
    const std::span<const std::uintptr_t> frames(frames_.data(), count_);
    for (const std::uintptr_t frame : frames) {
        const Dl_info object = object_of(frame);
        if (object.dli_fbase == nullptr || object.dli_fbase == ours) continue;
        const std::string path = std::filesystem::exists(object.dli_fname)
                                     ? std::string(object.dli_fname)
                                     : std::string("/proc/self/exe");
        const auto lines = jit::source_frames(jit::find_paths(), path, frame, frames);
        if (lines.empty()) return {};
        return fmt::format("{}:{}", std::filesystem::path(lines.front().file).filename().string(),
                           lines.front().line);
    }
    return {};
}

}  // namespace ironbird::host
