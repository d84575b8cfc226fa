// One measurement on silicon, and the program that it describes.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "table.hpp"

namespace ironbird::accuracy {

enum class Half : std::uint8_t { by_sweep, fitted, held_out };

struct Row {
    std::string chip;   // product that replays it
    std::string group;  // rows that are reported together
    std::string sweep;  // fitted or held out as a whole: neighbours would tell of each other
    std::string order;  // rows among which somebody would choose
    std::string name;   // what the row is, for the list of misses
    double measured;    // in the unit of the set
    Fields fields;
    Half half = Half::by_sweep;
    bool bound = false;    // what a test allows, not what was measured
    std::string left_out;  // why it is not replayed; empty when it is
};

bool held_out(const Row& row);

// Runs rows of one set on one chip, one after the other on the same device.
class Replay {
 public:
    virtual ~Replay() = default;
    virtual double predict(const Row& row) = 0;
};

// A kind of measurement: where its rows are and how they are run.
struct Set {
    std::string_view name;
    std::string_view unit;
    bool absolute;  // errors are differences, as of utilisation, not relative to the measurement
    std::vector<Row> (*rows)();
    std::unique_ptr<Replay> (*replay)();
    bool machines = false;  // rows name machines of several chips
};

std::vector<Set> sets();

std::filesystem::path data_folder();
// Where the rows of a set are: its file in the folder, or the one that the user names instead.
std::filesystem::path table_of(const std::string& file);
void use_table(const std::filesystem::path& instead);
std::string product_of(std::string_view arch);  // the product that replays rows of a family

// Rows of NoC transfers, named by what they repeat.
std::vector<Row> transfer_rows(const std::string& file);

std::vector<Row> noc_rows();
std::unique_ptr<Replay> make_noc_replay();
std::vector<Row> dram_rows();
std::unique_ptr<Replay> make_dram_replay();
std::vector<Row> dispatch_rows();
std::unique_ptr<Replay> make_dispatch_replay();
std::vector<Row> gemm_rows();
std::unique_ptr<Replay> make_gemm_replay();
std::vector<Row> llk_rows();
std::unique_ptr<Replay> make_llk_replay();
std::vector<Row> ccl_rows();
std::unique_ptr<Replay> make_ccl_replay();
std::vector<Row> fabric_rows();
std::unique_ptr<Replay> make_fabric_replay();
std::vector<Row> gather_rows();
std::unique_ptr<Replay> make_gather_replay();

}  // namespace ironbird::accuracy
