// Programs of a few lines each: what is found in them, and what is said of what is not.
#include "analysis/code/analyse.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fstream>

#include "base/fault.hpp"

namespace ironbird::analysis::code {
namespace {

namespace fs = std::filesystem;
using testing::ElementsAre;
using testing::HasSubstr;

// As much of the host API as these programs use: the real one takes seconds to parse.
constexpr const char* kApi = R"(
#pragma once
#include <cstdint>
#include <initializer_list>
namespace tt {
enum class DataFormat : std::uint8_t { Float32 = 0, Float16_b = 5, Bfp8_b = 6 };
enum CBIndex : std::uint8_t { c_0 = 0, c_1 = 1, c_2 = 2, c_3 = 3, c_16 = 16 };
std::uint32_t tile_size(DataFormat format);
}
struct Program {};
struct CoreCoord { unsigned x, y; };
struct Buffer {};
struct Pair { std::uint8_t index; tt::DataFormat format; };
struct Formats { Formats(std::initializer_list<Pair>); };
struct CBFormatDescriptor { std::uint8_t buffer_index; tt::DataFormat data_format;
                            std::uint32_t page_size; };
struct CBDescriptor { std::uint32_t total_size = 0; CoreCoord core_ranges;
                      std::initializer_list<CBFormatDescriptor> format_descriptors; };
struct CircularBufferConfig {
    struct Builder { const Builder& set_page_size(std::uint32_t) const;
                     const Builder& set_data_format(tt::DataFormat) const; };
    CircularBufferConfig(std::uint32_t size);
    CircularBufferConfig(std::uint32_t size, const Formats& formats);
    CircularBufferConfig& set_page_size(std::uint8_t index, std::uint32_t bytes);
    CircularBufferConfig& set_total_size(std::uint32_t size);
    CircularBufferConfig& set_globally_allocated_address(const Buffer& buffer);
    Builder index(std::uint8_t index);
};
enum class DataMovementProcessor { RISCV_0 = 0, RISCV_1 = 1 };
struct DataMovementConfig { DataMovementProcessor processor = DataMovementProcessor::RISCV_0; };
struct ComputeConfig {};
int CreateCircularBuffer(Program&, const CoreCoord&, const CircularBufferConfig&);
int CreateKernel(Program&, const char*, const CoreCoord&, const DataMovementConfig&);
int CreateKernel(Program&, const char*, const CoreCoord&, const ComputeConfig&);
std::uint32_t ask();
using namespace tt;
using std::uint32_t, std::uint8_t;
)";

class Analyse : public testing::Test {
 protected:
    Analyse() {
        fs::create_directories(folder_ / "api");
        fs::create_directories(folder_ / "kernels");
        write("api/api.hpp", kApi);
        settings_.headers = {folder_ / "api"};
        settings_.flags = {"-std=c++20", "-include", "api.hpp"};
    }
    ~Analyse() override { fs::remove_all(folder_); }

    fs::path write(const std::string& name, const std::string& text) {
        std::ofstream(folder_ / name) << text;
        return folder_ / name;
    }
    Source of(const std::string& text) { return analyse(write("main.cpp", text), settings_); }

    fs::path folder_ =
        fs::path(testing::TempDir()) /
        (std::string("analyse_") + testing::UnitTest::GetInstance()->current_test_info()->name());
    Settings settings_;
};

TEST_F(Analyse, chained_configuration_with_constants) {
    const Source s = of(R"(constexpr uint32_t kTiles = 2;
int main() {
    Program program;
    constexpr CoreCoord core = {0, 0};
    const uint32_t bytes = sizeof(float) * 1024;
    CreateCircularBuffer(program, core,
        CircularBufferConfig(kTiles * bytes, {{CBIndex::c_16, DataFormat::Float32}})
            .set_page_size(CBIndex::c_16, bytes));
})");
    ASSERT_EQ(s.errors, 0u) << s.first_error;
    ASSERT_EQ(s.cbs.size(), 1u);
    const CircularBuffer& cb = s.cbs[0];
    EXPECT_EQ(s.strategy(), "FIXED");
    EXPECT_EQ(cb.how, "CreateCircularBuffer");
    EXPECT_EQ(cb.size.text, "kTiles * bytes");
    EXPECT_EQ(cb.size.value, 8192);
    ASSERT_EQ(cb.slots.size(), 1u);
    EXPECT_EQ(cb.slots[0].index.value, 16);
    EXPECT_EQ(cb.slots[0].format.name, "Float32");
    EXPECT_EQ(cb.slots[0].page_size.value, 4096);
    EXPECT_EQ(cb.cores, "core");
    EXPECT_EQ(cb.cores_from, "constexpr CoreCoord core = {0, 0}");
    EXPECT_EQ(s.total_bytes(), 8192);
    ASSERT_EQ(s.constants.size(), 2u);
    EXPECT_EQ(s.constants[1].name, "bytes");
    EXPECT_EQ(s.constants[1].value, 4096);
}

TEST_F(Analyse, helpers_and_lambdas_are_followed_for_each_call) {
    const Source s = of(R"(void make(Program& p, CoreCoord core, uint8_t index, uint32_t tiles,
          DataFormat format = DataFormat::Bfp8_b) {
    CreateCircularBuffer(p, core, CircularBufferConfig(tiles * tile_size(format), {{index, format}})
                                      .set_page_size(index, tile_size(format)));
}
int main() {
    Program program;
    CoreCoord core{};
    auto config = [&](CBIndex i) {
        CircularBufferConfig c(64, {{i, DataFormat::Float16_b}});
        c.set_page_size(i, 32);
        return c;
    };
    make(program, core, 0, 4);
    make(program, core, 1, 3, DataFormat::Float32);
    CreateCircularBuffer(program, core, config(CBIndex::c_2));
})");
    ASSERT_EQ(s.errors, 0u) << s.first_error;
    ASSERT_EQ(s.cbs.size(), 3u);
    EXPECT_THAT(s.cbs[0].via, ElementsAre("14"));
    EXPECT_EQ(s.cbs[0].size.value, 4 * 1088);
    EXPECT_EQ(s.cbs[0].slots[0].format.name, "Bfp8_b");
    EXPECT_EQ(s.cbs[1].size.value, 3 * 4096);
    EXPECT_EQ(s.cbs[1].slots[0].index.value, 1);
    EXPECT_EQ(s.cbs[2].size.value, 64);
    EXPECT_EQ(s.cbs[2].slots[0].index.value, 2);
    EXPECT_EQ(s.cbs[2].slots[0].page_size.value, 32);
    EXPECT_EQ(s.strategy(), "FIXED");
}

TEST_F(Analyse, what_only_a_run_knows_makes_it_adaptive) {
    const Source s = of(R"(int main(int argc, char**) {
    Program program;
    CoreCoord core{};
    uint32_t same = 2, changed = 2;
    if (argc > 1) changed = 4;
    const uint32_t asked = ask(), chosen = asked > 16 ? 2 : 6;
    CreateCircularBuffer(program, core, CircularBufferConfig(same * 64, {{0, DataFormat::Float32}}));
    CreateCircularBuffer(program, core, CircularBufferConfig(changed, {{1, DataFormat::Float32}}));
    CreateCircularBuffer(program, core, CircularBufferConfig(chosen, {{2, DataFormat::Float32}}));
    if (asked == 3)
        CreateCircularBuffer(program, core, CircularBufferConfig(64, {{3, DataFormat::Float32}}));
    if (sizeof(int) == 5)
        CreateCircularBuffer(program, core, CircularBufferConfig(64, {{4, DataFormat::Float32}}));
})");
    ASSERT_EQ(s.errors, 0u) << s.first_error;
    EXPECT_EQ(s.strategy(), "ADAPTIVE");
    ASSERT_EQ(s.cbs.size(), 4u);  // the fifth stands under a constant that is false
    EXPECT_EQ(s.cbs[0].size.value, 128);
    EXPECT_TRUE(s.cbs[0].fixed());
    EXPECT_FALSE(s.cbs[1].size.value);
    EXPECT_THAT(s.cbs[1].size.depends, ElementsAre("changed, set again on line 5"));
    EXPECT_TRUE(s.cbs[2].size.branch);
    EXPECT_THAT(s.cbs[2].size.depends, ElementsAre("ask() (line 6)"));
    EXPECT_THAT(s.cbs[3].when, ElementsAre("asked == 3"));
    EXPECT_FALSE(s.cbs[3].fixed());
    EXPECT_FALSE(s.total_bytes());
}

TEST_F(Analyse, forwarding_a_variable_is_not_setting_it) {
    const Source s = of(R"(template <class... T> void print(const char*, T&&...);
void set(uint32_t&);
int main() {
    Program program;
    uint32_t shown = 64, given = 64;
    print("{}", shown);
    set(given);
    CreateCircularBuffer(program, {}, CircularBufferConfig(shown));
    CreateCircularBuffer(program, {}, CircularBufferConfig(given));
})");
    ASSERT_EQ(s.cbs.size(), 2u);
    EXPECT_EQ(s.cbs[0].size.value, 64);
    EXPECT_FALSE(s.cbs[1].size.value);
}

TEST_F(Analyse, counted_loops_are_unrolled) {
    const Source s = of(R"(int main() {
    Program program;
    CoreCoord core{};
    for (uint8_t i = 0; i < 3; i++)
        CreateCircularBuffer(program, core,
                             CircularBufferConfig(64u << i, {{i, DataFormat::Float32}}));
    for (uint32_t n = 0; n < ask(); n++)
        CreateCircularBuffer(program, core, CircularBufferConfig(64, {{9, DataFormat::Float32}}));
})");
    ASSERT_EQ(s.cbs.size(), 4u);
    EXPECT_EQ(s.cbs[2].slots[0].index.value, 2);
    EXPECT_EQ(s.cbs[2].size.value, 256);
    EXPECT_FALSE(s.cbs[2].repeated);
    EXPECT_TRUE(s.cbs[3].repeated);
    EXPECT_EQ(s.strategy(), "ADAPTIVE");
}

TEST_F(Analyse, later_changes_builders_and_buffers) {
    const Source s = of(R"(int main() {
    Program program;
    Buffer shard;
    CircularBufferConfig config(32);
    config.index(3).set_data_format(DataFormat::Float16_b).set_page_size(16);
    config.set_total_size(48).set_globally_allocated_address(shard);
    CreateCircularBuffer(program, {}, config);
    CircularBufferConfig kept(96, {{0, DataFormat::Float32}});
})");
    ASSERT_EQ(s.cbs.size(), 2u);
    EXPECT_EQ(s.cbs[0].size.value, 48);
    EXPECT_EQ(s.cbs[0].on_buffer, "shard");
    ASSERT_EQ(s.cbs[0].slots.size(), 1u);
    EXPECT_EQ(s.cbs[0].slots[0].index.value, 3);
    EXPECT_EQ(s.cbs[0].slots[0].page_size.value, 16);
    EXPECT_EQ(s.cbs[0].slots[0].format.name, "Float16_b");
    EXPECT_EQ(s.cbs[1].how, "CircularBufferConfig");
    EXPECT_EQ(s.total_bytes(), 96);  // what lies on a buffer takes nothing more
}

TEST_F(Analyse, descriptors) {
    const Source s = of(R"(void use(const CBDescriptor&);
int main() {
    use(CBDescriptor{.total_size = 2 * 2048, .core_ranges = {1, 2},
                     .format_descriptors = {CBFormatDescriptor{
                         .buffer_index = 7, .data_format = DataFormat::Float16_b,
                         .page_size = 2048}}});
})");
    ASSERT_EQ(s.cbs.size(), 1u) << s.first_error;
    EXPECT_EQ(s.cbs[0].how, "CBDescriptor");
    EXPECT_EQ(s.cbs[0].size.value, 4096);
    ASSERT_EQ(s.cbs[0].slots.size(), 1u);
    EXPECT_EQ(s.cbs[0].slots[0].index.value, 7);
    EXPECT_EQ(s.cbs[0].slots[0].page_size.value, 2048);
    EXPECT_EQ(s.cbs[0].cores, "{1, 2}");
}

TEST_F(Analyse, kernels_are_found_and_counted) {
    write("kernels/reader.cpp", R"(#include "print.h"
void cb_reserve_back(int, int);
void cb_push_back(int, int);
void kernel_main() {
    // for (;;) cb_push_back(0, 1);
    for (int i = 0; i < 4; i++) {
        cb_reserve_back(0, 1);
        if (i > 2 && i < 4) cb_push_back(0, 1);
    }
    while (false) cb_push_back(1, 1);
    auto named = not_known("c_1");
    cb_push_back(named, 1);
    PRINT("x");
}
)");
    write("kernels/print.h", "#define PRINT(x) do { if (x) {} } while (false)\n");
    settings_.kernel_flags = [](const fs::path&, const std::string&) {
        return std::vector<std::string>{"-x", "c++", "-std=c++20"};
    };
    const Source s = of(R"(#define FOLDER "kernels/"
int main() {
    Program program;
    CreateKernel(program, FOLDER "reader.cpp", {},
                 DataMovementConfig{.processor = DataMovementProcessor::RISCV_1});
    CreateKernel(program, "kernels/nowhere.cpp", {}, ComputeConfig{});
})");
    ASSERT_EQ(s.kernels.size(), 2u);
    const Kernel& k = s.kernels[0];
    EXPECT_EQ(k.processor, "RISCV_1");
    ASSERT_TRUE(k.source);
    EXPECT_EQ(k.source->path, folder_ / "kernels/reader.cpp");
    EXPECT_EQ(k.source->lines, 14u);
    EXPECT_EQ(k.source->errors, 1u);
    EXPECT_EQ(k.source->loops, 2u);
    EXPECT_EQ(k.source->all_cb_calls(), 4u);
    EXPECT_EQ(k.source->cb_calls.at("cb_push_back"), 3u);
    EXPECT_EQ(k.source->complexity, 5u);  // two loops, a condition, its and
    EXPECT_EQ(s.kernels[1].processor, "compute");
    EXPECT_FALSE(s.kernels[1].source);
}

TEST_F(Analyse, what_does_not_parse_is_still_listed) {
    const Source s = of(R"(#include <no_such_header.hpp>
int main() {
    Program program;
    Missing thing = make_missing();
    CreateCircularBuffer(program, thing.cores, CircularBufferConfig(64));
    unknown::CreateCircularBuffer(program, thing.cores, thing.config(1, 2));
    // CreateCircularBuffer(program, core, commented);
#if 0
    CreateCircularBuffer(program, core, skipped);
#endif
})");
    EXPECT_GT(s.errors, 0u);
    EXPECT_THAT(s.first_error, HasSubstr("no_such_header.hpp"));
    ASSERT_EQ(s.cbs.size(), 2u);
    EXPECT_EQ(s.cbs[0].how, "CreateCircularBuffer");
    EXPECT_EQ(s.cbs[0].cores, "thing.cores");
    EXPECT_EQ(s.cbs[0].size.value, 64);
    EXPECT_EQ(s.cbs[1].how, "unparsed");
    EXPECT_EQ(s.cbs[1].line, 6u);
    EXPECT_EQ(s.cbs[1].size.text, "thing.config(1, 2)");
    EXPECT_EQ(s.cbs[1].cores, "thing.cores");
}

TEST_F(Analyse, a_configuration_is_read_though_nobody_declares_the_call) {
    settings_.flags = {"-std=c++20"};
    const Source s = of(R"(struct CircularBufferConfig { CircularBufferConfig(unsigned bytes); };
int main(int program, char** core) {
    CreateCircularBuffer(program, core, CircularBufferConfig(2 * 32));
})");
    ASSERT_EQ(s.cbs.size(), 1u);
    EXPECT_EQ(s.cbs[0].how, "unparsed");
    EXPECT_EQ(s.cbs[0].line, 3u);
    EXPECT_EQ(s.cbs[0].size.value, 64);
    EXPECT_EQ(s.cbs[0].cores, "core");
}

TEST_F(Analyse, garbage_has_errors_and_nothing_else) {
    std::string noise;
    for (unsigned i = 0; i < 4096; i++) noise += static_cast<char>(1 + i * 2654435761u % 255);
    for (const std::string& text : {noise, std::string("{{{{((((\"\n"), std::string()}) {
        const Source s = analyse(write("noise.cpp", text), settings_);
        EXPECT_TRUE(s.empty());
        EXPECT_EQ(s.errors == 0, text.empty());
        EXPECT_EQ(s.strategy(), "NONE");
    }
    EXPECT_THROW(analyse(folder_ / "absent.cpp", settings_), Error);
}

}  // namespace
}  // namespace ironbird::analysis::code
