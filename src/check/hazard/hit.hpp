// Something wrong as it is noticed on a fiber's stack: numbers only; words are made later.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <unordered_map>
#include <vector>

#include "abi/kernel.hpp"
#include "device/core/processor.hpp"

namespace ironbird::check {

// Places in kernels by number, each kept once; of one node.
class Sites {
 public:
    // Where the fiber stands on whose stack this is called.
    std::uint32_t here(const device::Processor& p);
    std::uint32_t at(const abi::Kernel* kernel, std::uintptr_t address);

    struct Site {
        const abi::Kernel* kernel;
        device::Trace trace;
        bool found = false;
        abi::SourceLine line{};
    };
    Site& operator[](std::uint32_t number) { return sites_[number - 1]; }
    bool empty() const { return sites_.empty(); }

 private:
    struct Recent {
        std::uint64_t key = 0;
        std::uint32_t number = 0;
    };
    Recent& recent(std::uint64_t key) { return recent_[key >> 56]; }
    std::uint32_t add(std::uint64_t key, const abi::Kernel* kernel, const device::Trace& trace);

    std::unordered_map<std::uint64_t, std::uint32_t> by_key_;
    std::vector<Site> sites_;
    std::array<Recent, 256> recent_;
};

// Who, where and when; node and site belong together.
struct Who {
    const char* role = nullptr;  // null: nobody
    std::uint16_t node = 0;
    std::uint8_t processor = 0;
    std::uint32_t site = 0;
    Cycles cycle{};
};

// What a rule has seen, in numbers; it becomes a Finding on the host's stack.
struct Hit {
    const char* rule;
    std::array<Who, 3> who{};
    // Fills in the words, on the host's stack.
    std::string (*because)(const Hit&) = nullptr;
    std::array<std::uint64_t, 6> number{};
    std::uint64_t seen = 1;
    bool fresh = true;  // its places have not been looked up
};

// "64 bytes at 0x1000", of the first two numbers.
std::string because_range(const Hit& hit);

// The hits of one node, each place once.
class Hits {
 public:
    void add(const Hit& hit);
    std::vector<Hit>& all() { return all_; }
    bool fresh() const { return fresh_; }
    void looked_up() { fresh_ = false; }

 private:
    std::unordered_map<std::uint64_t, std::size_t> by_key_;
    std::vector<Hit> all_;
    bool fresh_ = false;
};

}  // namespace ironbird::check
