// The handler redirects the faulting fiber to a function that parks it as faulted.
#include "device/fault/signals.hpp"

#include <fmt/format.h>
#include <signal.h>
#include <ucontext.h>

#include <atomic>
#include <cstddef>
#include <mutex>
#include <vector>

#include "device/chip/chip.hpp"
#include "device/fault/stack_trace.hpp"

namespace ironbird::device {
namespace {

std::vector<const ChipModel*>& watched() {
    static auto* chips = new std::vector<const ChipModel*>;
    return *chips;
}

struct sigaction previous_segv, previous_bus, previous_fpe;
std::atomic<bool> dump_asked{false}, stop_asked{false};
static_assert(std::atomic<bool>::is_always_lock_free, "a signal handler sets it");

// A handler of the program's own stays.
void watch_for_quit() {
    struct sigaction now{};
    sigaction(SIGQUIT, nullptr, &now);
    if ((now.sa_flags & SA_SIGINFO) != 0 || now.sa_handler != SIG_DFL) return;
    struct sigaction ours{};
    ours.sa_handler = [](int) { dump_asked.store(true, std::memory_order_relaxed); };
    ours.sa_flags = SA_RESTART | SA_ONSTACK;
    sigaction(SIGQUIT, &ours, nullptr);
}

enum class Trouble : std::uint64_t { access, stack, division };

// Runs on the fiber's stack, at its upper end, after the handler has returned.
[[noreturn]] void stop_faulted(Processor& p, std::uintptr_t address, Trouble trouble) {
    Core& core = *p.core;
    if (trouble == Trouble::division)
        core.fail(p, Fault::kernel_divide, [] {
            return FaultText{"the kernel divides by zero",
                             "the chip does not stop: it goes on with a quotient of all ones"};
        });
    if (trouble == Trouble::stack)
        core.fail(p, Fault::kernel_stack,
                  [] { return FaultText{"the kernel's stack overflows", {}}; });
    const auto in_l1 = address - reinterpret_cast<std::uintptr_t>(core.l1);
    const std::uint32_t end = p.context->l1_size;
    core.fail(p, Fault::kernel_address, [in_l1, end] {
        return FaultText{fmt::format("kernel accesses address {:#x}", in_l1),
                         fmt::format("L1 ends at {:#x}", end)};
    });
}

// The processor on whose stack a fault happened, if it was one.
Processor* faulting_processor(const ucontext_t& context) {
    const auto sp = static_cast<std::uintptr_t>(context.uc_mcontext.gregs[REG_RSP]);
    if (sp < IB_WINDOW_BEGIN || sp >= IB_WINDOW_END) return nullptr;
    const auto* block =
        reinterpret_cast<const ib_context*>(sp & ~std::uintptr_t{IB_BLOCK_BYTES - 1});
    auto* p = static_cast<Processor*>(block->processor);
    return p != nullptr && p->context == block ? p : nullptr;
}

bool in_guard(const Processor& p, std::uintptr_t address) {
    const auto guard = reinterpret_cast<std::uintptr_t>(p.block()) + IB_CONTEXT_BYTES;
    return address >= guard && address < guard + 4096;
}

bool in_chip_memory(std::uintptr_t address) {
    for (const ChipModel* chip : watched())
        if (chip->owns(reinterpret_cast<const void*>(address))) return true;
    return false;
}

// Lets the fiber continue in stop_faulted, as if called at the top of its stack.
void redirect(Processor& p, Trouble trouble, std::uintptr_t address, ucontext_t& context) {
    auto& registers = context.uc_mcontext.gregs;
    p.trace = walk_stack(
        reinterpret_cast<const void*>(registers[REG_RBP]), p.block(),
        static_cast<std::uintptr_t>(registers[REG_RIP]) + 1);  // read like a return address
    constexpr std::size_t low = IB_CONTEXT_BYTES + 4096;
    sim::Fiber::forget_frames(p.block() + low, IB_BLOCK_BYTES - low);
    // Aligned, with a return address slot.
    registers[REG_RSP] = reinterpret_cast<greg_t>(p.block() + IB_BLOCK_BYTES - 64 - 8);
    registers[REG_RBP] = 0;
    registers[REG_RIP] = reinterpret_cast<greg_t>(&stop_faulted);
    registers[REG_RDI] = reinterpret_cast<greg_t>(&p);
    registers[REG_RSI] = static_cast<greg_t>(address);
    registers[REG_RDX] = static_cast<greg_t>(trouble);
}

// Whether a signal came from a kernel, and then what to call it.
bool is_kernels(int number, std::uintptr_t address, ucontext_t& context) {
    Processor* p = faulting_processor(context);
    if (p == nullptr) return false;
    if (number == SIGFPE) return redirect(*p, Trouble::division, 0, context), true;
    const bool overflow = in_guard(*p, address);
    if (!overflow && !in_chip_memory(address)) return false;
    redirect(*p, overflow ? Trouble::stack : Trouble::access, address, context);
    return true;
}

void chain(const struct sigaction& previous, int number, siginfo_t* info, void* context) {
    if ((previous.sa_flags & SA_SIGINFO) != 0) return previous.sa_sigaction(number, info, context);
    if (previous.sa_handler != SIG_DFL && previous.sa_handler != SIG_IGN)
        return previous.sa_handler(number);
    signal(number, SIG_DFL);  // the instruction is repeated and ends the process
}

void on_fault(int number, siginfo_t* info, void* context) {
    const auto address = reinterpret_cast<std::uintptr_t>(info->si_addr);
    if (is_kernels(number, address, *static_cast<ucontext_t*>(context))) return;
    chain(number == SIGSEGV  ? previous_segv
          : number == SIGBUS ? previous_bus
                             : previous_fpe,
          number, info, context);
}

// A signal stack that lives as long as its thread.
struct SignalStack {
    SignalStack() {
        stack_t now{};
        sigaltstack(nullptr, &now);
        if ((now.ss_flags & SS_DISABLE) == 0) return;
        memory.resize(64 * 1024);
        const stack_t ours{.ss_sp = memory.data(), .ss_flags = 0, .ss_size = memory.size()};
        sigaltstack(&ours, nullptr);
    }
    ~SignalStack() {
        if (memory.empty()) return;
        const stack_t none{.ss_sp = nullptr, .ss_flags = SS_DISABLE, .ss_size = 0};
        sigaltstack(&none, nullptr);
    }
    std::vector<std::byte> memory;
};

}  // namespace

void install_fault_signals() {
    static std::once_flag once;
    std::call_once(once, [] {
        struct sigaction ours{};
        ours.sa_sigaction = on_fault;
        ours.sa_flags = SA_SIGINFO | SA_ONSTACK | SA_NODEFER;
        sigaction(SIGSEGV, &ours, &previous_segv);
        sigaction(SIGBUS, &ours, &previous_bus);
        sigaction(SIGFPE, &ours, &previous_fpe);
        watch_for_quit();
    });
}

void ask_to_stop(bool stop) {
    stop_asked.store(stop, std::memory_order_relaxed);
}
bool stop_was_asked() {
    return stop_asked.load(std::memory_order_relaxed);
}

bool dump_was_asked() {
    return dump_asked.load(std::memory_order_relaxed) && dump_asked.exchange(false);
}

void prepare_thread_for_signals() {
    static thread_local SignalStack stack;
}

void watch_memory(const ChipModel& chip) {
    watched().push_back(&chip);
}
void unwatch_memory(const ChipModel& chip) {
    std::erase(watched(), &chip);
}

}  // namespace ironbird::device
