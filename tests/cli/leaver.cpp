// Opens a device, runs a kernel and leaves in the way that its argument names.
#include <unistd.h>

#include <chrono>
#include <csignal>
#include <cstdlib>
#include <map>
#include <stdexcept>
#include <string>
#include <thread>

#include "session.hpp"

namespace {

void sleep_on() {
    std::this_thread::sleep_for(std::chrono::hours(1));
}
void fail() {
    throw std::runtime_error("the program's own");
}

const std::map<std::string, void (*)()> kWays = {
    {"abort", [] { std::abort(); }},
    {"_exit", [] { _exit(0); }},
    {"kill", [] { raise(SIGKILL); }},
    {"return", [] {}},
    {"sleep", sleep_on},
    {"throw", fail},
};

}  // namespace

int main(int argc, char** argv) {
    const auto way = kWays.find(argc == 2 ? argv[1] : "return");
    if (way == kWays.end()) return 1;
    examples::Session session;
    examples::Program program = examples::CreateProgram();
    CreateKernelFromString(program, "void kernel_main() {}", examples::CoreCoord{0, 0},
                           examples::DataMovementConfig{});
    session.run(std::move(program));
    fmt::print("leaving by {}\n", way->first);
    std::fflush(stdout);
    way->second();
    session.close();
    return 0;
}
