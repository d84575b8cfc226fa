// run.json: what is accepted can be shown.
#include "cli/record.hpp"

#include <cstdio>

#include "bytes.hpp"
#include "check/finding_text.hpp"
#include "cli/summary.hpp"

using namespace ironbird;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    static std::FILE* nowhere = std::fopen("/dev/null", "w");
    cli::Json record;
    if (!cli::parse_record(fuzz::text_of(data, size), record).empty()) return 0;
    cli::shortfall(record);
    cli::json_text(record);
    cli::print_summary(nowhere, record, ".");
    return fuzz::read_or_refuse([&] {
        for (const cli::Json& f : record.value("findings", cli::Json::array()))
            check::to_json(check::finding_of(f));
    });
}
