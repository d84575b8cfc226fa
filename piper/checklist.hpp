// What a machine needs to drive a board, looked up in its files, and samples of the board's
// sensors.
#pragma once

#include <filesystem>
#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace piper {

// Where to look; tests give a folder and variables of their own.
struct Machine {
    std::filesystem::path root = "/";
    std::function<std::string(const std::string&)> variable;  // empty: not set
};
Machine this_machine();

enum class Outcome { pass, warn, fail };
struct Checked {
    std::string item;
    Outcome outcome;
    std::string found, remedy;
};
// Never throws: what cannot be seen is a warning, what a board cannot work without a failure.
std::vector<Checked> checklist(const Machine& machine);

struct Sample {
    std::optional<double> temperature_c, power_w;
    std::string link;  // empty: no card
};
Sample sample(const Machine& machine);

struct HugePages {
    std::uint64_t total = 0, free = 0;  // pages of 2 MB
    std::uint64_t memory = 0;           // bytes of RAM
};
HugePages huge_pages_of(const Machine& machine);

}  // namespace piper
