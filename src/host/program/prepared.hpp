// A program with its arguments as of one moment, laid out for the engine.
#pragma once

#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "device/engine.hpp"
#include "host/device/machine.hpp"

namespace ironbird::host {

struct CompiledProgram;
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

    // For the next launch of the same program: where its arguments stand, and what the rest was
    // made of.
    struct Arguments {
        std::size_t kernel;
        std::optional<Logical> core;  // none: those that all cores have in common
        std::size_t begin, count;     // byte, words
    };
    std::vector<Arguments> arguments;
    std::vector<std::uint64_t> made_of;
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

// Everything that a launch hangs on besides arguments.
std::vector<std::uint64_t> makings(const ProgramState& program, const CompiledProgram& compiled,
                                   const DeviceState& device);
// What the last launch was made of, with the arguments of now; null if anything else has changed.
std::shared_ptr<const Prepared> prepared_again(ProgramState& program,
                                               std::span<const std::uint64_t> made_of);

// Compiles what is needed, checks and lays out; throws the faults of bad programs.
std::shared_ptr<const Prepared> prepare(ProgramState& program, const DeviceState& device);

}  // namespace ironbird::host
