// From the environment to Options.
#include "host/options/options.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>

#include "base/fault.hpp"

namespace ironbird {
namespace {

// A variable for one test.
class Variable {
 public:
    Variable(const char* name, const char* value) : name_(name) { setenv(name, value, 1); }
    ~Variable() { unsetenv(name_); }
    Variable(const Variable&) = delete;
    Variable& operator=(const Variable&) = delete;

 private:
    const char* name_;
};

TEST(Options, TextNumbersAndSwitches) {
    const Variable chip("IRONBIRD_CHIP", "n150,p150"), threads("IRONBIRD_THREADS", "3"),
        hints("IRONBIRD_HINTS", "0"), math("IRONBIRD_MATH", "exact"), data("IRONBIRD_DATA", "none"),
        force("TT_METAL_FORCE_JIT_COMPILE", "0"), dram("TT_METAL_CLEAR_DRAM", "0");
    const Options o = read_options();
    EXPECT_EQ(o.chip, "n150,p150");
    EXPECT_EQ(o.threads, 3u);
    EXPECT_FALSE(o.hints);
    EXPECT_TRUE(o.exact_math);
    EXPECT_FALSE(o.moves_data);
    EXPECT_TRUE(o.force_compile);  // its presence counts, as upstream's
    EXPECT_FALSE(o.clear_dram);
}

TEST(Options, EitherNameOfASwitchTurnsItOn) {
    const Variable one("TT_METAL_DEVICE_PROFILER", "0"), other("TT_METAL_PROFILER", "1");
    EXPECT_TRUE(read_options().profile);
}

TEST(Options, WhatCannotBeUnderstoodIsRefused) {
    for (const char* name : {"IRONBIRD_THREADS", "IRONBIRD_MATH", "IRONBIRD_DATA",
                             "IRONBIRD_MISALIGNED", "IRONBIRD_CACHE_MIB"}) {
        const Variable wrong(name, "some");
        EXPECT_THROW(read_options(), Error) << name;
    }
}

TEST(Options, EveryRowIsListed) {
    const auto rows = option_rows();
    EXPECT_TRUE(std::ranges::is_sorted(rows, {}, &OptionRow::variable));
    EXPECT_TRUE(std::ranges::any_of(rows, [](const OptionRow& r) { return r.variable == "HOME"; }));
}

}  // namespace
}  // namespace ironbird
