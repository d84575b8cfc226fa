// From the environment to Options.
#include "host/options/options.hpp"

#include <fmt/format.h>
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

// Values of numbers and words at and past the ends of what they may be.
TEST(Options, RefusalNamesVariableValueAndWhatIsAllowed) {
    struct Case {
        const char *name, *value, *takes;
    };
    constexpr Case cases[] = {
        {"IRONBIRD_CACHE_MIB", "-1", "from 0 to 16777216"},
        {"IRONBIRD_CACHE_MIB", "16777217", "from 0 to 16777216"},
        {"IRONBIRD_CACHE_MIB", "", "from 0 to 16777216"},
        {"IRONBIRD_DATA", "some", "none or all"},
        {"IRONBIRD_MATH", "slow", "fast or exact"},
        {"IRONBIRD_MESH", "2", "ROWSxCOLUMNS"},
        {"IRONBIRD_MESH", "0x4", "ROWSxCOLUMNS"},
        {"IRONBIRD_MESH", "4294967297x1", "ROWSxCOLUMNS"},
        {"IRONBIRD_MISALIGNED", "yes", "fault or allow"},
        {"IRONBIRD_NOC", "random:zz", "random:SEED"},
        {"IRONBIRD_NOC", "random:", "random:SEED"},
        {"IRONBIRD_NOC", "random:-1", "random:SEED"},
        {"IRONBIRD_NOC", "fast", "timed, eager, late"},
        {"IRONBIRD_THREADS", "abc", "from 0 to 1024"},
        {"IRONBIRD_THREADS", "-4", "from 0 to 1024"},
        {"IRONBIRD_THREADS", "1025", "from 0 to 1024"},
        {"IRONBIRD_THREADS", "3 ", "from 0 to 1024"},
        {"IRONBIRD_TIMING", "quick", "contended or ideal"},
        {"IRONBIRD_WINDOW", "99999999999999999999", "from 1 to 1000000000"},
        {"IRONBIRD_WINDOW", "0", "from 1 to 1000000000"},
        {"TT_LOGGER_LEVEL", "loud", "trace, debug"},
        {"TT_MESHDEVICE_SHAPE", "2x4", "ROWS,COLUMNS"},
        {"TT_MESHDEVICE_SHAPE", "0,4", "ROWS,COLUMNS"},
        {"TT_METAL_LOGGER_LEVEL", "loud", "trace, debug"},
        {"TT_METAL_OPERATION_TIMEOUT_SECONDS", "soon", "seconds from 0"},
        {"TT_METAL_OPERATION_TIMEOUT_SECONDS", "-1", "seconds from 0"},
        {"TT_METAL_OPERATION_TIMEOUT_SECONDS", "nan", "seconds from 0"},
        {"TT_METAL_VISIBLE_DEVICES", "0,,1", "ids of devices"},
        {"TT_METAL_VISIBLE_DEVICES", "first", "ids of devices"},
    };
    for (const Case& c : cases) {
        const Variable wrong(c.name, c.value);
        try {
            read_options();
            ADD_FAILURE() << c.name << "=" << c.value << " was taken";
        } catch (const Error& e) {
            EXPECT_EQ(e.fault(), Fault::usage);
            const std::string said = fmt::format("{}=\"{}\"", c.name, c.value);
            EXPECT_NE(e.summary().find(said), std::string::npos) << e.what();
            EXPECT_NE(e.detail().find(c.takes), std::string::npos) << e.what();
        }
    }
}

TEST(Options, WhatIsAtTheEndOfItsRangeIsTaken) {
    struct Case {
        const char *name, *value;
    };
    constexpr Case cases[] = {{"IRONBIRD_CACHE_MIB", "16777216"},
                              {"IRONBIRD_MESH", "2x4"},
                              {"IRONBIRD_NOC", "random:18446744073709551615"},
                              {"IRONBIRD_THREADS", "1024"},
                              {"IRONBIRD_WINDOW", "1000000000"},
                              {"IRONBIRD_WINDOW", "strict"},
                              {"TT_LOGGER_LEVEL", "Debug"},
                              {"TT_METAL_OPERATION_TIMEOUT_SECONDS", "0.25"},
                              {"TT_METAL_VISIBLE_DEVICES", "0,3"}};
    for (const Case& c : cases) {
        const Variable right(c.name, c.value);
        EXPECT_NO_THROW(read_options()) << c.name;
    }
}

// Names and paths, and lists that their readers take apart, each with a refusal of its own.
constexpr std::string_view kText[] = {"ARCH_NAME",
                                      "HOME",
                                      "IRONBIRD_CB_DEPTH",
                                      "IRONBIRD_CHECK",
                                      "IRONBIRD_CHIP",
                                      "IRONBIRD_CLUSTER",
                                      "IRONBIRD_LOCKED",
                                      "IRONBIRD_MEMORY_EVENTS",
                                      "IRONBIRD_BUILD_LOG",
                                      "IRONBIRD_RANKS",
                                      "IRONBIRD_RUN_DIR",
                                      "TT_LOGGER_TYPES",
                                      "TT_MESH_GRAPH_DESC_PATH",
                                      "TT_METAL_CACHE",
                                      "TT_METAL_DEVICE_PROFILER_NOC_EVENTS_RPT_PATH",
                                      "TT_METAL_DPRINT_CHIPS",
                                      "TT_METAL_DPRINT_CORES",
                                      "TT_METAL_DPRINT_FILE",
                                      "TT_METAL_DPRINT_RISCVS",
                                      "TT_METAL_HOME",
                                      "TT_METAL_KERNEL_PATH",
                                      "TT_METAL_LOGS_PATH",
                                      "TT_METAL_PROFILER_DIR",
                                      "TT_METAL_RUNTIME_ROOT"};
// Upstream's switches take any text: their presence counts, or whether a one is in front.
constexpr std::string_view kSwitches[] = {"IRONBIRD_HINTS",
                                          "IRONBIRD_MEMORY",
                                          "TT_ASSERT_ABORT",
                                          "TT_METAL_CLEAR_DRAM",
                                          "TT_METAL_CLEAR_L1",
                                          "TT_METAL_DEVICE_PROFILER",
                                          "TT_METAL_DEVICE_PROFILER_DISPATCH",
                                          "TT_METAL_DEVICE_PROFILER_NOC_EVENTS",
                                          "TT_METAL_DISABLE_BACKTRACE",
                                          "TT_METAL_DPRINT_ONE_FILE_PER_RISC",
                                          "TT_METAL_DPRINT_PREPEND_DEVICE_CORE_RISC",
                                          "TT_METAL_FORCE_JIT_COMPILE",
                                          "TT_METAL_LIGHTWEIGHT_KERNEL_ASSERTS",
                                          "TT_METAL_LOG_KERNELS_COMPILE_COMMANDS",
                                          "TT_METAL_MEMORY_REPORT",
                                          "TT_METAL_NULL_KERNELS",
                                          "TT_METAL_PROFILER",
                                          "TT_METAL_PROFILER_CPP_POST_PROCESS",
                                          "TT_METAL_PROFILER_MID_RUN_DUMP",
                                          "TT_METAL_PROFILER_SYNC",
                                          "TT_METAL_RISCV_DEBUG_INFO",
                                          "TT_METAL_SLOW_DISPATCH_MODE",
                                          "TT_METAL_WATCHER",
                                          "TT_METAL_WATCHER_APPEND"};

TEST(Options, EveryOtherRowHasARange) {
    for (const OptionRow& row : option_rows()) {
        if (std::ranges::find(kText, row.variable) != std::end(kText) ||
            std::ranges::find(kSwitches, row.variable) != std::end(kSwitches))
            continue;
        const std::string name(row.variable);
        const Variable wrong(name.c_str(), "\x01 not this");
        EXPECT_THROW(read_options(), Error) << name;
    }
}

TEST(Options, TheLevelOfTheLogHasTwoNames) {
    const Variable alias("TT_METAL_LOGGER_LEVEL", "Debug");
    EXPECT_EQ(read_options().log_level, "debug");
    const Variable usual("TT_LOGGER_LEVEL", "error");
    EXPECT_EQ(read_options().log_level, "error");
}

TEST(Options, EveryRowIsListed) {
    const auto rows = option_rows();
    EXPECT_TRUE(std::ranges::is_sorted(rows, {}, &OptionRow::variable));
    EXPECT_TRUE(std::ranges::any_of(rows, [](const OptionRow& r) { return r.variable == "HOME"; }));
}

}  // namespace
}  // namespace ironbird
