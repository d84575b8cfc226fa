// A run of two launches, and what the tables of its report say.
#include "report/visualizer/visualizer.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sqlite3.h>

#include <fstream>
#include <nlohmann/json.hpp>

#include "base/fault.hpp"

namespace ironbird::report {
namespace {

namespace fs = std::filesystem;
using testing::ElementsAre;
using Json = nlohmann::json;

constexpr const char* kMemory = R"({"schema": 1, "chips": [{"chip": 0, "product": "n150",
 "arch": "wormhole_b0", "clock_mhz": 1000, "l1_bytes": 1499136, "reserved_bytes": 100000,
 "grid": {"x": 8, "y": 8}, "l1_banks": 64, "l1_bank_bytes": 1399136, "dram_banks": 12,
 "steps": [{"cycle": 0, "what": "buffer_alloc", "id": 1}, {"cycle": 5, "what": "buffer_alloc", "id": 2},
           {"cycle": 10, "what": "launch", "id": 7}, {"cycle": 30, "what": "complete", "id": 7},
           {"cycle": 31, "what": "buffer_free", "id": 2}, {"cycle": 32, "what": "buffer_alloc", "id": 3},
           {"cycle": 40, "what": "launch", "id": 9}, {"cycle": 90, "what": "complete", "id": 9},
           {"cycle": 95, "what": "buffer_free", "id": 1}],
 "buffers": [{"id": 1, "type": "DRAM", "address": 1024, "bytes": 4096, "bytes_per_bank": 2048,
              "page_bytes": 2048, "layout": "INTERLEAVED", "from": 0, "to": 8},
             {"id": 2, "type": "L1", "address": 1400000, "bytes": 8192, "bytes_per_bank": 4096,
              "page_bytes": 2048, "layout": "HEIGHT_SHARDED", "cores": [0, 1], "from": 1, "to": 4},
             {"id": 3, "type": "L1_SMALL", "address": 1300000, "bytes": 64, "bytes_per_bank": 64,
              "page_bytes": 64, "layout": "INTERLEAVED", "from": 5, "to": null}],
 "launches": [{"id": 7, "program": 3, "name": "first", "start": 10, "end": 30, "kernel_bytes": 512,
   "cores": "{[(x=0,y=0) - (x=1,y=0)]}", "cbs": [
    {"indices": [0], "cores": "{[(x=0,y=0) - (x=1,y=0)]}", "address": 100000, "bytes": 4096,
     "page_bytes": 2048, "pages": 2, "format": "Float16_b", "globally_allocated": false},
    {"indices": [16, 24], "cores": "{[(x=0,y=0) - (x=1,y=0)]}", "address": 1400000, "bytes": 4096,
     "page_bytes": 2048, "pages": 2, "format": "Float16_b", "globally_allocated": true}]},
  {"id": 9, "program": 4, "name": "second", "start": 40, "end": 90, "kernel_bytes": 256,
   "cores": "{[(x=0,y=0) - (x=0,y=0)]}", "cbs": []}]}]})";

constexpr const char* kRun = R"({"schema": 1, "version": "0.1.0", "seconds": 8e-8,
 "command": ["/somewhere/program"],
 "findings": [{"id": "CB-002", "title": "a page is read before it was pushed", "because": "It was.",
   "do": "wait", "parties": [{"role": "reads", "file": "reader.cpp", "line": 12, "processor": "NCRISC",
   "cycle": 45}]}],
 "faults": [{"slug": "hang", "text": "nothing runs any more"}]})";

class Visualizer : public testing::Test {
 protected:
    Visualizer() {
        fs::create_directories(run_);
        std::ofstream(run_ / "memory.json") << kMemory;
        std::ofstream(run_ / "run.json") << kRun;
    }
    ~Visualizer() override { fs::remove_all(top_); }

    // All rows of an answer, their columns joined by a bar.
    std::vector<std::string> ask(const std::string& sql) {
        sqlite3* db = nullptr;
        EXPECT_EQ(
            sqlite3_open_v2((folder_ / "db.sqlite").c_str(), &db, SQLITE_OPEN_READONLY, nullptr),
            SQLITE_OK);
        std::vector<std::string> rows;
        char* trouble = nullptr;
        sqlite3_exec(
            db, sql.c_str(),
            [](void* to, int columns, char** values, char**) {
                std::string row;
                for (int i = 0; i < columns; i++)
                    row += (i == 0 ? "" : "|") + std::string(values[i] == nullptr ? "" : values[i]);
                static_cast<std::vector<std::string>*>(to)->push_back(row);
                return 0;
            },
            &rows, &trouble);
        EXPECT_EQ(trouble, nullptr) << trouble;
        sqlite3_close(db);
        return rows;
    }

    fs::path top_ = fs::path(testing::TempDir()) / "visualizer_test", run_ = top_ / "0007",
             folder_ = top_ / "report";
};

TEST_F(Visualizer, operations_devices_and_names) {
    write_visualizer(run_, folder_);
    EXPECT_THAT(ask("SELECT operation_id, name, duration FROM operations"),
                ElementsAre("1|first|2.0e-08", "2|second|5.0e-08"));
    EXPECT_THAT(ask("SELECT device_id, num_x_cores, worker_l1_size, l1_num_banks, cb_limit "
                    "FROM devices"),
                ElementsAre("0|8|1499136|64|1399136"));
    EXPECT_THAT(ask("SELECT value FROM operation_arguments WHERE operation_id = 2 AND "
                    "name IN ('program', 'cycles') ORDER BY name"),
                ElementsAre("50", "4"));
    EXPECT_THAT(ask("SELECT value FROM report_metadata WHERE key = 'schema_version'"),
                ElementsAre("3.3"));
    EXPECT_EQ(Json::parse(std::ifstream(folder_ / "config.json"))["report_name"],
              "program (run 0007)");
}

TEST_F(Visualizer, buffers_are_the_whole_live_set_after_each_operation) {
    write_visualizer(run_, folder_);
    EXPECT_THAT(ask("SELECT operation_id, address, max_size_per_bank, buffer_type, buffer_layout "
                    "FROM buffers"),
                ElementsAre("1|1024|2048|0|0", "1|1400000|4096|1|2", "2|1024|2048|0|0",
                            "2|1300000|64|3|0"));
    EXPECT_THAT(ask("SELECT bank_id, core_x, core_y, chunk_size, num_pages FROM buffer_chunks "
                    "WHERE operation_id = 1 AND buffer_type = 1"),
                ElementsAre("0|0|0|4096|2", "1|1|0|4096|2"));
}

TEST_F(Visualizer, circular_buffers_stand_between_start_and_end_of_the_function) {
    write_visualizer(run_, folder_);
    const auto rows = ask("SELECT captured_graph FROM captured_graph ORDER BY operation_id");
    ASSERT_EQ(rows.size(), 2u);
    const Json graph = Json::parse(rows[0]);
    std::vector<std::string> types;
    for (const Json& node : graph) types.push_back(node["node_type"]);
    EXPECT_THAT(types, ElementsAre("capture_start", "function_start", "buffer", "buffer_allocate",
                                   "buffer", "buffer_allocate", "circular_buffer_allocate",
                                   "circular_buffer_allocate", "circular_buffer_deallocate_all",
                                   "function_end", "capture_end"));
    EXPECT_EQ(graph[6]["params"]["address"], 100000);
    EXPECT_EQ(graph[6]["params"]["size"], 4096);
    EXPECT_EQ(graph[6]["params"]["globally_allocated"], "0");
    EXPECT_EQ(graph[7]["params"]["globally_allocated"], "1");
    EXPECT_EQ(graph[6]["params"]["core_range_set"], "{[(x=0,y=0) - (x=1,y=0)]}");
    EXPECT_EQ(graph[9]["duration_ns"], 20);
    // The second launch shows only what came after the first.
    EXPECT_EQ(Json::parse(rows[1])[3]["params"]["address"], 1300000);
}

TEST_F(Visualizer, findings_and_faults_are_errors) {
    write_visualizer(run_, folder_);
    EXPECT_THAT(ask("SELECT operation_id, operation_name, error_type, error_message FROM errors"),
                ElementsAre("2|second|CB-002|a page is read before it was pushed. It was. Do: wait",
                            "2|second|hang|nothing runs any more"));
}

TEST_F(Visualizer, writing_again_replaces) {
    write_visualizer(run_, folder_);
    write_visualizer(run_, folder_);
    EXPECT_EQ(ask("SELECT * FROM operations").size(), 2u);
}

TEST_F(Visualizer, a_run_without_memory_is_refused) {
    fs::remove(run_ / "memory.json");
    EXPECT_THROW(write_visualizer(run_, folder_), Error);
    std::ofstream(run_ / "memory.json") << "{\"schema\": 1, \"chips\": [";
    EXPECT_THROW(write_visualizer(run_, folder_), Error);
    std::ofstream(run_ / "memory.json") << "{\"schema\": 2}";
    EXPECT_THROW(write_visualizer(run_, folder_), Error);
    EXPECT_FALSE(fs::exists(folder_ / "db.sqlite"));
}

TEST_F(Visualizer, a_folder_that_cannot_be_written_is_named) {
    std::ofstream(top_ / "report") << "a file";
    EXPECT_THROW(write_visualizer(run_, folder_), Error);
}

}  // namespace
}  // namespace ironbird::report
