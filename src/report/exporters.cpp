// One row per format of a profile's files.
#include <fmt/format.h>

#include <array>

#include "report/exporter.hpp"

namespace ironbird::report {

// Each in the file of its name in exporters/.
std::unique_ptr<Exporter> make_device_log(const ExportPlan& plan);
std::unique_ptr<Exporter> make_noc_trace(const ExportPlan& plan);
std::unique_ptr<Exporter> make_ops_csv(const ExportPlan& plan);
std::unique_ptr<Exporter> make_perfetto(const ExportPlan& plan);

namespace {

constexpr auto kExportRows = std::to_array<ExportRow>({
    {"device log", make_device_log},
    {"NoC traces", make_noc_trace},
    {"table of operations", make_ops_csv},
    {"Perfetto trace", make_perfetto},
});

}  // namespace

std::span<const ExportRow> export_rows() {
    return kExportRows;
}

std::string unless_written(bool ok, const std::filesystem::path& file) {
    return ok ? "" : fmt::format("{} is not complete: it could not be written", file.string());
}

}  // namespace ironbird::report
