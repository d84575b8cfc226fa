// posix_spawn with one pipe for what the tool says.
#include "jit/process.hpp"

#include <fcntl.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <chrono>
#include <cstring>

#include "base/fault.hpp"

namespace ironbird::jit {
namespace {

class Pipe {
 public:
    Pipe() {
        if (pipe2(ends_, O_CLOEXEC) != 0)
            throw Error(Fault::out_of_memory, "no file descriptor left for the kernel compiler");
    }
    Pipe(const Pipe&) = delete;
    Pipe& operator=(const Pipe&) = delete;
    ~Pipe() {
        close_end(0);
        close_end(1);
    }
    int end(int n) const { return ends_[n]; }
    void close_end(int n) {
        if (ends_[n] >= 0) close(ends_[n]);
        ends_[n] = -1;
    }

 private:
    int ends_[2] = {-1, -1};
};

std::vector<char*> pointers(const std::vector<std::string>& words) {
    std::vector<char*> p;
    for (const auto& w : words) p.push_back(const_cast<char*>(w.c_str()));
    p.push_back(nullptr);
    return p;
}

pid_t spawn(const Run& what, const Pipe& pipe) {
    posix_spawn_file_actions_t actions;
    posix_spawn_file_actions_init(&actions);
    const std::string& input = what.input.empty() ? std::string("/dev/null") : what.input;
    posix_spawn_file_actions_addopen(&actions, 0, input.c_str(), O_RDONLY, 0);
    posix_spawn_file_actions_adddup2(&actions, pipe.end(1), 1);
    posix_spawn_file_actions_adddup2(&actions, pipe.end(1), 2);
    if (!what.folder.empty()) posix_spawn_file_actions_addchdir_np(&actions, what.folder.c_str());
    std::vector<std::string> environment = {"PATH=/usr/bin:/bin", "LC_ALL=C"};
    if (!what.folder.empty()) environment.push_back("TMPDIR=" + what.folder);
    pid_t pid = -1;
    const int failed = posix_spawn(&pid, what.argv.front().c_str(), &actions, nullptr,
                                   pointers(what.argv).data(), pointers(environment).data());
    posix_spawn_file_actions_destroy(&actions);
    if (failed != 0)
        throw Error(Fault::kernel_compile,
                    "cannot start " + what.argv.front() + ": " + std::strerror(failed));
    return pid;
}

std::string drain(int fd) {
    std::string text;
    std::array<char, 4096> piece;
    for (;;) {
        const ssize_t n = read(fd, piece.data(), piece.size());
        if (n < 0 && errno == EINTR) continue;
        if (n <= 0) return text;
        text.append(piece.data(), static_cast<std::size_t>(n));
    }
}

}  // namespace

Outcome run(const Run& what) {
    const auto begin = std::chrono::steady_clock::now();
    Pipe pipe;
    const pid_t pid = spawn(what, pipe);
    pipe.close_end(1);
    Outcome outcome;
    outcome.output = drain(pipe.end(0));
    int status = 0;
    while (waitpid(pid, &status, 0) < 0 && errno == EINTR) {
    }
    outcome.signal = WIFSIGNALED(status) ? WTERMSIG(status) : 0;
    outcome.exit_code = outcome.signal == 0 ? WEXITSTATUS(status) : 128 + outcome.signal;
    outcome.seconds =
        std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
    return outcome;
}

std::string shown(const std::vector<std::string>& argv) {
    std::string line;
    for (const auto& word : argv) {
        const bool plain =
            word.find_first_of(" \t\n'\"\\$`<>|&;(){}*?") == std::string::npos && !word.empty();
        line += (line.empty() ? "" : " ") + (plain ? word : "'" + word + "'");
    }
    return line;
}

}  // namespace ironbird::jit
