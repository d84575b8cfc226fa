// Parents as /proc tells them.
#include "cli/process_tree.hpp"

#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <charconv>
#include <csignal>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <map>
#include <string>

namespace ironbird::cli {
namespace {

namespace fs = std::filesystem;

struct Process {
    pid_t parent = 0;
    bool ended = false;
};

// "PID (NAME) STATE PARENT ...": the name may hold anything, so it is read from the back.
bool parse(const std::string& stat, Process& process) {
    const auto name_end = stat.rfind(") ");
    if (name_end == stat.npos || name_end + 4 >= stat.size()) return false;
    const char state = stat[name_end + 2];
    process.ended = state == 'Z' || state == 'X';
    const char* const begin = stat.data() + name_end + 4;
    return std::from_chars(begin, stat.data() + stat.size(), process.parent).ec == std::errc{};
}

std::map<pid_t, Process> all_processes() {
    std::map<pid_t, Process> all;
    std::error_code trouble;
    for (const auto& entry : fs::directory_iterator("/proc", trouble)) {
        const std::string name = entry.path().filename();
        pid_t pid = 0;
        const auto [last, error] = std::from_chars(name.data(), name.data() + name.size(), pid);
        if (error != std::errc{} || last != name.data() + name.size()) continue;
        std::ifstream file(entry.path() / "stat");
        const std::string stat(std::istreambuf_iterator<char>(file), {});
        if (Process process; parse(stat, process)) all.emplace(pid, process);
    }
    return all;
}

}  // namespace

void adopt_orphans() {
    prctl(PR_SET_CHILD_SUBREAPER, 1);
}

std::vector<pid_t> descendants() {
    const std::map<pid_t, Process> all = all_processes();
    std::vector<pid_t> found = {getpid()};
    for (std::size_t i = 0; i < found.size(); i++)
        for (const auto& [pid, process] : all)
            if (process.parent == found[i]) found.push_back(pid);
    std::erase_if(found, [&](pid_t p) { return p == getpid() || all.at(p).ended; });
    return found;
}

void signal_descendants(int signal) {
    for (const pid_t pid : descendants()) kill(pid, signal);
}

bool collect(pid_t child, int& status) {
    bool found = false;
    for (;;) {
        int one = 0;
        const pid_t pid = waitpid(-1, &one, WNOHANG);
        if (pid <= 0) return found;
        if (pid != child) continue;
        status = one;
        found = true;
    }
}

}  // namespace ironbird::cli
