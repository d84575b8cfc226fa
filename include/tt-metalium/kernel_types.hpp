// How a kernel is built and which processor and NoC it gets.
#pragma once

#include <cstdint>
#include <filesystem>
#include <map>
#include <string>
#include <tt-metalium/base_types.hpp>
#include <tt-metalium/hal_types.hpp>
#include <umd/device/types/arch.hpp>
#include <unordered_map>
#include <vector>

namespace tt::tt_metal {

using KernelHandle = std::uint32_t;

// BRISC is RISCV_0 and NCRISC is RISCV_1; chips with the others are not modelled.
enum class DataMovementProcessor {
    RISCV_0 = 0,
    RISCV_1 = 1,
    RISCV_2 = 2,
    RISCV_3 = 3,
    RISCV_4 = 4,
    RISCV_5 = 5,
    RISCV_6 = 6,
    RISCV_7 = 7,
};

enum NOC : uint8_t { RISCV_0_default = 0, RISCV_1_default = 1, NOC_0 = 0, NOC_1 = 1 };
enum NOC_MODE : uint8_t { DM_DEDICATED_NOC = 0, DM_DYNAMIC_NOC = 1 };

// What upstream promises for every chip; the limit enforced here is the chip's own.
constexpr uint32_t max_runtime_args = 341;

enum class KernelBuildOptLevel : uint8_t { O1, O2, O3, O0, Os, Ofast, Oz };

struct DataMovementConfig {
    DataMovementProcessor processor = DataMovementProcessor::RISCV_0;
    NOC noc = NOC::RISCV_0_default;
    NOC_MODE noc_mode = NOC_MODE::DM_DEDICATED_NOC;
    std::vector<uint32_t> compile_args;
    std::map<std::string, std::string> defines;
    std::unordered_map<std::string, uint32_t> named_compile_args;
    KernelBuildOptLevel opt_level = KernelBuildOptLevel::O2;
    std::vector<std::filesystem::path> compiler_include_paths;
};

// NCRISC, on the NoC that is the better one for reading DRAM.
struct ReaderDataMovementConfig : DataMovementConfig {
    ReaderDataMovementConfig(std::vector<uint32_t> compile_args = {},
                             std::map<std::string, std::string> defines = {},
                             std::unordered_map<std::string, uint32_t> named_compile_args = {},
                             KernelBuildOptLevel opt_level = KernelBuildOptLevel::O2,
                             std::vector<std::filesystem::path> compiler_include_paths = {});
};

// BRISC, on the NoC that is the better one for writing DRAM.
struct WriterDataMovementConfig : DataMovementConfig {
    WriterDataMovementConfig(std::vector<uint32_t> compile_args = {},
                             std::map<std::string, std::string> defines = {},
                             std::unordered_map<std::string, uint32_t> named_compile_args = {},
                             KernelBuildOptLevel opt_level = KernelBuildOptLevel::O2,
                             std::vector<std::filesystem::path> compiler_include_paths = {});
};

struct ComputeConfig {
    MathFidelity math_fidelity = MathFidelity::HiFi4;
    bool fp32_dest_acc_en = false;
    bool dst_full_sync_en = false;
    std::vector<UnpackToDestMode> unpack_to_dest_mode;
    bool bfp8_pack_precise = false;
    bool math_approx_mode = false;
    std::vector<uint32_t> compile_args;
    std::map<std::string, std::string> defines;
    std::unordered_map<std::string, uint32_t> named_compile_args;
    KernelBuildOptLevel opt_level = KernelBuildOptLevel::O3;
    std::vector<std::filesystem::path> compiler_include_paths;
};

enum class Eth : uint8_t { SENDER = 0, RECEIVER = 1, IDLE = 2 };

// A kernel on an Ethernet core, (0, channel); whether it sends or receives is its own business.
struct EthernetConfig {
    Eth eth_mode = Eth::SENDER;
    NOC noc = NOC::NOC_0;
    DataMovementProcessor processor = DataMovementProcessor::RISCV_0;
    std::vector<uint32_t> compile_args;
    std::map<std::string, std::string> defines;
    std::unordered_map<std::string, uint32_t> named_compile_args;
    KernelBuildOptLevel opt_level = KernelBuildOptLevel::Os;
    std::vector<std::filesystem::path> compiler_include_paths;
};

namespace detail {

inline NOC preferred_noc_for_dram_read(ARCH) {
    return NOC::NOC_0;
}
inline NOC preferred_noc_for_dram_write(ARCH) {
    return NOC::NOC_1;
}

// The same two under their names of 2025.
inline NOC GetPreferredNOCForDRAMRead(ARCH arch) {
    return preferred_noc_for_dram_read(arch);
}
inline NOC GetPreferredNOCForDRAMWrite(ARCH arch) {
    return preferred_noc_for_dram_write(arch);
}

}  // namespace detail
}  // namespace tt::tt_metal
