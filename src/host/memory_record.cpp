// One recorder for all chips.
#include "host/memory_record.hpp"

#include <filesystem>

#include "base/log.hpp"
#include "host/device/machine.hpp"
#include "host/options/options.hpp"
#include "report/memory_json.hpp"

namespace ironbird::host {
namespace {

// Lives until the process is gone: chips may run until then.
profile::MemoryRecorder& recorder() {
    static auto* const one = new profile::MemoryRecorder;
    return *one;
}

}  // namespace

bool watches_memory() {
    static const bool wanted =
        !options().run_dir.empty() && (options().profile || options().memory);
    return wanted;
}

void attach_memory(device::Engine& engine) {
    if (watches_memory()) engine.watch(recorder());
}

void write_memory(const Machine& machine) {
    if (!watches_memory()) return;
    recorder().close();
    const std::filesystem::path file = std::filesystem::path(options().run_dir) / "memory.json";
    if (!report::write_memory_json(file, recorder(), {machine.compute_grid(), machine.l1_banks()}))
        log::warning("cannot write {}", file.string());
}

nlohmann::json memory_record() {
    if (!watches_memory()) return nullptr;
    profile::WorstCore worst;
    for (const auto& chip : recorder().chips())
        if (chip != nullptr && chip->worst().mark.bytes > worst.mark.bytes) worst = chip->worst();
    return {{"high_water_bytes", worst.mark.bytes},
            {"largest_hole_bytes", worst.largest_hole},
            {"free_bytes", worst.free}};
}

}  // namespace ironbird::host
