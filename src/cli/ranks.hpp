// Several processes for the chips of one program, started by mpirun.
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>

#include "cli/command.hpp"
#include "ranks/communicator.hpp"

namespace ironbird::cli {

using ranks::RankOf;
using ranks::started_by_mpirun;

// Throws usage if the machine of the environment, with another chip if one is named, has fewer
// chips than that.
void check_rank_count(std::uint32_t ranks, const std::string& chip);

// Starts this very command again, that many times.
Exit start_ranks(std::uint32_t ranks);

// Runs chips for the program of rank 0, which was given this command.
Exit serve_chips(const std::string& command);

// For commands that need all chips in one process.
void refuse_ranks(const std::string& command);

// On rank 0: the others wait until the program takes them in; if it does not, they are let go.
class WaitingRanks {
 public:
    explicit WaitingRanks(bool any) : any_(any) {}
    ~WaitingRanks();
    WaitingRanks(const WaitingRanks&) = delete;
    WaitingRanks& operator=(const WaitingRanks&) = delete;

    // By a program that leaves its record in this folder.
    void may_be_taken_in(const std::filesystem::path& folder) { folder_ = folder; }

 private:
    bool any_;
    std::filesystem::path folder_;
};

}  // namespace ironbird::cli
