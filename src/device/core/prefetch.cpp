// Lines of the host's cache that a core is about to need.
#include "device/core/core.hpp"

namespace ironbird::device {
namespace {

constexpr std::size_t kLine = 64;

void prefetch_range(const void* begin, const void* end) {
    const auto last = reinterpret_cast<std::uintptr_t>(end);
    for (auto at = reinterpret_cast<std::uintptr_t>(begin) & ~(kLine - 1); at < last; at += kLine)
        __builtin_prefetch(reinterpret_cast<const void*>(at), 1);
}

}  // namespace

void Core::prefetch() const {
    prefetch_range(static_cast<const noc::Node*>(this), static_cast<const noc::Node*>(this) + 1);
    for (const Processor& p : processors) prefetch_range(&p, &p.asked);
    prefetch_range(&ahead, &traffic + 1);
    prefetch_range(&window_, &host_ + 1);
}

void Core::prefetch_processors() const {
    for (const Processor& p : processors) {
        if (p.context == nullptr) continue;
        __builtin_prefetch(p.context, 1);
        p.fiber.prefetch();
    }
    events.prefetch();
}

}  // namespace ironbird::device
