// Words separated by zero bytes as a command line, up to the command that they choose.
#include <cstdio>

#include "bytes.hpp"
#include "cli/arguments.hpp"

using namespace ironbird;

namespace {

cli::Exit ignore(const cli::Action&) {
    return cli::Exit::fine;
}

}  // namespace

extern "C" int LLVMFuzzerInitialize(int*, char***) {
    // Help is long, and libFuzzer writes to a copy of its own (-close_fd_mask=0).
    return std::freopen("/dev/null", "w", stdout) == nullptr ? 1 : 0;
}

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    std::vector<std::string> words;
    const std::string all = fuzz::text_of(data, size);
    for (std::size_t at = 0; at < all.size();) {
        const std::size_t end = std::min(all.find('\0', at), all.size());
        words.push_back(all.substr(at, end - at));
        at = end + 1;
    }
    static cli::CommandLine line;  // values of options stay from one input to the next
    const int code = line.run(words, ignore);
    return code == 0 || code == 4 ? 0 : -1;
}
