// Files of suppressions, and comments in kernels.
#include <sstream>

#include "bytes.hpp"
#include "check/suppression.hpp"

using namespace ironbird;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const std::string text = fuzz::text_of(data, size);
    check::Suppressions comments;
    std::istringstream source(text), lines(text);
    comments.add_comments(source, "kernel.cpp");
    check::Finding finding{.rule = "NOC-001", .parties = {}, .because = {}, .remedy = {}};
    finding.parties.push_back({.role = "issued",
                               .place = Place{.processor = {}, .file = "kernel.cpp", .line = 3},
                               .what = {}});
    comments.allowing(finding);
    comments.unused();
    return fuzz::read_or_refuse([&] {
        check::Suppressions file;
        file.add_lines(lines, "allow.txt");
        file.allowing(finding);
        file.unused();
    });
}
