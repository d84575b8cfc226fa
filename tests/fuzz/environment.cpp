// Lines NAME=VALUE as the environment of a process.
#include <cstdlib>
#include <sstream>

#include "bytes.hpp"
#include "host/options/options.hpp"

using namespace ironbird;

namespace {

// Known names first, so that most inputs come to a parser.
std::string name_of(const std::string& given) {
    if (given.empty()) return "IRONBIRD_THREADS";
    const auto rows = option_rows();
    return std::string(rows[static_cast<unsigned char>(given[0]) % rows.size()].variable);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    std::istringstream lines(fuzz::text_of(data, size));
    for (const OptionRow& row : option_rows()) unsetenv(std::string(row.variable).c_str());
    for (std::string line; std::getline(lines, line);) {
        const auto equals = line.find('=');
        const std::string value = equals == line.npos ? line : line.substr(equals + 1);
        setenv(name_of(line.substr(0, equals)).c_str(), value.c_str(), 1);
    }
    return fuzz::read_or_refuse([] { read_options(); });
}
