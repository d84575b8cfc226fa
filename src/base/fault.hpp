// Everything that can go wrong for a user, as rows of one table.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

namespace ironbird {

enum class Blame : std::uint8_t { program, configuration, not_modelled, hardware_limit, ironbird };

enum class Fault : std::uint8_t {
    arg_core,
    arg_count,
    arg_index,
    buffer_config,
    buffer_freed,
    buffer_size,
    cache_folder,
    cb_clash,
    cb_config,
    cb_index,
    cb_overflow,
    chip_unknown,
    chips_differ,
    core_range,
    device_open,
    disk_full,
    dst_index,
    dst_order,
    dst_width,
    fabric_connection,
    fabric_packet,
    hang,
    host_argument,
    internal,
    interrupted,
    kernel_address,
    kernel_assert,
    kernel_compile,
    kernel_divide,
    kernel_file,
    kernel_stack,
    mesh_shape,
    noc_alignment,
    noc_clash,
    noc_range,
    noc_stack,
    noc_target,
    not_modelled,
    out_of_memory,
    processor_taken,
    semaphore_count,
    src_order,
    sub_device,
    tile_index,
    tile_shape,
    trace_order,
    unknown_handle,
    usage,
    count_,
};

struct FaultRow {
    Fault fault;
    std::string_view slug;  // stable: appears in messages, JSON and docs/errors/<slug>.md
    Blame blame;
    std::string_view remedy;  // the "do:" line
};

const FaultRow& row(Fault fault);
const FaultRow* find_row(std::string_view slug);  // null: there is none

// How a run ends that a fault stops, as the exit code of the command line: docs/exit_codes.md.
enum class Ending : std::uint8_t {
    program_failed = 2,
    hang = 3,
    could_not_start = 4,
    not_modelled = 5,
};

Ending ending(const FaultRow& r);

// Where on the device something happened; empty for host-side faults.
struct Place {
    std::uint32_t device = 0;
    std::uint32_t core_x = 0, core_y = 0;  // logical
    std::string processor;                 // BRISC, NCRISC, TRISC0, …
    std::string file;                      // the kernel's own file, when known
    std::uint32_t line = 0;
    std::uint64_t cycle = 0;
};

// The one exception type for faults of the user's program; upstream code catches std::exception.
class Error : public std::runtime_error {
 public:
    Error(Fault fault, std::string what, std::optional<Place> place = {}, std::string detail = {});

    Fault fault() const { return fault_; }
    const std::string& summary() const { return summary_; }
    const std::optional<Place>& place() const { return place_; }
    const std::string& detail() const { return detail_; }

 private:
    Fault fault_;
    std::string summary_;
    std::optional<Place> place_;
    std::string detail_;
};

// What to throw when a file or folder cannot be written: there is no room, or `otherwise`. `cause`
// is errno, right after the attempt.
Error unwritable(const std::string& path, int cause, Fault otherwise = Fault::usage);

// The three-line text: what, where and why, what to do.
std::string render(Fault fault, const std::string& summary, const std::optional<Place>& place,
                   const std::string& detail);

[[noreturn]] void internal_error(std::string_view condition, std::string_view file, int line);

// An invariant of ours; never reachable from user input.
inline void invariant(bool condition, std::string_view what,
                      std::string_view file = __builtin_FILE(), int line = __builtin_LINE()) {
    if (!condition) [[unlikely]]
        internal_error(what, file, line);
}

}  // namespace ironbird
