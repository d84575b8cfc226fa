// Places in kernels, told apart by their stacks, and what happened at each of them.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "device/core/processor.hpp"
#include "profile/cause.hpp"

namespace ironbird::profile {

// The innermost return addresses inside the kernel; enough for the inlined calls of our headers.
struct Stack {
    std::array<std::uintptr_t, 4> address{};
    std::uint32_t count = 0;

    std::span<const std::uintptr_t> addresses() const { return std::span(address).first(count); }
    std::uint64_t key() const {
        std::uint64_t k = count;
        for (const std::uintptr_t a : addresses()) k = (k ^ a) * 0x9e3779b97f4a7c15u;
        return k | 1;  // 0 is an empty slot
    }
};

// Where a processor stands whose innermost frame is given; our own frames are left out.
Stack stack_of(const void* frame, const std::uint8_t* block);

inline constexpr std::uint32_t kBanks = 16;

struct Site {
    std::uint64_t key = 0;
    Stack stack;
    std::uint8_t processor = 0;

    ByCause stalled{};

    // Barriers, and those among them that waited for a single read.
    std::uint64_t barriers = 0, lone_reads = 0, lone_bytes = 0, lone_stalled = 0;
    // Packets issued here.
    std::uint64_t packets = 0, bytes = 0, issue_cycles = 0;
    std::uint64_t pages = 0;  // of these, packets whose address came from a bank computation
    std::array<std::uint64_t, kBanks> bank_bytes{};
    // Multicasts that followed another one to the same cores without a link, and what a link saves.
    std::uint64_t unlinked = 0, unlinked_cycles = 0;
    // Cycles of the kernel's own code in long stretches that ended here.
    std::uint64_t scalar_cycles = 0, stretches = 0;
};

// The sites of one processor in one launch: a few dozen.
class Sites {
 public:
    Site& at(const Stack& stack, std::uint8_t processor) {
        const std::uint64_t key = stack.key();
        for (std::size_t i = key >> 40;; i++) {
            const std::uint32_t slot = slots_[i % slots_.size()];
            if (slot == 0) return add(i % slots_.size(), stack, processor, key);
            if (all_[slot - 1].key == key) return all_[slot - 1];
        }
    }
    void clear() {
        all_.clear();
        std::fill(slots_.begin(), slots_.end(), 0);
    }
    std::span<const Site> all() const { return all_; }

 private:
    Site& add(std::size_t slot, const Stack& stack, std::uint8_t processor, std::uint64_t key);

    std::vector<Site> all_;
    std::vector<std::uint32_t> slots_ = std::vector<std::uint32_t>(64);  // 1 + place in all_
};

}  // namespace ironbird::profile
