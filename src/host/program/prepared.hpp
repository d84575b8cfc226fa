// A program with its arguments as of one moment, laid out for the engine.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "device/engine.hpp"
#include "host/device/machine.hpp"

namespace ironbird::host {

struct DeviceState;
struct ProgramState;

struct Prepared {
    std::string name;
    std::uint64_t program_id = 0;
    std::uint64_t program = 0;  // its number in this process
    CoreMask occupied;          // all cores of the sub-devices that it runs on
    std::vector<device::CoreLaunch> cores;
    Cycles dispatch{};   // what it keeps the dispatch core busy
    bool links = false;  // has kernels on Ethernet cores

    // Behind the spans of the above.
    std::vector<std::uint8_t> bytes;
    std::vector<device::CoreLaunch::Write> writes;
    std::vector<std::vector<device::CbSetup>> cbs;  // one list for each different set of buffers
    std::vector<std::shared_ptr<const abi::Kernel>> kernels;
};

// Addresses in the kernel-config area, the same on all cores of a program.
struct ConfigLayout {
    struct Block {
        std::uint32_t rta = 0, crta = 0;
    };
    std::array<Block, 5> args{};  // by kernel class
    std::uint32_t semaphores = 0, semaphore_count = 0;
    std::uint32_t cbs = 0, cb_words = 0;
    std::uint32_t end = 0;
};

inline constexpr std::uint32_t kSemaphoreSpacing = 16;

// Throws arg-count if the area cannot hold it.
ConfigLayout config_layout(const ProgramState& program, const arch::MemoryMap& map);
ConfigLayout config_layout(const ProgramState& program, const arch::Ethernet& tiles);

// Compiles what is needed, checks and lays out; throws the faults of bad programs.
std::shared_ptr<const Prepared> prepare(ProgramState& program, const DeviceState& device);

}  // namespace ironbird::host
