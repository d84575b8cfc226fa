// posix_spawn would do but for the working folder; fork and exec it is.
#include "cli/process.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/wait.h>
#include <unistd.h>

#include <chrono>
#include <csignal>
#include <cstdlib>
#include <cstring>

namespace ironbird::cli {
namespace {

// Keeps ^C and ^\\ from ending us before the child's end is recorded.
class IgnoreInterrupts {
 public:
    IgnoreInterrupts() {
        struct sigaction ignore{};
        ignore.sa_handler = SIG_IGN;
        sigaction(SIGINT, &ignore, &old_);
        sigaction(SIGQUIT, &ignore, &old_quit_);
    }
    ~IgnoreInterrupts() {
        sigaction(SIGINT, &old_, nullptr);
        sigaction(SIGQUIT, &old_quit_, nullptr);
    }
    IgnoreInterrupts(const IgnoreInterrupts&) = delete;
    IgnoreInterrupts& operator=(const IgnoreInterrupts&) = delete;

 private:
    struct sigaction old_{}, old_quit_{};
};

bool send_to(const std::filesystem::path& file, int descriptor) {
    if (file.empty()) return true;
    const int out = open(file.c_str(), O_WRONLY | O_CREAT | O_TRUNC, 0644);
    if (out < 0 || dup2(out, descriptor) < 0) return false;
    close(out);
    return true;
}

// Between fork and exec of a process with one thread; returns only in failure, with errno set.
void become(const Start& start, char* const* argv) {
    std::signal(SIGINT, SIG_DFL);
    std::signal(SIGQUIT, SIG_DFL);
    if (!start.folder.empty() && chdir(start.folder.c_str()) != 0) return;
    if (!send_to(start.stdout_file, STDOUT_FILENO)) return;
    if (!send_to(start.stderr_file, STDERR_FILENO)) return;
    for (const std::string& name : start.without) unsetenv(name.c_str());
    for (const auto& [name, value] : start.environment) setenv(name.c_str(), value.c_str(), 1);
    execvp(argv[0], argv);
}

// The child's errno if exec failed; 0 when the pipe closed on exec.
int read_trouble(int fd) {
    int number = 0;
    ssize_t got = 0;
    do got = read(fd, &number, sizeof number);
    while (got < 0 && errno == EINTR);
    return got == static_cast<ssize_t>(sizeof number) ? number : 0;
}

}  // namespace

std::string Ended::text() const {
    if (!started) return trouble;
    if (signal != 0) return fmt::format("signal {} ({})", signal, strsignal(signal));
    return fmt::format("exit code {}", code);
}

Ended run_process(const Start& start) {
    std::vector<char*> argv;
    for (const std::string& a : start.argv) argv.push_back(const_cast<char*>(a.c_str()));
    argv.push_back(nullptr);

    Ended ended;
    int trouble[2];
    if (pipe2(trouble, O_CLOEXEC) != 0) {
        ended.trouble = std::strerror(errno);
        return ended;
    }
    const IgnoreInterrupts quiet;
    const auto begin = std::chrono::steady_clock::now();
    const pid_t child = fork();
    if (child == 0) {
        become(start, argv.data());
        const int number = errno;
        [[maybe_unused]] const ssize_t sent = write(trouble[1], &number, sizeof number);
        _exit(127);
    }
    close(trouble[1]);
    const int number = child < 0 ? errno : read_trouble(trouble[0]);
    close(trouble[0]);
    int status = 0;
    if (child > 0)
        while (waitpid(child, &status, 0) < 0 && errno == EINTR) {
        }
    ended.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
    if (number != 0) {
        ended.trouble = fmt::format("{}: {}", start.argv[0], std::strerror(number));
        return ended;
    }
    ended.started = true;
    if (WIFSIGNALED(status))
        ended.signal = WTERMSIG(status);
    else
        ended.code = WEXITSTATUS(status);
    return ended;
}

}  // namespace ironbird::cli
