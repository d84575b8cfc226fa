// What would make a program faster, by rules over what a launch did: one row each.
#pragma once

#include <cstdint>
#include <map>
#include <span>
#include <string>
#include <string_view>
#include <tuple>
#include <vector>

#include "abi/kernel.hpp"
#include "arch/product.hpp"
#include "profile/site.hpp"

namespace ironbird::profile {

struct ChipLog;
struct LaunchRecord;

// One place where a rule holds; the figures are the rule's own.
struct Candidate {
    const abi::Kernel* kernel = nullptr;
    Stack stack;               // empty: the kernel as a whole, without a line
    std::uint64_t cycles = 0;  // of elapsed time that it costs
    std::uint64_t figures[3] = {};
    std::uint32_t processor = 0, cores = 1;
};

class Candidates {
 public:
    // A launch's candidate: on several cores it costs as much as on the worst.
    void add(std::size_t rule, const Candidate& c);
    // The launch is over: its costs add to those of earlier ones.
    void end_launch();

    using Key = std::tuple<std::size_t, const abi::Kernel*, std::uint64_t>;
    const std::map<Key, Candidate>& all() const { return all_; }

 private:
    std::map<Key, Candidate> launch_, all_;
};

struct HintRow {
    std::string_view id;
    std::string_view title;
    void (*look)(const ChipLog& chip, const LaunchRecord& launch, std::size_t rule, Candidates&);
    std::string (*detail)(const Candidate&);  // what is so, with its figures
    std::string (*remedy)(const Candidate&);
};

std::span<const HintRow> hint_rows();

// Looks for all of them in a launch that has just completed.
void look_for_hints(const ChipLog& chip, const LaunchRecord& launch, Candidates& into);

// In words.
struct Hint {
    std::string_view id, title;
    std::uint64_t cycles = 0;
    std::string file;
    std::uint32_t line = 0;
    std::string processor, detail, remedy;
    std::uint32_t cores = 1;
};

inline constexpr std::size_t kMostHints = 5;

// The dearest ones, at most five; those below two per cent of the run's cycles are left out.
std::vector<Hint> best_hints(const Candidates& candidates, std::uint64_t run_cycles);

}  // namespace ironbird::profile
