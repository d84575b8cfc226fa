// profile_log_device.csv, in the layout of August 2026: every zone of every processor, firmware
// around kernel around the user's own.
#include <algorithm>
#include <array>

#include "report/exporter.hpp"
#include "report/launch_events.hpp"
#include "report/text_file.hpp"

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

// One processor of a core in one launch.
struct Piece {
    Physical at;
    std::uint8_t processor;
    const profile::LaunchRecord* launch;
    const profile::KernelEvent* kernel;  // null: its firmware alone
    LaunchEvents events;
    std::uint64_t core_end;  // last end of a kernel on the core
};

void write_piece(TextFile& file, std::uint32_t chip, const Piece& p) {
    Writer out(file, chip, p.at, p.processor, p.launch->program_id);
    const std::string_view fw = kFirmwareZones[p.processor];
    // Tools sort by time alone and take an operation for over when the firmware of BRISC has ended
    // on all cores: it ends after all others, and before the next launch begins.
    const std::uint64_t soon = p.launch->start + 2;
    const std::uint64_t begin = p.kernel != nullptr ? std::min(soon, p.kernel->start) : soon;
    const std::uint64_t end = p.processor == 0 ? p.core_end + 1 : p.kernel->end;
    out.add({begin, 0, kFirmwareTimer, fw, "ZONE_START", "firmware", 0});
    if (p.kernel != nullptr) {
        const std::string source = field(p.kernel->kernel->source_path);
        const std::string_view name = kKernelZones[p.processor];
        out.add({p.kernel->start, 0, kKernelTimer, name, "ZONE_START", source, 0});
        for (const profile::MarkEvent& m : p.events.marks)
            if (m.processor == p.processor) write_mark(out, m);
        out.add({p.kernel->end, 0, kKernelTimer | kEnd, name, "ZONE_END", source, 0});
    }
    out.add({end, 0, kFirmwareTimer | kEnd, fw, "ZONE_END", "firmware", 0});
}

void add_pieces(std::vector<Piece>& pieces, Physical at, const profile::LaunchRecord& launch,
                const LaunchEvents& events) {
    std::uint64_t end = 0;
    bool master = false;
    for (const profile::KernelEvent& k : events.kernels) {
        end = std::max(end, k.end);
        master |= k.processor == 0;
    }
    if (!master && !events.kernels.empty())
        pieces.push_back({at, 0, &launch, nullptr, events, end});
    for (const profile::KernelEvent& k : events.kernels)
        pieces.push_back({at, k.processor, &launch, &k, events, end});
}

class DeviceLog final : public Exporter {
 public:
    explicit DeviceLog(const ExportPlan& plan)
        : path_(plan.logs / kName), copy_(plan.results.parent_path() / kName), file_(path_) {
        const arch::Product& product = plan.product;
        file_.add("ARCH: {}, CHIP_FREQ[MHz]: {}, Max Compute Cores: {}\n", name(product.family),
                  product.clock_mhz, product.compute_grid.x * product.compute_grid.y);
        file_.add("{}", kColumns);
    }

    void write(const profile::Recorder& recorder) override {
        for_each_chip(recorder, [&](std::uint32_t chip) { write_chip(recorder, chip); });
        file_.flush();
    }
    void close(std::size_t /*chips*/) override {
        std::error_code ignored;
        std::filesystem::copy_file(path_, copy_, std::filesystem::copy_options::overwrite_existing,
                                   ignored);
    }
    std::string complaint() const override { return unless_written(file_.ok(), path_); }

 private:
    static constexpr std::string_view kName = "profile_log_device.csv";

    void write_chip(const profile::Recorder& recorder, std::uint32_t chip);

    std::filesystem::path path_, copy_;
    TextFile file_;
};

void DeviceLog::write_chip(const profile::Recorder& recorder, std::uint32_t chip) {
    const arch::Floorplan& plan = recorder.chips()[chip]->plan;
    std::vector<Piece> pieces;
    for_each_launch(recorder, chip,
                    [&](std::uint32_t core, const auto& launch, const LaunchEvents& events) {
                        add_pieces(pieces, plan.core_physical(core), launch, events);
                    });
    std::stable_sort(pieces.begin(), pieces.end(), [](const Piece& a, const Piece& b) {
        return std::tuple(a.at, a.processor, a.launch->start) <
               std::tuple(b.at, b.processor, b.launch->start);
    });
    for (const Piece& p : pieces) write_piece(file_, chip, p);
}

}  // namespace

std::unique_ptr<Exporter> make_device_log(const ExportPlan& plan) {
    return std::make_unique<DeviceLog>(plan);
}

}  // namespace ironbird::report
