// One row per format of the findings' files.
#include <array>

#include "check/finding_format.hpp"

namespace ironbird::check {

// Each in the file of its name.
std::string sarif_text(std::span<const ReviewedFinding> findings, const std::string& version,
                       const std::string& root);

namespace {

constexpr auto kFindingFormats = std::to_array<FindingFormat>({
    {"--sarif", "Write the findings there as SARIF 2.1.0", sarif_text},
});

}  // namespace

std::span<const FindingFormat> finding_formats() {
    return kFindingFormats;
}

}  // namespace ironbird::check
