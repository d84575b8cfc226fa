// Fault table and the text of errors.
#include "base/fault.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <system_error>

#include "base/core_name.hpp"

namespace ironbird {
namespace {

constexpr auto kRows = std::to_array<FaultRow>({
    {Fault::arg_core, "arg-core", Blame::program,
     "give arguments to cores that the kernel was created on, or create it there, too"},
    {Fault::arg_count, "arg-count", Blame::program,
     "pass as many at each call, within the limit, or put shared ones into common arguments"},
    {Fault::arg_index, "arg-index", Blame::program,
     "set the argument with SetRuntimeArgs, or correct the index in the kernel"},
    {Fault::buffer_config, "buffer-config", Blame::program,
     "give the buffer a layout, a type and shards that go together"},
    {Fault::buffer_freed, "buffer-freed", Blame::program,
     "keep the buffer alive until its last use"},
    {Fault::buffer_size, "buffer-size", Blame::program, "match the size of the data to the buffer"},
    {Fault::cache_folder, "cache-folder", Blame::configuration,
     "make the folder writable or set TT_METAL_CACHE to one that is"},
    {Fault::cb_clash, "cb-clash", Blame::program,
     "shrink the circular buffers or free the L1 buffers that they run into"},
    {Fault::cb_config, "cb-config", Blame::program,
     "give every index a page size that divides the total size"},
    {Fault::cb_index, "cb-index", Blame::program,
     "set it up with CreateCircularBuffer on the core that uses it, or correct the index"},
    {Fault::cb_overflow, "cb-overflow", Blame::program,
     "use fewer or smaller pages: all circular buffers of a core share its L1"},
    {Fault::chip_unknown, "chip-unknown", Blame::configuration,
     "run `ironbird devices` for the list"},
    {Fault::chips_differ, "chips-differ", Blame::configuration,
     "ask the device instead, or name one product in IRONBIRD_CHIP"},
    {Fault::core_range, "core-range", Blame::program,
     "stay inside compute_with_storage_grid_size()"},
    {Fault::device_open, "device-open", Blame::program,
     "open a device once, use it, then close it"},
    {Fault::disk_full, "disk-full", Blame::configuration,
     "free some space, or name a folder on another disk"},
    {Fault::dst_index, "dst-index", Blame::program,
     "use fewer Dst tiles at once, 16-bit Dst, or dst_full_sync_en"},
    {Fault::dst_order, "dst-order", Blame::program,
     "math: acquire, compute, commit; pack: wait, pack, release; each once per section"},
    {Fault::dst_width, "dst-width", Blame::hardware_limit,
     "leave fp32_dest_acc_en off, or run on Wormhole or Blackhole"},
    {Fault::fabric_connection, "fabric-connection", Blame::program,
     "open one connection for each router at a time, and close it before another core opens one"},
    {Fault::fabric_packet, "fabric-packet", Blame::program,
     "fill the whole header: route, command and size, within what the fabric takes"},
    {Fault::hang, "hang", Blame::program,
     "see which processor should have supplied what is awaited"},
    {Fault::host_argument, "host-argument", Blame::program, "pass a value that the message allows"},
    {Fault::internal, "internal", Blame::ironbird,
     "please report this with the program that shows it"},
    {Fault::interrupted, "interrupted", Blame::configuration,
     "run it again; nothing is wrong with the kernel"},
    {Fault::kernel_address, "kernel-address", Blame::program,
     "a kernel may touch its core's L1, its own memory and modelled registers only"},
    {Fault::kernel_assert, "kernel-assert", Blame::program, "see the asserted condition"},
    {Fault::kernel_compile, "kernel-compile", Blame::program, "correct the kernel source"},
    {Fault::kernel_divide, "kernel-divide", Blame::program,
     "see that the divisor is not zero before the division"},
    {Fault::kernel_file, "kernel-file", Blame::program,
     "give an absolute path, or set TT_METAL_KERNEL_PATH or TT_METAL_RUNTIME_ROOT"},
    {Fault::kernel_stack, "kernel-stack", Blame::program,
     "move large local arrays into a circular buffer; the chip's stack is smaller still"},
    {Fault::mesh_shape, "mesh-shape", Blame::program,
     "stay inside the mesh, with as many dimensions as it has"},
    {Fault::noc_alignment, "noc-alignment", Blame::program,
     "make source and destination agree modulo the alignment"},
    {Fault::noc_clash, "noc-clash", Blame::program,
     "give the data-movement kernels of a core one NoC each, or both the dynamic mode"},
    {Fault::noc_range, "noc-range", Blame::program, "stay inside the memory of the target tile"},
    {Fault::noc_stack, "noc-stack", Blame::program,
     "keep what the NoC moves in a circular buffer: it reaches L1, not a processor's own memory"},
    {Fault::noc_target, "noc-target", Blame::program,
     "take coordinates from worker_core_from_logical_core() or an accessor"},
    {Fault::not_modelled, "not-modelled", Blame::not_modelled,
     "see docs/architecture.md for what is modelled"},
    {Fault::out_of_memory, "out-of-memory", Blame::program, "free buffers or make them smaller"},
    {Fault::processor_taken, "processor-taken", Blame::program,
     "put at most one kernel on each processor of a core"},
    {Fault::semaphore_count, "semaphore-count", Blame::program,
     "use fewer semaphores on these cores, or a GlobalSemaphore"},
    {Fault::src_order, "src-order", Blame::program,
     "give unpack and math the same operation: each call of one needs its partner in the other"},
    {Fault::sub_device, "sub-device", Blame::program,
     "divide the grid into parts that do not overlap, and load the division that is meant"},
    {Fault::tile_index, "tile-index", Blame::program,
     "stay below the pages that were waited for or reserved, and do not cross the end of the CB"},
    {Fault::tile_shape, "tile-shape", Blame::program,
     "pad the data to whole tiles, of a shape that the chip has"},
    {Fault::trace_order, "trace-order", Blame::program,
     "begin a trace, enqueue programs only, end it, then replay it"},
    {Fault::unknown_handle, "unknown-handle", Blame::program,
     "use what the creating call returned, with the same program or device"},
    {Fault::usage, "usage", Blame::configuration, "see --help"},
});

consteval bool rows_in_order() {
    for (std::size_t i = 0; i < kRows.size(); i++)
        if (static_cast<std::size_t>(kRows[i].fault) != i) return false;
    return kRows.size() == static_cast<std::size_t>(Fault::count_);
}
static_assert(rows_in_order(), "one row per fault, in the order of the enum");

// By Blame.
constexpr std::array kEndings = {Ending::program_failed, Ending::could_not_start,
                                 Ending::not_modelled, Ending::program_failed,
                                 Ending::program_failed};
static_assert(kEndings.size() == static_cast<std::size_t>(Blame::ironbird) + 1);

}  // namespace

const FaultRow& row(Fault fault) {
    return kRows[static_cast<std::size_t>(fault)];
}

const FaultRow* find_row(std::string_view slug) {
    const auto* at = std::ranges::find(kRows, slug, &FaultRow::slug);
    return at == kRows.end() ? nullptr : at;
}

Ending ending(const FaultRow& r) {
    return r.fault == Fault::hang ? Ending::hang : kEndings[static_cast<std::size_t>(r.blame)];
}

std::string render(Fault fault, const std::string& summary, const std::optional<Place>& place,
                   const std::string& detail) {
    const FaultRow& r = row(fault);
    std::string text = fmt::format("error[{}] {}", r.slug, summary);
    std::string where;
    if (place) {
        if (!place->file.empty()) where += fmt::format("{}:{}, ", place->file, place->line);
        where +=
            fmt::format("device {} {} {}, cycle {}", place->device,
                        core_name(place->core_x, place->core_y), place->processor, place->cycle);
    }
    if (!where.empty()) text += "\n  at " + where;
    if (!detail.empty()) text += "\n  " + detail;
    return text + fmt::format("\n  do: {} - docs/errors/{}.md", r.remedy, r.slug);
}

Error::Error(Fault fault, std::string what, std::optional<Place> place, std::string detail)
    : std::runtime_error(render(fault, what, place, detail)),
      fault_(fault),
      summary_(std::move(what)),
      place_(std::move(place)),
      detail_(std::move(detail)) {}

Error unwritable(const std::string& path, int cause, Fault otherwise) {
    const bool full = cause == ENOSPC || cause == EDQUOT;
    return {full ? Fault::disk_full : otherwise,
            "cannot write " + path,
            {},
            std::generic_category().message(cause)};
}

void internal_error(std::string_view condition, std::string_view file, int line) {
    fmt::print(stderr, "{}\n",
               render(Fault::internal, fmt::format("{} does not hold", condition), {},
                      fmt::format("at {}:{}", file, line)));
    std::abort();
}

}  // namespace ironbird
