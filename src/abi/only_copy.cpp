// Ends a process that loads the model twice: both copies would claim the same window of memory.
#include <link.h>
#include <unistd.h>

#include <cstdio>
#include <string>
#include <string_view>

namespace ironbird::abi {
namespace {

constexpr std::string_view kLibraries[] = {"libtt_metal.so", "libironbird_core.so"};
constexpr int kCouldNotStart = 4;  // docs/exit_codes.md

struct Copies {
    int count = 0;
    std::string names;
};

bool is_ours(std::string_view path) {
    const std::string_view name = path.substr(path.rfind('/') + 1);
    for (const std::string_view library : kLibraries)
        if (name == library) return true;
    return false;
}

int count_copy(dl_phdr_info* object, std::size_t, void* seen) {
    auto& copies = *static_cast<Copies*>(seen);
    const std::string_view path = object->dlpi_name;
    if (is_ours(path)) {
        ++copies.count;
        (copies.names += "\n  ") += path;
    }
    return 0;
}

// Runs whenever a copy is loaded, so that the second one finds the first.
[[gnu::constructor]] void insist_on_only_copy() {
    Copies copies;
    dl_iterate_phdr(count_copy, &copies);
    if (copies.count < 2) return;
    std::fprintf(stderr,
                 "ironbird: this process loads the model twice; a program links libtt_metal alone, "
                 "a tool of ours libironbird_core:%s\n",
                 copies.names.c_str());
    _exit(kCouldNotStart);
}

}  // namespace
}  // namespace ironbird::abi
