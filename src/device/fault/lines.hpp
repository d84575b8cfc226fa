// Source lines of places in kernels, each asked for once.
#pragma once

#include <map>
#include <span>
#include <utility>
#include <vector>

#include "device/core/processor.hpp"
#include "device/fault/stack_trace.hpp"

namespace ironbird::device {

// Asking a kernel for a line may start another process; many cores stand at the same place. Needs a
// host's stack, and the kernel must still be loaded.
class Lines {
 public:
    // Where the processor stands: where it faulted, else where it last gave way.
    abi::SourceLine of(const Processor& p) {
        return of(*p.kernel, p.trace.count != 0 ? p.trace : walk_stack(p.frame, p.block()));
    }

    // Of a stack taken earlier.
    abi::SourceLine of(const abi::Kernel& kernel, const Trace& trace) {
        const std::span addresses = std::span(trace.address).first(trace.count);
        const auto [it, fresh] =
            known_.try_emplace({&kernel, {addresses.begin(), addresses.end()}});
        if (fresh) it->second = kernel.locate(addresses);
        return it->second;
    }

 private:
    std::map<std::pair<const abi::Kernel*, std::vector<std::uintptr_t>>, abi::SourceLine> known_;
};

}  // namespace ironbird::device
