// A launch on its way: from memory image and contexts to the end of its last processor.
#pragma once

#include <string>
#include <vector>

#include "device/chip/chip.hpp"
#include "device/engine.hpp"

namespace ironbird::device {

// Blocks of processors that have ended, kept for the next launch. Owned by the engine, touched
// while nothing runs.
class Blocks {
 public:
    ~Blocks();
    void lend(Processor& p);
    void take_back(Processor& p);
    std::size_t taken() const { return taken_; }
    // Fetches the blocks that are lent next into the host's cache.
    void prefetch(std::size_t blocks) const;
    // A launch waits while the window has no room for its processors.
    bool has_room(std::size_t processors) const;

 private:
    struct Block {
        std::uint8_t* memory;
        std::uint64_t cb_views;  // of its last user
    };
    std::vector<Block> free_;
    std::size_t taken_ = 0;
};

// A launch that waits for its cores or runs. Owned by the LaunchQueue.
struct ActiveLaunch {
    LaunchId id{};
    ChipModel* chip = nullptr;
    std::string name;
    std::uint64_t program_id = 0, program = 0;
    std::uint32_t queue = 0;
    Cycles earliest{};
    std::vector<std::uint32_t> cores;  // indices on the chip
    std::vector<CoreLaunch> plans;     // spans in it belong to the caller of Engine::start
    std::uint32_t remaining = 0;       // cores with a running processor
    Cycles start{}, end{};
    bool running = false;
    std::uint64_t packets = 0;  // that the chip's workers had given to routers when it began

    std::size_t processors() const;
};

// Writes the core's L1, makes contexts and readies fibers; they begin at
// start + delay + kernel_start.
void prepare_core(ChipModel& chip, std::uint32_t index, const CoreLaunch& plan, Cycles start,
                  Blocks& blocks);

// Takes back what prepare_core gave to the processors of a core.
void release_core(Core& core, Blocks& blocks);

}  // namespace ironbird::device
