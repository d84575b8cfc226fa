// `ironbird accuracy`: one process for each chip replays its rows; the first one gathers and
// reports.
#include <fmt/format.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cstdlib>
#include <exception>
#include <filesystem>
#include <fstream>
#include <map>
#include <stdexcept>

#include "choice.hpp"
#include "report.hpp"

extern char** environ;

namespace ironbird::accuracy {
namespace {

namespace fs = std::filesystem;

// ---- one chip

void replay_set(const Set& set, const Choice& choice, std::ofstream& results) {
    const std::vector<Row> rows = chosen_rows(set, choice);
    std::unique_ptr<Replay> replay;
    for (std::size_t i = 0; i < rows.size(); i++) {
        if (rows[i].chip != choice.chip) continue;
        try {
            if (set.machines) unsetenv("IRONBIRD_DATA");  // packets are told apart by their bytes
            if (replay == nullptr) replay = set.replay();
            results << set.name << ' ' << i << ' '
                    << fmt::format("{:.9g}", replay->predict(rows[i])) << '\n'
                    << std::flush;
        } catch (const std::exception& e) {
            std::string text = e.what();
            std::ranges::replace(text, '\n', ' ');
            results << set.name << ' ' << i << " ! " << text << '\n' << std::flush;
            replay.reset();
        }
    }
}

int replay_chip(const Choice& choice) {
    std::ofstream results(choice.results_file);
    for (const Set& set : sets())
        if (choice.wants(set.name)) replay_set(set, choice, results);
    return results ? 0 : 2;
}

// ---- all of them

class Folder {
 public:
    Folder() {
        std::string name = (fs::temp_directory_path() / "ironbird-accuracy-XXXXXX").string();
        if (mkdtemp(name.data()) == nullptr) throw std::runtime_error("cannot make " + name);
        path = name;
    }
    ~Folder() { fs::remove_all(path); }
    Folder(const Folder&) = delete;
    Folder& operator=(const Folder&) = delete;

    fs::path path;
};

// The same command line for one chip; the engine is made once in a process, for its chip.
pid_t start(const std::vector<std::string>& arguments, const std::string& chip, bool machine,
            const fs::path& results) {
    std::vector<std::string> words = arguments;
    words.insert(words.end(), {"--chip", chip, "--results", results.string()});
    std::vector<char*> argv;
    for (std::string& w : words) argv.push_back(w.data());
    argv.push_back(nullptr);
    unsetenv("IRONBIRD_CLUSTER");
    setenv(machine ? "IRONBIRD_CLUSTER" : "IRONBIRD_CHIP", chip.c_str(), 1);
    pid_t child = 0;
    if (posix_spawn(&child, "/proc/self/exe", nullptr, nullptr, argv.data(), environ) != 0)
        throw std::runtime_error("cannot start a process for " + chip);
    return child;
}

void take(SetOutcome& outcome, const fs::path& file) {
    std::ifstream in(file);
    std::string set;
    std::size_t index = 0;
    for (std::string line; std::getline(in, line);) {
        std::istringstream words(line);
        words >> set >> index;
        if (set != outcome.set.name) continue;
        Outcome& o = outcome.rows.at(index);
        o.trouble.clear();
        if (words >> o.predicted) continue;
        o.trouble = line.substr(line.find('!') + 1);
    }
}

void report(const Choice& choice, const std::vector<SetOutcome>& outcomes) {
    nlohmann::ordered_json all = {{"schema", kSchema}};
    for (const SetOutcome& o : outcomes)
        if (choice.json)
            all["sets"][std::string(o.set.name)] = to_json(o);
        else if (choice.markdown)
            print_markdown(stdout, o);
        else
            print_text(stdout, o, choice.sweeps);
    if (choice.json) fmt::print("{}\n", all.dump(2));
}

// Errors of some rows are not the errors of the set.
bool say_what_is_missing(const std::vector<SetOutcome>& outcomes) {
    std::size_t all = 0, missing = 0;
    std::string first;
    for (const SetOutcome& set : outcomes)
        for (const Outcome& o : set.rows) {
            all++;
            if (o.trouble.empty()) continue;
            if (missing++ == 0) first = fmt::format("{}: {}", o.row->name, o.trouble);
        }
    if (missing != 0)
        fmt::print(stderr, "ironbird accuracy: not compared: {} of {} rows; the first is {}\n",
                   missing, all, first);
    return missing != 0;
}

int run(const Choice& choice, const std::vector<std::string>& arguments) {
    std::vector<std::vector<Row>> rows;
    std::vector<SetOutcome> outcomes;
    std::map<std::string, bool> chips;  // whether they are machines of several
    for (const Set& set : sets()) {
        if (!choice.wants(set.name)) continue;
        rows.push_back(chosen_rows(set, choice));
        outcomes.push_back({set, {}, left_out_rows(set, choice)});
        for (const Row& r : rows.back()) {
            outcomes.back().rows.push_back({&r, 0, "its process ended early"});
            chips.emplace(r.chip, set.machines);
        }
    }
    if (chips.empty())
        throw std::invalid_argument(choice.only.empty()
                                        ? "no row can be replayed: column left_out says why"
                                        : "no row that can be replayed has what --only asks for");
    // Before anything runs: minutes of work would be lost otherwise.
    std::ofstream rows_file;
    if (!choice.rows_file.empty()) rows_file.open(choice.rows_file);
    if (!rows_file) throw std::invalid_argument("cannot write " + choice.rows_file);
    const Folder folder;
    std::vector<pid_t> children;
    for (const auto& [chip, machine] : chips)
        children.push_back(start(arguments, chip, machine, folder.path / chip));
    for (const pid_t child : children) waitpid(child, nullptr, 0);
    for (SetOutcome& o : outcomes)
        for (const auto& entry : chips) take(o, folder.path / entry.first);
    report(choice, outcomes);
    if (rows_file.is_open()) write_rows(rows_file, outcomes);
    return say_what_is_missing(outcomes) ? 2 : 0;
}

}  // namespace
}  // namespace ironbird::accuracy

int main(int argc, char** argv) {
    using namespace ironbird::accuracy;
    try {
        const Choice choice = parse(argc, argv);
        // One thread for each chip: two processes share the machine.
        setenv("IRONBIRD_THREADS", "1", 0);
        if (!choice.data) setenv("IRONBIRD_DATA", "none", 1);
        if (!choice.chip.empty()) return replay_chip(choice);
        return run(choice, {argv, argv + argc});
    } catch (const std::invalid_argument& e) {
        fmt::print(stderr, "ironbird accuracy: {}\n", e.what());
        return 4;
    } catch (const DataError& e) {
        fmt::print(stderr, "ironbird accuracy: nothing was compared: {}\n", e.what());
        return 4;
    } catch (const std::exception& e) {
        fmt::print(stderr, "ironbird accuracy: {}\n", e.what());
        return 2;
    }
}
