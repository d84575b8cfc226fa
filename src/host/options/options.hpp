// Every switch of a run, read once from the environment through one table.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace ironbird {

struct Options {
    // What is simulated.
    std::string chip;              // IRONBIRD_CHIP, else ARCH_NAME; empty means the default product
    std::string arch_name;         // ARCH_NAME
    std::string mesh;              // IRONBIRD_MESH, "RxC"
    std::string cluster;           // IRONBIRD_CLUSTER, "t3000"
    std::string mesh_graph;        // TT_MESH_GRAPH_DESC_PATH
    std::string meshdevice_shape;  // TT_MESHDEVICE_SHAPE, "2,4"
    std::string visible_devices;
    bool slow_dispatch = false;

    // How it is run.
    std::uint32_t threads = 0;      // IRONBIRD_THREADS; 0 means one per host core
    std::string window;             // IRONBIRD_WINDOW: cycles, or "strict"
    std::string noc;                // IRONBIRD_NOC: timed, eager, late, random:SEED
    std::string run_dir;            // IRONBIRD_RUN_DIR: where a run leaves its record
    std::string locked;             // IRONBIRD_LOCKED: the lock that is held for this process
    std::string ranks;              // IRONBIRD_RANKS: the command that all ranks were given
    double timeout_seconds = 0;     // TT_METAL_OPERATION_TIMEOUT_SECONDS; 0 means none
    bool allow_misaligned = false;  // IRONBIRD_MISALIGNED=allow
    bool moves_data = true;         // IRONBIRD_DATA=none: time alone
    bool exact_math = false;        // IRONBIRD_MATH=exact
    std::string timing;             // IRONBIRD_TIMING: contended or ideal
    std::string check;              // IRONBIRD_CHECK: 1, or groups of checks
    bool profile = false;           // TT_METAL_DEVICE_PROFILER
    bool noc_traces = false;        // TT_METAL_DEVICE_PROFILER_NOC_EVENTS
    bool cpp_report = false;        // TT_METAL_PROFILER_CPP_POST_PROCESS
    std::string profiler_dir, noc_trace_dir;
    bool hints = true;           // IRONBIRD_HINTS
    bool memory = false;         // IRONBIRD_MEMORY
    std::string memory_events;   // IRONBIRD_MEMORY_EVENTS
    bool memory_report = false;  // TT_METAL_MEMORY_REPORT
    std::string cb_depth;        // IRONBIRD_CB_DEPTH
    std::string logs_dir;        // TT_METAL_LOGS_PATH
    bool nothing = false;        // switches that are known and have no effect
    bool clear_l1 = false;
    bool clear_dram = false;
    bool null_kernels = false;

    // Kernels.
    std::string home, runtime_root, kernel_path, cache_dir;
    std::string user_home;                 // HOME
    std::string build_log;                 // IRONBIRD_BUILD_LOG
    std::uint64_t cache_limit_mib = 2048;  // IRONBIRD_CACHE_MIB
    bool force_compile = false;
    bool log_compile_commands = false;
    bool debug_kernels = false;   // TT_METAL_RISCV_DEBUG_INFO
    bool kernel_asserts = false;  // compiles ASSERT in, as the card's watcher does
    bool watcher = false;         // TT_METAL_WATCHER: its log
    bool watcher_append = false;  // TT_METAL_WATCHER_APPEND

    // Device print.
    std::string dprint_cores, dprint_chips, dprint_riscvs, dprint_file;
    bool dprint_one_file_per_risc = false;
    bool dprint_prefix = true;

    // Host log.
    std::string log_level, log_types;
    bool disable_backtrace = false;
    bool assert_abort = false;
};

enum class Honour : std::uint8_t { yes, ignored };

struct OptionRow {
    std::string_view variable;
    Honour honour;
    std::string_view meaning;
};

// All variables that we know, honoured or knowingly ignored; for --help, docs and the unknown-name
// warning.
std::span<const OptionRow> option_rows();

// From the environment as it is now.
Options read_options();

// The options of this process, read on first use. For the edge alone: Machine keeps them for the
// host layer, and what lies below takes values (host/configuration.hpp).
const Options& options();

// Upstream's rule for most switches: on means that the first character is 1.
bool env_flag(std::string_view value);

}  // namespace ironbird
