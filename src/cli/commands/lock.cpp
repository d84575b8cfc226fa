// `ironbird lock -- COMMAND`: one at a time, whoever else asks the same way.
#include <fcntl.h>
#include <fmt/format.h>
#include <sys/file.h>
#include <unistd.h>

#include <cerrno>
#include <chrono>
#include <cstdlib>
#include <filesystem>

#include "base/fault.hpp"
#include "cli/command.hpp"
#include "cli/process.hpp"
#include "cli/record.hpp"
#include "host/options/options.hpp"

namespace ironbird::cli {
namespace {

namespace fs = std::filesystem;

constexpr const char* kHeld = "IRONBIRD_LOCKED";

// Open files hold the lock: it is free as soon as its process is gone, however it went.
class Lock {
 public:
    explicit Lock(const fs::path& path)
        : file_(open(path.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0666)) {
        if (file_ < 0) throw unwritable(path.string(), errno);
        if (flock(file_, LOCK_EX | LOCK_NB) != 0)
            fmt::print(stderr, "ironbird: waiting for {}, which process {} holds\n", path.string(),
                       owner());
        while (flock(file_, LOCK_EX) != 0)
            if (errno != EINTR) throw unwritable(path.string(), errno);
        note_owner();
    }
    ~Lock() { close(file_); }
    Lock(const Lock&) = delete;
    Lock& operator=(const Lock&) = delete;

 private:
    std::string owner() const {
        char text[16] = {};
        const ssize_t got = pread(file_, text, sizeof text - 1, 0);
        return got > 0 ? std::string(text, static_cast<std::size_t>(got)) : "?";
    }
    void note_owner() const {
        const std::string text = std::to_string(getpid());
        if (ftruncate(file_, 0) != 0 || pwrite(file_, text.data(), text.size(), 0) < 0)
            fmt::print(stderr, "ironbird: the lock does not name its owner: no room\n");
    }

    int file_;
};

fs::path lock_file(const std::string& given) {
    if (!given.empty()) return given;
    return fs::temp_directory_path() / fmt::format("ironbird-{}.lock", getuid());
}

struct LockChoices {
    std::string file;
    double time_limit = 0;
    bool json = false;
};

Exit lock_command(std::vector<std::string> argv, const LockChoices& choices) {
    if (argv.empty()) throw Error(Fault::usage, "lock needs a command");
    const fs::path path = fs::absolute(lock_file(choices.file));
    Start start{.argv = std::move(argv), .environment = {{kHeld, path.string()}}};
    start.time_limit = choices.time_limit;
    const auto begin = std::chrono::steady_clock::now();
    std::unique_ptr<Lock> held;
    // A command that is run under the lock may use it in turn.
    if (options().locked != path.string()) held = std::make_unique<Lock>(path);
    const double waited =
        std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
    const Ended ended = run_process(start);
    leave_if_interrupted(ended);
    if (!ended.started) throw Error(Fault::usage, "cannot start " + ended.trouble);
    if (!ended.whole() || ended.signal != 0)
        fmt::print(stderr, "ironbird: the command ended with {}\n", ended.text());
    if (choices.json)
        fmt::print(stderr, "{}\n",
                   json_text({{"schema", kJsonSchema},
                              {"end", ended.text()},
                              {"waited_seconds", waited},
                              {"seconds", ended.seconds}}));
    if (ended.time_limit != 0) return Exit::hang;
    return static_cast<Exit>(ended.signal != 0 ? 128 + ended.signal : ended.code);
}

}  // namespace

void add_lock(CLI::App& app, Action& chosen, const ProgramWords& program) {
    auto* lock = app.add_subcommand("lock", "Run a command while no other one holds the lock");
    lock->footer(
        "ironbird lock [--file FILE] [--time-limit SECONDS] [--json] -- COMMAND [args]\n\n"
        "Waits until the lock is free; the limit counts from then on. The exit code is the\n"
        "command's own, 128 more than the signal that ended it, or 3 past the limit.");
    auto o = std::make_shared<LockChoices>();
    lock->add_option("--file", o->file, "The lock; without it, one of this user for this machine");
    add_time_limit(*lock, o->time_limit);
    lock->add_flag("--json", o->json, "How it ended and how long it waited, as JSON on stderr");
    lock->callback(
        [program, o, &chosen] { chosen = [program, o] { return lock_command(*program, *o); }; });
}

}  // namespace ironbird::cli
