// posix_spawn would do but for the working folder; fork and exec it is.
#include "cli/process.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <csignal>
#include <cstdlib>
#include <cstring>
#include <optional>

#include "cli/process_tree.hpp"

namespace ironbird::cli {
namespace {

using Clock = std::chrono::steady_clock;

// From a signal to force, and between two looks at what is left.
constexpr auto kGrace = std::chrono::seconds(5);
constexpr auto kLook = std::chrono::milliseconds(50);
// What a child that is asked where it stands needs for the answer.
constexpr auto kAnswer = std::chrono::seconds(2);

// The signals that we wait for instead of being ended by them. Whoever started us with one of them
// ignored (nohup, a shell's background job) wants it to stay so.
class Caught {
 public:
    Caught() {
        sigemptyset(&set_);
        sigaddset(&set_, SIGCHLD);
        struct sigaction now{};
        for (const int s : {SIGINT, SIGQUIT, SIGTERM, SIGHUP})
            if (sigaction(s, nullptr, &now) == 0 && now.sa_handler != SIG_IGN) sigaddset(&set_, s);
        now.sa_handler = SIG_DFL;
        sigaction(SIGCHLD, &now, &old_child_);
        sigprocmask(SIG_BLOCK, &set_, &old_);
    }
    ~Caught() {
        sigaction(SIGCHLD, &old_child_, nullptr);
        if (!kept_) sigprocmask(SIG_SETMASK, &old_, nullptr);
    }
    Caught(const Caught&) = delete;
    Caught& operator=(const Caught&) = delete;

    // For good: once interrupted, we leave by ourselves, and what must be said before is said.
    void keep() { kept_ = true; }

    void undo_in_child() const { sigprocmask(SIG_SETMASK, &old_, nullptr); }

    // The next one, or 0 when none came until then.
    int next(Clock::time_point until, siginfo_t& info) const {
        const auto left = std::max(until - Clock::now(), Clock::duration::zero());
        const auto ns = std::chrono::duration_cast<std::chrono::nanoseconds>(left).count();
        const timespec wait{.tv_sec = ns / 1'000'000'000, .tv_nsec = ns % 1'000'000'000};
        return std::max(sigtimedwait(&set_, &info, &wait), 0);
    }

 private:
    sigset_t set_{}, old_{};
    struct sigaction old_child_{};
    bool kept_ = false;
};

bool send_to(const std::filesystem::path& file, int descriptor) {
    if (file.empty()) return true;
    const int out = open(file.c_str(), O_WRONLY | O_CREAT | O_TRUNC, 0644);
    if (out < 0 || dup2(out, descriptor) < 0) return false;
    close(out);
    return true;
}

bool take_from(const std::filesystem::path& file) {
    if (file.empty()) return true;
    const int in = open(file.c_str(), O_RDONLY);
    if (in < 0 || dup2(in, STDIN_FILENO) < 0) return false;
    close(in);
    return true;
}

// Between fork and exec of a process with one thread; returns only in failure, with errno set.
void become(const Start& start, char* const* argv, pid_t parent) {
    prctl(PR_SET_PDEATHSIG, SIGTERM);  // we may be killed without a chance to tell
    if (getppid() != parent) _exit(127);
    if (!start.folder.empty() && chdir(start.folder.c_str()) != 0) return;
    if (!take_from(start.stdin_file)) return;
    if (!send_to(start.stdout_file, STDOUT_FILENO)) return;
    if (!send_to(start.stderr_file, STDERR_FILENO)) return;
    for (const std::string& name : start.without) unsetenv(name.c_str());
    for (const auto& [name, value] : start.environment) setenv(name.c_str(), value.c_str(), 1);
    // A path is a program or nothing: execvp would give an empty or damaged file to a shell.
    if (std::strchr(argv[0], '/') != nullptr)
        execv(argv[0], argv);
    else
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

// One child until its end, and all below it once they are to end.
class Watch {
 public:
    Watch(const Start& start, pid_t child, const Caught& caught)
        : start_(start), child_(child), caught_(caught) {
        if (start.time_limit > 0)
            limit_ = Clock::now() + std::chrono::duration_cast<Clock::duration>(
                                        std::chrono::duration<double>(start.time_limit));
    }

    void wait(Ended& ended) {
        int status = 0;
        while (!collect(child_, status)) step();
        if (WIFSIGNALED(status))
            ended.signal = WTERMSIG(status);
        else
            ended.code = WEXITSTATUS(status);
        // ^C reaches the child as it reaches us; what it makes of it is its own affair.
        if (key_pressed_ && (ended.signal == SIGINT || ended.code == 128 + SIGINT))
            interrupted_ = SIGINT;
        if (interrupted_ != 0 || timed_out_) end_the_rest();
        ended.interrupted = interrupted_;
        ended.time_limit = timed_out_ ? start_.time_limit : 0;
    }

 private:
    void step() {
        siginfo_t info{};
        const int signal = caught_.next(next_look(), info);
        if (signal == SIGCHLD || signal == 0) return look();
        const bool key = info.si_code == SI_KERNEL;  // the terminal told the child, too
        if (signal == SIGQUIT) {
            if (!key) kill(child_, SIGQUIT);
        } else if (signal == SIGINT && (key || start_.debugger)) {
            key_pressed_ = !start_.debugger;
        } else {
            interrupt(signal);
        }
    }

    Clock::time_point next_look() const {
        const auto soon = force_ ? *force_ : Clock::now() + std::chrono::seconds(1);
        return limit_ ? std::min(soon, *limit_) : soon;
    }

    void look() {
        const auto now = Clock::now();
        if (force_ && now >= *force_) {
            signal_descendants(asked_ ? SIGTERM : SIGKILL);
            force_ = now + (asked_ ? kGrace : Clock::duration(kLook));
            asked_ = false;
        }
        if (limit_ && now >= *limit_) reach_limit(now);
    }

    void reach_limit(Clock::time_point now) {
        limit_.reset();
        timed_out_ = true;
        asked_ = !start_.tells_on_quit.empty() && std::filesystem::exists(start_.tells_on_quit);
        signal_descendants(asked_ ? SIGQUIT : SIGTERM);
        force_ = now + (asked_ ? Clock::duration(kAnswer) : Clock::duration(kGrace));
    }

    void interrupt(int signal) {
        // A second signal ends them at once.
        signal_descendants(interrupted_ == 0 ? signal : SIGKILL);
        if (interrupted_ == 0) force_ = Clock::now() + kGrace;
        interrupted_ = signal;
        asked_ = false;
    }

    // Compilers and whatever else the child had started.
    void end_the_rest() {
        const auto by_force = force_.value_or(Clock::now() + kGrace);
        signal_descendants(SIGTERM);
        int ignored = 0;
        for (siginfo_t info{}; !descendants().empty(); collect(child_, ignored)) {
            caught_.next(Clock::now() + kLook, info);
            if (Clock::now() >= by_force) signal_descendants(SIGKILL);
        }
        collect(child_, ignored);
    }

    const Start& start_;
    pid_t child_;
    const Caught& caught_;
    std::optional<Clock::time_point> limit_, force_;
    int interrupted_ = 0;
    bool key_pressed_ = false, timed_out_ = false, asked_ = false;
};

}  // namespace

std::string Ended::text() const {
    if (!started) return trouble;
    if (interrupted != 0)
        return fmt::format("interruption by signal {} ({})", interrupted, strsignal(interrupted));
    if (time_limit != 0)
        return fmt::format("its time limit of {:g} s (potential hang)", time_limit);
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
    Caught caught;
    adopt_orphans();
    const auto begin = Clock::now();
    const pid_t parent = getpid(), child = fork();
    if (child == 0) {
        caught.undo_in_child();
        become(start, argv.data(), parent);
        const int number = errno;
        [[maybe_unused]] const ssize_t sent = write(trouble[1], &number, sizeof number);
        _exit(127);
    }
    close(trouble[1]);
    const int number = child < 0 ? errno : read_trouble(trouble[0]);
    close(trouble[0]);
    if (child > 0) Watch(start, child, caught).wait(ended);
    if (ended.interrupted != 0) caught.keep();
    ended.seconds = std::chrono::duration<double>(Clock::now() - begin).count();
    ended.started = number == 0;
    if (number != 0) ended.trouble = fmt::format("{}: {}", start.argv[0], std::strerror(number));
    return ended;
}

void leave_if_interrupted(const Ended& ended) {
    if (ended.interrupted != 0) throw Interrupted{ended.interrupted};
}

void end_by(int signal) {
    sigset_t one;
    sigemptyset(&one);
    sigaddset(&one, signal);
    std::signal(signal, SIG_DFL);
    std::raise(signal);
    sigprocmask(SIG_UNBLOCK, &one, nullptr);
    _exit(128 + signal);
}

}  // namespace ironbird::cli
