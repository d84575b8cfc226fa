// NoC transactions to nowhere, past the end, or misaligned; and waits that never end.
#include "fault.hpp"

namespace ironbird::tests {
namespace {

using namespace tt::tt_metal;

constexpr const char* kReadFrom =
    "noc_async_read(get_noc_addr(get_arg_val<uint32_t>(0), get_arg_val<uint32_t>(1),"
    " get_arg_val<uint32_t>(2)), get_arg_val<uint32_t>(3), 64);\n"
    "noc_async_read_barrier();";

std::uint32_t some_l1(examples::Session& session) {
    return session.device().l1_size_per_core() / 2;
}

TEST(NocFaults, TargetThatIsNoTile) {
    examples::Session session;
    expect_fault("noc-target", {"63", "core (0,0)", "BRISC"}, [&] {
        run_kernel(session, kReadFrom, {63, 63, some_l1(session), some_l1(session)});
    });
}

TEST(NocFaults, PastTheEndOfTheTarget) {
    examples::Session session;
    const auto other = session.device().worker_core_from_logical_core({1, 0});
    const std::uint32_t end = session.device().l1_size_per_core();
    expect_fault("noc-range", {"core (0,0)", "BRISC"}, [&] {
        run_kernel(session, kReadFrom,
                   {static_cast<std::uint32_t>(other.x), static_cast<std::uint32_t>(other.y),
                    end - 32, some_l1(session)});
    });
}

TEST(NocFaults, SourceAndDestinationDisagreeModuloTheAlignment) {
    examples::Session session;
    const auto other = session.device().worker_core_from_logical_core({1, 0});
    const auto x = static_cast<std::uint32_t>(other.x), y = static_cast<std::uint32_t>(other.y);
    const std::uint32_t l1 = some_l1(session);
    expect_fault("noc-alignment", {"misaligned read of 64 bytes", "core (0,0)", "BRISC"},
                 [&] { run_kernel(session, kReadFrom, {x, y, l1 + 4, l1 + 1024}); });
    EXPECT_NO_THROW(run_kernel(session, kReadFrom, {x, y, l1 + 4, l1 + 1024 + 4}));
}

TEST(NocFaults, AddressOfALocalVariable) {
    examples::Session session;
    const auto other = session.device().worker_core_from_logical_core({1, 0});
    const auto x = static_cast<std::uint32_t>(other.x), y = static_cast<std::uint32_t>(other.y);
    const std::string local =
        "volatile uint32_t words[8] = {};"
        "const uint32_t at = (uint32_t)(uintptr_t)words;"
        "const uint64_t there = get_noc_addr(get_arg_val<uint32_t>(0),"
        " get_arg_val<uint32_t>(1), get_arg_val<uint32_t>(2));";
    for (const char* move : {"noc_async_write(at, there, 32);", "noc_async_read(there, at, 32);"})
        expect_fault("noc-stack",
                     {"32 bytes at the address of a local variable", "core (0,0)", "BRISC",
                      "in a circular buffer"},
                     [&] { run_kernel(session, local + move, {x, y, some_l1(session)}); });
}

TEST(NocFaults, WaitThatNeverEnds) {
    examples::Session session;
    expect_hang("HANG-001", {"core (0,0)", "BRISC", "<string>:4"}, [&] {
        OneKernel one("cb_wait_front(0, 1);");
        CreateCircularBuffer(one.program, kFirst, cb(2048, 2048));
        session.run(std::move(one.program));
    });
}

TEST(NocFaults, SemaphoreThatNobodyRaises) {
    examples::Session session;
    expect_hang("HANG-006", {"core (0,0)", "BRISC", "<string>:4"}, [&] {
        OneKernel one(
            "noc_semaphore_wait(reinterpret_cast<volatile uint32_t*>(get_semaphore(0)), 1);");
        CreateSemaphore(one.program, CoreRange(kFirst), 0);
        session.run(std::move(one.program));
    });
}

}  // namespace
}  // namespace ironbird::tests
