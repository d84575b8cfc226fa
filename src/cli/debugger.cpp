// The settings of gdb.
#include "cli/debugger.hpp"

#include <fmt/printf.h>

#include <fstream>

#include "abi/ib_abi.h"

namespace ironbird::cli {
namespace {

// Kernels are loaded when their program is, so their breakpoints wait; faults of a kernel arrive as
// signals that Ironbird turns into exceptions of the host program.
constexpr const char* kSettings = R"(set breakpoint pending on
set confirm off
set pagination off
set print thread-events off
handle SIGSEGV SIGBUS SIGFPE SIGQUIT nostop noprint pass
define kernel
  set $ib = (struct ib_context*)((unsigned long)$sp & ~(unsigned long)(%d - 1))
  printf "core (%%d,%%d), processor %%d of BRISC NCRISC unpack math pack, cycle %%lu\n", $ib->logical_x, $ib->logical_y, $ib->processor_index, $ib->cycles
end
document kernel
Which core and processor the selected kernel runs on, and its clock.
end
)";

}  // namespace

void put_under_gdb(Start& start, const std::filesystem::path& folder) {
    const auto settings = folder / "gdb.settings";
    std::ofstream(settings) << fmt::sprintf(kSettings, IB_BLOCK_BYTES);
    start.argv.insert(start.argv.begin(), {"gdb", "-q", "-x", settings.string(), "--args"});
    start.debugger = true;
    start.environment.emplace_back("TT_METAL_RISCV_DEBUG_INFO", "1");
    // One thread: a step follows one kernel, and nothing else moves meanwhile.
    start.environment.emplace_back("IRONBIRD_THREADS", "1");
}

}  // namespace ironbird::cli
