// Names and values of the columns of tensors.
#include "report/exporters/tensor_columns.hpp"

#include <fmt/format.h>

#include <array>
#include <span>

#include "report/launch_events.hpp"

namespace ironbird::report {
namespace {

constexpr std::size_t kInputs = 8, kOutputs = 4;
constexpr std::array<const char*, 7> kParts = {"W_PAD[LOGICAL]", "Z_PAD[LOGICAL]", "Y_PAD[LOGICAL]",
                                               "X_PAD[LOGICAL]", "LAYOUT",         "DATATYPE",
                                               "MEMORY"};
constexpr std::size_t kMemory = 6;

using Tensors = std::vector<std::array<std::string, kParts.size()>>;

std::string names(const char* kind, std::size_t count) {
    std::string all;
    for (std::size_t i = 0; i < count; i++)
        for (const char* part : kParts)
            all += fmt::format("{}{}_{}_{}", all.empty() ? "" : ",", kind, i, part);
    return all;
}

// A tensor is on every device of a mesh; a row is of one of them.
std::string values(const Tensors& tensors, std::size_t count, std::uint32_t chip) {
    std::string all;
    for (std::size_t i = 0; i < count; i++)
        for (std::size_t part = 0; part < kParts.size(); part++) {
            if (i != 0 || part != 0) all += ',';
            if (i >= tensors.size()) continue;
            if (part == kMemory) all += fmt::format("DEV_{}_", chip);
            all += field(tensors[i][part]);
        }
    return all;
}

}  // namespace

std::string tensor_column_names() {
    return names("INPUT", kInputs) + "," + names("OUTPUT", kOutputs);
}

std::string tensor_column_values(const profile::LaunchRecord& launch) {
    static const profile::Operation bare;
    const profile::Operation& o = launch.operation != nullptr ? *launch.operation : bare;
    return values(o.inputs, kInputs, launch.chip) + "," + values(o.outputs, kOutputs, launch.chip);
}

}  // namespace ironbird::report
