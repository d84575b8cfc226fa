// mpirun, and what its processes do.
#include "cli/ranks.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <fstream>
#include <iterator>
#include <vector>

#include "base/fault.hpp"
#include "cli/places.hpp"
#include "cli/process.hpp"
#include "host/configuration.hpp"
#include "host/device/machine.hpp"
#include "host/device/system.hpp"
#include "ranks/server.hpp"

namespace ironbird::cli {
namespace {

namespace fs = std::filesystem;

constexpr const char* kRemedy =
    "install libopenmpi-dev and openmpi-bin and build again, or leave --ranks out";

// The words that this process was started with, but for the first.
std::vector<std::string> own_words() {
    std::ifstream file("/proc/self/cmdline", std::ios::binary);
    std::vector<std::string> words;
    for (std::string word; std::getline(file, word, '\0');) words.push_back(word);
    return {words.begin() + 1, words.end()};
}

}  // namespace

void check_rank_count(std::uint32_t ranks, const std::string& chip) {
    Options asked = options();
    if (!chip.empty()) asked.chip = chip;
    const auto chips = host::cluster_of(asked, host::products_of(asked)).devices();
    if (ranks > chips) throw Error(Fault::usage, ranks::too_many(ranks, chips));
}

Exit start_ranks(std::uint32_t ranks) {
    if (!fs::exists(places().library / "libironbird_mpi.so"))
        throw Error(Fault::usage,
                    fmt::format("--ranks {}: Ironbird is built without OpenMPI", ranks), {},
                    kRemedy);
    // Each rank has threads of its own, which mpirun would tie to one core of the machine.
    Start start{
        .argv = {"mpirun", "-n", fmt::format("{}", ranks), "--oversubscribe", "--bind-to", "none"}};
    if (geteuid() == 0) start.argv.emplace_back("--allow-run-as-root");
    start.argv.push_back(fs::canonical("/proc/self/exe").string());
    for (std::string& word : own_words()) start.argv.push_back(std::move(word));
    const Ended ended = run_process(start);
    leave_if_interrupted(ended);
    if (!ended.started) throw Error(Fault::usage, ended.trouble, {}, kRemedy);
    return ended.signal != 0 ? Exit::program_failed : static_cast<Exit>(ended.code);
}

Exit serve_chips(const std::string& command) {
    const auto link = ranks::open_link();
    ranks::serve(*link, host::rank_identity(command));
    return Exit::fine;
}

void refuse_ranks(const std::string& command) {
    if (const RankOf here = started_by_mpirun(); here.size > 1)
        throw Error(Fault::not_modelled,
                    fmt::format("{} under an mpirun of {}", command, here.size), {},
                    "run it in one process");
}

WaitingRanks::~WaitingRanks() {
    if (!any_ || (!folder_.empty() && fs::exists(folder_ / host::kRanksJoined))) return;
    try {
        ranks::dismiss(*ranks::open_link());
    } catch (const std::exception& e) {
        fmt::print(stderr, "ironbird: {}\n", e.what());
    }
}

}  // namespace ironbird::cli
