// Hangs of barriers, compute kernels and loops, and limits; each with its repaired twin.
#include <csignal>

#include "hang.hpp"

namespace ironbird::tests {
namespace {

using examples::Words;

constexpr std::uint32_t kTile = 2048;

TEST(HangOnBarrier, AMulticastToldTheWrongNumberOfReceivers) {
    examples::Session session;
    const auto cast = [&](std::uint32_t receivers, std::uint32_t later = 0) {
        Parts parts;
        parts.add_cb(CoreRange({0, 0}, {3, 1}), 0, 1);
        const KernelHandle handle = parts.brisc("multicast.cpp", kOne, {});
        const CoreCoord first = session.device().worker_core_from_logical_core({0, 1});
        const CoreCoord last = session.device().worker_core_from_logical_core({3, 1});
        SetRuntimeArgs(parts.program, handle, kFirst,
                       {static_cast<std::uint32_t>(first.x), static_cast<std::uint32_t>(first.y),
                        static_cast<std::uint32_t>(last.x), static_cast<std::uint32_t>(last.y),
                        receivers, later});
        parts.run(session);
    };
    expect_hang("HANG-009",
                {"core (0,0): a multicast was told 5 receivers and its rectangle has 4",
                 "waits    ", "multicast.cpp:12", "noc_async_write_barrier()   BRISC, since cycle ",
                 "1 outstanding on NoC 0", "issued   ", "multicast.cpp:9",
                 "1 answer more than there are cores", "pass 4 as the number of destinations"},
                [&] { cast(5); });
    expect_hang("HANG-009",
                {"told 3 receivers and its rectangle has 4", "-1 outstanding",
                 "1 answer more than expected came"},
                [&] { cast(3, 20'000); });
    cast(4);
}

TEST(HangOnBarrier, AnIdWhoseAnswersCannotCome) {
    examples::Session session;
    const auto cast = [&](std::uint32_t receivers) {
        Parts parts;
        parts.add_cb(CoreRange({0, 0}, {3, 1}), 0, 1);
        parts.add_cb(kOne, 1, 1);
        const KernelHandle handle = parts.brisc("transaction_id.cpp", kOne, {});
        parts.ncrisc("transaction_id.cpp", kOne, {});
        const CoreCoord first = session.device().worker_core_from_logical_core({0, 1});
        const CoreCoord last = session.device().worker_core_from_logical_core({3, 1});
        SetRuntimeArgs(
            parts.program, handle, kFirst,
            {static_cast<std::uint32_t>(first.x), static_cast<std::uint32_t>(first.y),
             static_cast<std::uint32_t>(last.x), static_cast<std::uint32_t>(last.y), receivers});
        parts.run(session);
    };
    expect_hang("HANG-010",
                {"noc_async_write_barrier() waits for answers that will not come", "waits    ",
                 "transaction_id.cpp:17", "NCRISC, since cycle ", "1 outstanding on NoC 0",
                 "all packets have been delivered and answered", "the transaction id"},
                [&] { cast(5); });
    cast(4);
}

// ---- compute kernels

void compute(examples::Session& session, const std::string& kernel, std::uint32_t tiles,
             std::uint32_t between_pages, const Defines& defines = {}) {
    Parts parts;
    for (const auto& [index, pages] :
         std::map<std::uint8_t, std::uint32_t>{{0, tiles}, {16, tiles}, {24, between_pages}})
        CreateCircularBuffer(
            parts.program, kOne,
            CircularBufferConfig(pages * kTile, {{index, tt::DataFormat::Float16_b}})
                .set_page_size(index, kTile));
    parts.produce(kOne, 0, tiles, 1);
    parts.consume(kOne, {16, tiles, 1, 1});
    ComputeConfig config;
    config.compile_args = {tiles};
    config.defines = defines;
    CreateKernel(parts.program, Parts::path(kernel), kOne, config);
    parts.run(session);
}

TEST(HangInCompute, AKernelThatFeedsItself) {
    examples::Session session;
    expect_hang("HANG-004",
                {"core (0,0): CB 24 is too small by at least 1 page for a kernel that feeds itself",
                 "self_loop.cpp:13", "cb_reserve_back(24, 1)   TRISC2, since cycle ",
                 "0 of 2 pages are free", "give CB 24 at least 3 pages"},
                [&] { compute(session, "self_loop.cpp", 8, 2); });
    compute(session, "self_loop.cpp", 8, 8);
}

TEST(HangInCompute, PushOnTheWrongProcessor) {
    examples::Session session;
    expect_hang("HANG-001",
                {"no kernel on this core pushes to CB 16", "consume.cpp:10",
                 "cb_wait_front(16, 1)   BRISC, since cycle ", "guarded.cpp:19",
                 "TRISC2 returned at cycle ", "after reserving pages and pushing none",
                 "TRISC2 reserves its pages, and the code that was built for it has no push"},
                [&] { compute(session, "guarded.cpp", 2, 1, {{"PUSH_ON_UNPACK", "1"}}); });
    compute(session, "guarded.cpp", 2, 1);
}

TEST(HangInCompute, DstIsNeverCommitted) {
    examples::Session session;
    expect_hang("HANG-012",
                {"pack waits for a section of Dst that math does not commit", "guarded.cpp:20",
                 "tile_regs_wait()   TRISC2, since cycle ", "TRISC1 returned at cycle "},
                [&] { compute(session, "guarded.cpp", 1, 1, {{"COMMIT_ON_UNPACK", "1"}}); });
    compute(session, "guarded.cpp", 1, 1);
}

void exchange(examples::Session& session, const std::string& kernel, const Words& counts) {
    Parts parts;
    const KernelHandle handle =
        CreateKernel(parts.program, Parts::path(kernel), kOne, ComputeConfig{});
    SetCommonRuntimeArgs(parts.program, handle, counts);
    parts.run(session);
}

TEST(HangInCompute, MailboxesAreReadAsOftenAsWritten) {
    examples::Session session;
    expect_hang("HANG-012",
                {"a mailbox is read into which nobody writes", "mailbox.cpp:8",
                 "mailbox_read()   TRISC1, since cycle ", "TRISC0 returned at cycle "},
                [&] { exchange(session, "mailbox.cpp", {2, 3}); });
    expect_hang("HANG-012",
                {"a mailbox is full and nobody reads it", "mailbox.cpp:7",
                 "mailbox_write()   TRISC0, since cycle ", "TRISC1 returned at cycle "},
                [&] { exchange(session, "mailbox.cpp", {6, 1}); });
    exchange(session, "mailbox.cpp", {6, 6});
}

TEST(HangInCompute, SemaphoresArePostedAsOftenAsTaken) {
    examples::Session session;
    expect_hang("HANG-012",
                {"Tensix semaphore 7 is not posted", "tensix_semaphore.cpp:15",
                 "waits on Tensix semaphore 7   TRISC1, since cycle ", "TRISC0 returned at cycle "},
                [&] { exchange(session, "tensix_semaphore.cpp", {1, 2}); });
    expect_hang("HANG-012",
                {"Tensix semaphore 7 is not taken", "tensix_semaphore.cpp:11",
                 "waits on Tensix semaphore 7   TRISC0, since cycle ", "TRISC1 returned at cycle "},
                [&] { exchange(session, "tensix_semaphore.cpp", {3, 1}); });
    exchange(session, "tensix_semaphore.cpp", {3, 3});
}

// ---- loops

TEST(HangInALoop, AQueryThatIsRepeated) {
    examples::Session session;
    const auto ask = [&](std::uint32_t pushed) {
        Parts parts;
        parts.add_cb(kOne, 1, 4);
        parts.produce(kOne, 1, pushed, 1);
        parts.brisc("query.cpp", kOne, {1, 3});
        parts.run(session);
    };
    expect_hang("HANG-013",
                {"asks     ", "query.cpp:6", "BRISC, again and again", "produce.cpp:9",
                 "NCRISC returned at cycle ", "after pushing 2 pages"},
                [&] { ask(2); });
    ask(3);
}

TEST(HangInALoop, QueriesOnManyCoresAreFolded) {
    examples::Session session;
    const CoreRange block({0, 0}, {7, 6});
    expect_hang("HANG-013", {"core (0,0)", "query.cpp:6", "55 more cores like this one"}, [&] {
        Parts parts;
        parts.add_cb(block, 1, 4);
        parts.ncrisc("query.cpp", block, {1, 3});
        parts.run(session);
    });
}

TEST(HangInALoop, ALoopWithoutAnEnd) {
    examples::Session session;
    expect_hang("HANG-015", {"BRISC is in a loop that nothing can end", "<string>:4"},
                [&] { run_kernel(session, "for (;;) {}"); });
}

// Ctrl-\\ shows where everybody is, and the run goes on.
TEST(Quit, ShowsEveryProcessorAndGoesOn) {
    examples::Session session;
    run_kernel(session, "");
    std::raise(SIGQUIT);
    testing::internal::CaptureStderr();
    run_kernel(session, "for (volatile uint32_t i = 0; i < 1000000; i = i + 1) {}");
    const std::string shown = testing::internal::GetCapturedStderr();
    EXPECT_THAT(shown, testing::HasSubstr("ironbird: 1 processor has not ended"));
    EXPECT_THAT(shown, testing::HasSubstr("BRISC on (0,0) at <string>:4 runs, at cycle "));
}

// Run with TT_METAL_OPERATION_TIMEOUT_SECONDS=0.2.
TEST(Limit, NamesTheOperationAndWhereItIs) {
    examples::Session session;
    expect_hang("HANG-014",
                {"potential hang: program ",
                 "(<string>) in command queue 0 of device 0 has taken more than 0.2 seconds ",
                 "TT_METAL_OPERATION_TIMEOUT_SECONDS", "runs     <string>:4   core (0,0) BRISC"},
                [&] { run_kernel(session, "for (volatile uint32_t i = 0;; i = i + 1) {}"); });
}

// At any moment it waits for an answer, and every answer comes.
TEST(Limit, ManyTransactionsAreNotCalledUnanswered) {
    examples::Session session;
    try {
        run_kernel(session,
                   "for (uint32_t i = 0; i < 4000000000; i++) {"
                   "    noc_async_read(get_noc_addr(get_arg_val<uint32_t>(0)), 0x60000, 64);"
                   "    noc_async_read_barrier();"
                   "}",
                   {0x70000});
        FAIL() << "it ended";
    } catch (const std::exception& e) {
        EXPECT_THAT(e.what(), testing::HasSubstr("HANG-014"));
        EXPECT_THAT(e.what(), testing::HasSubstr("<string>:4"));
        EXPECT_THAT(e.what(), testing::Not(testing::HasSubstr("will not come")));
    }
}

}  // namespace
}  // namespace ironbird::tests
