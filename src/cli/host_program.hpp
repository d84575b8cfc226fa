// Host sources compiled into the cache, where the next run of the same text finds them.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace CLI {
class App;
}

namespace ironbird::cli {

// What the user wants beside what every host program is compiled with.
struct HostFlags {
    std::vector<std::string> includes{}, defines{}, library_folders{}, libraries{};
    std::string standard = "c++20";
    bool debugger = false;  // all debug information, not line tables alone
};

// -I, -D, -L, -l and --std.
void add_host_flags(CLI::App& command, HostFlags& flags);

// Puts the program that the source compiles to at `program`, from the cache when it is there: its
// key covers the source, every file that it includes and links, the flags and the compiler. Throws
// usage when it does not compile; the compiler has then said why on stderr.
void compile_host_program(const std::filesystem::path& source, const HostFlags& flags,
                          const std::filesystem::path& program);

}  // namespace ironbird::cli
