// Rows of zones: firmware around kernel around the user's own.
#include "report/device_log.hpp"

#include <algorithm>
#include <array>

#include "report/launch_events.hpp"

namespace ironbird::report {
namespace {

constexpr std::string_view kColumns =
    "PCIe slot, core_x, core_y, RISC processor type, timer_id, time[cycles since reset], data, "
    "run host ID, trace id, trace id counter, zone name, type, source line, source file, "
    "meta data\n";

// What stands in front of and behind the particulars of a row.
struct Row {
    std::uint64_t cycle, data;
    std::uint16_t timer;
    std::string_view name, type, file;
    std::uint32_t line;
};

constexpr std::array<std::string_view, 5> kKernelZones = {
    "BRISC-KERNEL", "NCRISC-KERNEL", "TRISC-KERNEL", "TRISC-KERNEL", "TRISC-KERNEL"};
constexpr std::array<std::string_view, 5> kFirmwareZones = {"BRISC-FW", "NCRISC-FW", "TRISC-FW",
                                                            "TRISC-FW", "TRISC-FW"};
constexpr std::uint16_t kFirmwareTimer = 1, kKernelTimer = 2;
constexpr std::uint16_t kEnd = 0x8000;  // set in the timer id of an end

class Writer {
 public:
    Writer(TextFile& file, std::uint32_t chip, Physical core, std::uint8_t processor,
           std::uint64_t run)
        : file_(file), chip_(chip), core_(core), risc_(risc_name(processor)), run_(run) {}

    void add(const Row& r) {
        file_.add("{},{},{},{},{},{},{},{},,,{},{},{},{},\n", chip_, core_.x, core_.y, risc_,
                  r.timer, r.cycle, r.data, run_, r.name, r.type, r.line, r.file);
    }

 private:
    TextFile& file_;
    std::uint32_t chip_;
    Physical core_;
    std::string_view risc_;
    std::uint64_t run_;
};

void write_mark(Writer& out, const profile::MarkEvent& m) {
    const ZonePlace place = zone_place(m.site);
    const auto timer = static_cast<std::uint16_t>(place.id & ~kEnd);
    Row shown{m.cycle, m.data, timer, place.name, "ZONE_START", place.file, place.line};
    switch (m.mark) {
        case device::Mark::zone_begin:
            break;
        case device::Mark::zone_end:
            shown.type = "ZONE_END";
            shown.timer |= kEnd;
            break;
        case device::Mark::value:
            shown.type = "TS_DATA";
            break;
        case device::Mark::event:
            shown.type = "TS_EVENT";
            break;
    }
    out.add(shown);
}

void write_kernel(TextFile& file, std::uint32_t chip, Physical core,
                  const profile::LaunchRecord& launch, const profile::KernelEvent& kernel,
                  const LaunchEvents& events) {
    Writer out(file, chip, core, kernel.processor, launch.program_id);
    const std::string source = field(kernel.kernel->source_path);
    const std::string_view fw = kFirmwareZones[kernel.processor];
    const std::string_view name = kKernelZones[kernel.processor];
    // A launch may begin in the cycle in which the one before ended; tools sort by time alone.
    const std::uint64_t begin = std::min(launch.start + 1, kernel.start);
    out.add({begin, 0, kFirmwareTimer, fw, "ZONE_START", "firmware", 0});
    out.add({kernel.start, 0, kKernelTimer, name, "ZONE_START", source, 0});
    for (const profile::MarkEvent& m : events.marks)
        if (m.processor == kernel.processor) write_mark(out, m);
    out.add({kernel.end, 0, kKernelTimer | kEnd, name, "ZONE_END", source, 0});
    out.add({kernel.end, 0, kFirmwareTimer | kEnd, fw, "ZONE_END", "firmware", 0});
}

}  // namespace

DeviceLog::DeviceLog(const std::filesystem::path& path, const arch::Product& product)
    : file_(path) {
    file_.add("ARCH: {}, CHIP_FREQ[MHz]: {}, Max Compute Cores: {}\n", name(product.family),
              product.clock_mhz, product.compute_grid.x * product.compute_grid.y);
    file_.add("{}", kColumns);
}

void DeviceLog::write(const profile::Recorder& recorder, std::uint32_t chip) {
    const arch::Floorplan& plan = recorder.chips()[chip]->plan;
    struct Piece {
        Physical at;
        std::uint8_t processor;
        const profile::LaunchRecord* launch;
        const profile::KernelEvent* kernel;
        LaunchEvents events;
    };
    std::vector<Piece> pieces;
    for_each_launch(
        recorder, chip, [&](std::uint32_t core, const auto& launch, const LaunchEvents& events) {
            for (const auto& k : events.kernels)
                pieces.push_back({plan.core_physical(core), k.processor, &launch, &k, events});
        });
    std::stable_sort(pieces.begin(), pieces.end(), [](const Piece& a, const Piece& b) {
        return std::tuple(a.at, a.processor, a.launch->start) <
               std::tuple(b.at, b.processor, b.launch->start);
    });
    for (const Piece& p : pieces) write_kernel(file_, chip, p.at, *p.launch, *p.kernel, p.events);
}

}  // namespace ironbird::report
