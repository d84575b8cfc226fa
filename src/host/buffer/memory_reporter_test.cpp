// The reports as files, and the view of one kind of memory.
#include <gmock/gmock.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <tt-metalium/distributed.hpp>
#include <tt-metalium/host_api.hpp>
#include <tt-metalium/memory_reporter.hpp>
#include <tt-metalium/tt_metal.hpp>

namespace tt::tt_metal {
namespace {

namespace fs = std::filesystem;

std::string text_of(const fs::path& file) {
    std::ifstream in(file);
    std::stringstream text;
    text << in.rdbuf();
    return text.str();
}

class MemoryReporterTest : public testing::Test {
 protected:
    void SetUp() override {
        char name[] = "/tmp/ironbird-reports-XXXXXX";
        folder_ = mkdtemp(name);
        fs::current_path(folder_);  // where reports go unless TT_METAL_LOGS_PATH says otherwise
        device_ = distributed::MeshDevice::create_unit_mesh(0);
    }
    void TearDown() override {
        device_.reset();
        fs::current_path(before_);
        fs::remove_all(folder_);
    }
    std::string report(const std::string& name) {
        return text_of(folder_ / "generated" / "reports" / name);
    }

    fs::path folder_, before_ = fs::current_path();
    std::shared_ptr<distributed::MeshDevice> device_;
};

TEST_F(MemoryReporterTest, SnapshotHasThreeFilesWithThePrefix) {
    const auto before = detail::GetMemoryView(device_.get(), BufferType::L1);
    const auto buffer = CreateBuffer({device_.get(), 2048, 2048, BufferType::L1});
    detail::DumpDeviceMemoryState(device_.get(), "now_");
    const std::size_t free = before.total_bytes_per_bank - 2048;
    EXPECT_EQ(report("now_l1_usage_summary.csv"),
              "This report indicates available space for interleaving L1 buffers\n"
              ", Largest Contiguous Free Block (B), Total Free L1 Space (B)\n"
              "," +
                  std::to_string(free) + "," + std::to_string(free * before.num_banks) + "\n");
    EXPECT_THAT(report("now_memory_usage_summary.csv"),
                testing::HasSubstr("\n," + std::to_string(free + 2048) + ",2048," +
                                   std::to_string(free) + "," + std::to_string(free) + "\n"));
    EXPECT_TRUE(report("now_detailed_memory_usage.csv").starts_with(",DRAM\n,Total allocatable"));
}

TEST_F(MemoryReporterTest, EachCompiledProgramIsOneEntry) {
    const auto compile = [&] {
        Program program = CreateProgram();
        detail::CompileProgram(device_.get(), program);
        detail::CompileProgram(device_.get(), program);  // already compiled: no second entry
    };
    compile();
    EXPECT_FALSE(fs::exists(folder_ / "generated"));
    detail::EnableMemoryReports();
    compile();
    compile();
    detail::DisableMemoryReports();
    compile();
    const std::string text = report("program_l1_usage_summary.csv");
    EXPECT_EQ(std::count(text.begin(), text.end(), '\n'), 4);
    EXPECT_THAT(text, testing::HasSubstr("\nProgram ID, Largest"));
}

TEST_F(MemoryReporterTest, ViewListsBlocksByNumber) {
    const auto low = CreateBuffer({device_.get(), 4096, 4096, BufferType::DRAM});
    const auto view = detail::GetMemoryView(device_.get(), BufferType::DRAM);
    ASSERT_EQ(view.block_table.size(), 2u);
    EXPECT_EQ(view.block_table[0].at("address"), "0");
    EXPECT_EQ(view.block_table[0].at("size"), "4096");
    EXPECT_EQ(view.block_table[0].at("prevID"), "-1");
    EXPECT_EQ(view.block_table[0].at("nextID"), "1");
    EXPECT_EQ(view.block_table[0].at("allocated"), "yes");
    EXPECT_EQ(view.block_table[1].at("allocated"), "no");
    EXPECT_EQ(view.total_bytes_allocated_per_bank, 4096u);
}

}  // namespace
}  // namespace tt::tt_metal
