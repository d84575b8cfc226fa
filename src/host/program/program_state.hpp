// What a Program is made of.
#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <memory>
#include <span>
#include <string>
#include <tt-metalium/circular_buffer_config.hpp>
#include <tt-metalium/core_coord.hpp>
#include <tt-metalium/kernel_types.hpp>
#include <tt-metalium/program.hpp>
#include <tt-metalium/runtime_args_data.hpp>
#include <variant>
#include <vector>

#include "abi/kernel.hpp"
#include "host/device/machine.hpp"

namespace ironbird::host {

// Kernels of one class exclude each other on a core; a compute kernel takes three processors. The
// last two are those of an Ethernet core.
enum class KernelClass : std::uint8_t { brisc, ncrisc, compute, erisc, second_erisc };
inline constexpr std::size_t kKernelClasses = 5;

inline bool is_ethernet(KernelClass c) {
    return c == KernelClass::erisc || c == KernelClass::second_erisc;
}

using KernelConfig = std::variant<tt::tt_metal::DataMovementConfig, tt::tt_metal::ComputeConfig,
                                  tt::tt_metal::EthernetConfig>;

// Arguments of one kernel, on each core and common to all.
struct KernelArgs {
    std::vector<std::vector<std::vector<std::uint32_t>>> unique;  // [x][y]
    std::vector<std::vector<tt::tt_metal::RuntimeArgsData>> views;
    std::vector<std::uint32_t> common;
    tt::tt_metal::RuntimeArgsData common_view{nullptr, 0};
    std::uint32_t most_unique = 0;

    std::span<const std::uint32_t> on(Logical core) const {
        if (core.x >= unique.size() || core.y >= unique[core.x].size()) return {};
        return unique[core.x][core.y];
    }
};

struct KernelRecord {
    std::string path;  // absolute; empty for a kernel from a string
    std::string text;
    std::string name;  // for messages
    tt::tt_metal::CoreRangeSet cores;
    CoreMask mask;
    KernelConfig config;
    KernelClass kernel_class{};
    KernelArgs args;
};

struct CbRecord {
    tt::tt_metal::CBHandle id = 0;
    tt::tt_metal::CoreRangeSet cores;
    CoreMask mask;
    tt::tt_metal::CircularBufferConfig config{0};
    // Settled when the program is prepared, for the device of that moment.
    std::uint32_t address = 0;
    std::uint32_t bytes = 0;  // as configured, or as IRONBIRD_CB_DEPTH asks
};

struct SemaphoreRecord {
    std::uint32_t id = 0;
    tt::tt_metal::CoreRangeSet cores;
    CoreMask mask;
    std::uint32_t initial = 0;
};

// The kernels of a program for one product.
struct CompiledProgram {
    const arch::Product* product;
    // By kernel and processor; one entry for data movement, three for compute.
    std::vector<std::vector<std::shared_ptr<const abi::Kernel>>> code;
};

struct Prepared;

struct ProgramState {
    std::uint64_t id = 0;
    std::uint64_t runtime_id = 0;
    std::vector<std::shared_ptr<KernelRecord>> kernels;  // by handle
    std::vector<std::shared_ptr<CbRecord>> cbs;
    std::vector<SemaphoreRecord> semaphores;
    std::vector<std::shared_ptr<tt::tt_metal::Buffer>> kept_buffers;
    std::vector<CompiledProgram> compiled;  // emptied when something changes that code depends on
    std::shared_ptr<Prepared> prepared;     // for its last launch

    // What profiles call it; the tools that read them take 0 for no program at all.
    std::uint64_t profile_id() const { return runtime_id != 0 ? runtime_id : id + 1; }
    KernelRecord& kernel(tt::tt_metal::KernelHandle handle) const;
    CbRecord& cb(tt::tt_metal::CBHandle handle) const;
};

using CoreSpec =
    std::variant<tt::tt_metal::CoreCoord, tt::tt_metal::CoreRange, tt::tt_metal::CoreRangeSet>;
tt::tt_metal::CoreRangeSet cores_of(const CoreSpec& spec);

// The file that a kernel name means; throws kernel-file with the places searched.
std::string find_kernel_file(const std::string& name, const Options& options);
void set_root_dir(const std::string& root);

struct DeviceState;

// The kernels for the device's chip. Those that are not compiled are, in parallel, and added to the
// memory reports then.
const CompiledProgram& compile(ProgramState& program, const DeviceState& device);

// Gives every circular buffer its size and address; throws cb-overflow and cb-clash.
void place_circular_buffers(ProgramState& program, const DeviceState& device);

}  // namespace ironbird::host
