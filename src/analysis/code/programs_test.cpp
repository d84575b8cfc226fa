// Whole programs with the real headers: four circular buffers, fixed and adaptive.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fstream>

#include "analysis/code/analyse.hpp"

namespace ironbird::analysis::code {
namespace {

namespace fs = std::filesystem;
using testing::ElementsAre;

class Programs : public testing::Test {
 protected:
    Programs() {
        fs::create_directories(folder_);
        const fs::path include = fs::path(IRONBIRD_SOURCE_DIR) / "include";
        settings_ = {.headers = {include / "ironbird/fmt_forward", include},
                     .flags = {"-std=c++20", "-Wno-narrowing"}};
    }

    ~Programs() override { fs::remove_all(folder_); }

    fs::path write(const std::string& name, const std::string& text) {
        std::ofstream(folder_ / name) << text;
        return folder_ / name;
    }

    void expect(const Source& s, const std::string& strategy) {
        EXPECT_EQ(s.errors, 0u) << s.first_error;
        EXPECT_EQ(s.strategy(), strategy) << s.path;
        ASSERT_EQ(s.cbs.size(), 4u) << s.path;
        std::vector<std::int64_t> indices;
        for (const CircularBuffer& cb : s.cbs) indices.push_back(*cb.slots.at(0).index.value);
        EXPECT_THAT(indices, ElementsAre(0, 1, 2, 16));
    }

    fs::path folder_ = fs::path(testing::TempDir()) / "analyse_programs";
    Settings settings_;
};

TEST_F(Programs, fixed_and_adaptive) {
    const std::string head = R"(#include <tt-metalium/host_api.hpp>
#include <tt-metalium/tt_metal.hpp>
using namespace tt;
using namespace tt::tt_metal;
static void add(Program& p, CoreRange cores, CBIndex index, uint32_t tiles) {
    const uint32_t page = tile_size(DataFormat::Float32);
    CreateCircularBuffer(p, cores, CircularBufferConfig(tiles * page, {{index, DataFormat::Float32}})
                                       .set_page_size(index, page));
}
int main(int argc, char** argv) {
    const uint32_t tiles = argc > 1 ? static_cast<uint32_t>(std::stoi(argv[1])) : 4;
    Program program = CreateProgram();
    const CoreRange cores({0, 0}, {0, 0});
)";
    const std::string fixed = R"(    add(program, cores, CBIndex::c_0, 4);
    add(program, cores, CBIndex::c_1, 4);
    add(program, cores, CBIndex::c_2, 4);
    add(program, cores, CBIndex::c_16, 4);
    return static_cast<int>(tiles);
}
)";
    const std::string adaptive = R"(    add(program, cores, CBIndex::c_0, std::min(6u, tiles + 2));
    add(program, cores, CBIndex::c_1, tiles > 16 ? 2 : std::min(tiles, 6u));
    add(program, cores, CBIndex::c_2, 2);
    add(program, cores, CBIndex::c_16, 2);
}
)";
    const Source a = analyse(write("fixed.cpp", head + fixed), settings_);
    expect(a, "FIXED");
    EXPECT_EQ(a.total_bytes(), 4 * 16384);
    expect(analyse(write("adaptive.cpp", head + adaptive), settings_), "ADAPTIVE");
}

}  // namespace
}  // namespace ironbird::analysis::code
