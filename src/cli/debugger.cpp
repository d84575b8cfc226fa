// The settings of gdb.
#include "cli/debugger.hpp"

#include <fstream>

namespace ironbird::cli {
namespace {

// Kernels are loaded when their program is, so their breakpoints wait; faults of a kernel arrive as
// signals that Ironbird turns into exceptions of the host program.
constexpr const char* kSettings = R"(set breakpoint pending on
set confirm off
set pagination off
set print thread-events off
handle SIGSEGV SIGBUS SIGFPE SIGQUIT nostop noprint pass
define kernel-faults
  catch throw
end
document kernel-faults
Stop where the host program is told of a fault or a hang.
end
)";

}  // namespace

void put_under_gdb(Start& start, const std::filesystem::path& folder) {
    const auto settings = folder / "gdb.settings";
    std::ofstream(settings) << kSettings;
    start.argv.insert(start.argv.begin(), {"gdb", "-q", "-x", settings.string(), "--args"});
    start.environment.emplace_back("TT_METAL_RISCV_DEBUG_INFO", "1");
    // One thread: a step follows one kernel, and nothing else moves meanwhile.
    start.environment.emplace_back("IRONBIRD_THREADS", "1");
}

}  // namespace ironbird::cli
