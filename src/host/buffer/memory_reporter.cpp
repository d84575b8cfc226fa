// Snapshots and per-program reports, and the view of one kind of memory.
#include "host/buffer/memory_reporter.hpp"

#include <atomic>
#include <filesystem>
#include <fstream>
#include <tt-metalium/memory_reporter.hpp>

#include "base/log.hpp"
#include "host/device/device_state.hpp"
#include "report/memory_csv.hpp"

namespace ironbird::host {
namespace {

namespace fs = std::filesystem;

std::atomic<bool>& enabled() {
    static std::atomic<bool> on{Machine::get().options().memory_report};
    return on;
}

void write(const report::MemoryCsv& csv, const std::string& prefix, std::ios::openmode mode) {
    const fs::path folder = fs::path(Machine::get().options().logs_dir) / "generated" / "reports";
    std::error_code error;
    fs::create_directories(folder, error);
    for (std::size_t i = 0; i < csv.texts.size(); i++) {
        const fs::path path = folder / (prefix + std::string(csv.kNames[i]));
        std::ofstream file(path, mode);
        file << csv.texts[i];
        if (!file.flush()) log::warning("cannot write {}", path.string());
    }
}

const mem::Allocator& banks_of(const DeviceState& device) {
    return device.sub_devices->memory()->banks();
}

std::string number(const std::vector<mem::Block>& blocks, std::size_t at) {
    return at < blocks.size() ? std::to_string(blocks[at].id) : "-1";
}

}  // namespace

void report_program(std::uint64_t program, const DeviceState& device) {
    static bool begun = false;
    if (!enabled()) return;
    report::MemoryCsv csv;
    if (!begun) csv.begin(true);
    csv.add(banks_of(device), program);
    write(csv, "program_", std::exchange(begun, true) ? std::ios::app : std::ios::trunc);
}

}  // namespace ironbird::host

namespace tt::tt_metal::detail {

using namespace ironbird;
using namespace ironbird::host;

void EnableMemoryReports() {
    enabled() = true;
}
void DisableMemoryReports() {
    enabled() = false;
}

void DumpDeviceMemoryState(const IDevice* device, const std::string& prefix) {
    Lock lock;
    report::MemoryCsv csv;
    csv.begin(false);
    csv.add(banks_of(device->state()));
    write(csv, prefix, std::ios::trunc);
}

// As upstream's: addresses count from the begin of the banks' allocatable part.
MemoryView GetMemoryView(const IDevice* device, const BufferType& type) {
    Lock lock;
    const mem::Allocator& banks = banks_of(device->state());
    const mem::Kind kind = kind_of(type);
    const auto s = banks.statistics(kind);
    MemoryView view{banks.banks(kind), s.total, s.allocated, s.free, s.largest_free, {}};
    const std::vector<mem::Block> blocks = banks.free_list(kind).blocks();
    for (std::size_t i = 0; i < blocks.size(); i++)
        view.block_table.push_back({{"blockID", std::to_string(blocks[i].id)},
                                    {"address", std::to_string(blocks[i].begin - banks.base(kind))},
                                    {"size", std::to_string(blocks[i].end - blocks[i].begin)},
                                    {"prevID", number(blocks, i - 1)},
                                    {"nextID", number(blocks, i + 1)},
                                    {"allocated", blocks[i].allocated ? "yes" : "no"}});
    std::ranges::sort(view.block_table, {},
                      [](const auto& row) { return std::stoul(row.at("blockID")); });
    return view;
}

}  // namespace tt::tt_metal::detail
