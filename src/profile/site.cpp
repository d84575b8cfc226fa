// Stacks of kernels, and the table of places.
#include "profile/site.hpp"

#include <link.h>

namespace ironbird::profile {
namespace {

struct Range {
    std::uintptr_t begin = 0, end = 0;
    bool contains(std::uintptr_t a) const { return a >= begin && a < end; }
};

// The code of this library: frames in it say nothing about a kernel.
Range own_code() {
    Range found;
    const auto look = [](dl_phdr_info* info, std::size_t, void* into) {
        const auto here = reinterpret_cast<std::uintptr_t>(&own_code);
        for (int i = 0; i < info->dlpi_phnum; i++) {
            const auto& part = info->dlpi_phdr[i];
            if (part.p_type != PT_LOAD || (part.p_flags & PF_X) == 0) continue;
            const Range r{info->dlpi_addr + part.p_vaddr,
                          info->dlpi_addr + part.p_vaddr + part.p_memsz};
            if (r.contains(here)) *static_cast<Range*>(into) = r;
        }
        return 0;
    };
    dl_iterate_phdr(look, &found);
    return found;
}

const Range kOwnCode = own_code();

}  // namespace

Stack stack_of(const void* frame, const std::uint8_t* block) {
    Stack stack;
    const auto low = reinterpret_cast<std::uintptr_t>(block) + IB_CONTEXT_BYTES;
    const auto high = reinterpret_cast<std::uintptr_t>(block) + IB_BLOCK_BYTES - 16;
    auto at = reinterpret_cast<std::uintptr_t>(frame);
    while (at >= low && at <= high && at % 8 == 0 && stack.count < stack.address.size()) {
        const auto* saved = reinterpret_cast<const std::uintptr_t*>(at);
        if (saved[1] == 0) break;
        if (!kOwnCode.contains(saved[1])) stack.address[stack.count++] = saved[1];
        if (saved[0] <= at) break;
        at = saved[0];
    }
    return stack;
}

Site& Sites::add(std::size_t slot, const Stack& stack, std::uint8_t processor, std::uint64_t key) {
    Site fresh;
    fresh.key = key;
    fresh.stack = stack;
    fresh.processor = processor;
    all_.push_back(fresh);
    slots_[slot] = static_cast<std::uint32_t>(all_.size());
    if (all_.size() * 2 > slots_.size()) {
        slots_.assign(slots_.size() * 2, 0);
        for (std::uint32_t n = 0; n < all_.size(); n++) {
            std::size_t i = all_[n].key >> 40;
            while (slots_[i % slots_.size()] != 0) i++;
            slots_[i % slots_.size()] = n + 1;
        }
    }
    return all_.back();
}

}  // namespace ironbird::profile
