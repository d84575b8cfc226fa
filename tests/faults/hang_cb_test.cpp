// Hangs on circular buffers, each with its repaired twin.
#include "hang.hpp"

namespace ironbird::tests {
namespace {

struct Flow {
    std::uint32_t cb_pages, pushed, push_batch, awaited, wait_batch, pops;
    Defines consumer_defines = {};
};

void flow(examples::Session& session, const Flow& f, const CoreRange& cores = kOne) {
    Parts parts;
    parts.add_cb(cores, 1, f.cb_pages);
    parts.produce(cores, 1, f.pushed, f.push_batch);
    parts.consume(cores, {1, f.awaited, f.wait_batch, f.pops});
    parts.run(session);
}

TEST(HangOnCb, NobodyPushes) {
    examples::Session session;
    expect_hang("HANG-001",
                {"core (0,0)", "CB 1", "consume.cpp:10", "cb_wait_front(1, 2)", "0 pages are there",
                 "no kernel on this core pushes to CB 1"},
                [&] {
                    Parts parts;
                    parts.add_cb(kOne, 1, 4);
                    parts.consume(kOne, {1, 4, 2, 2});
                    parts.run(session);
                });
    flow(session, {4, 4, 2, 4, 2, 2});
}

TEST(HangOnCb, TheProducerEndsEarly) {
    examples::Session session;
    expect_hang(
        "HANG-002",
        {"core (0,0): the producer ended after 30 of 32 pages that CB 1's consumer waits for",
         "waits    ", "consume.cpp:10", "cb_wait_front(1, 32)   BRISC, since cycle ",
         "30 pages are there", "ended    ", "produce.cpp:9", "NCRISC returned at cycle ",
         "after pushing 62 pages", "because  62 is not a multiple of 32: the last batch is 2 short",
         "do       wait for and pop min(32, remaining)"},
        [&] { flow(session, {32, 62, 1, 64, 32, 32}); });
    flow(session, {32, 64, 1, 64, 32, 32});
}

TEST(HangOnCb, TheConsumerNeverPops) {
    examples::Session session;
    expect_hang(
        "HANG-003",
        {"no kernel on this core pops from CB 1", "produce.cpp:8",
         "cb_reserve_back(1, 1)   NCRISC, since cycle ", "0 of 4 pages are free", "consume.cpp:10",
         "BRISC returned at cycle ", "after waiting for pages and popping none",
         "BRISC waits for its pages, and the code that was built for it has no pop"},
        [&] { flow(session, {4, 8, 1, 4, 4, 0}); });
    flow(session, {4, 8, 1, 8, 4, 4});
}

TEST(HangOnCb, TheConsumerEndsEarly) {
    examples::Session session;
    expect_hang("HANG-003",
                {"the consumer of CB 1 ended, and the producer has more pages", "produce.cpp:8",
                 "consume.cpp:11", "after popping 4 pages", "8 pages were pushed in all and 4 are"},
                [&] { flow(session, {4, 9, 1, 4, 1, 1}); });
    flow(session, {4, 9, 1, 9, 1, 1});
}

TEST(HangOnCb, MorePagesThanThereAre) {
    examples::Session session;
    expect_hang("HANG-004",
                {"CB 1 is too small by 4 pages: 8 are asked for at once and it has 4",
                 "consume.cpp:10", "give CB 1 at least 8 pages"},
                [&] { flow(session, {4, 8, 4, 8, 8, 8}); });
    flow(session, {8, 8, 4, 8, 8, 8});
}

TEST(HangOnCb, BatchesThatDoNotFitTogether) {
    examples::Session session;
    expect_hang("HANG-004",
                {"CB 1 is too small by 1 page for how its two sides use it", "produce.cpp:8",
                 "consume.cpp:10", "3 pages are there: too few for the consumer, which wants 5",
                 "no room for the producer's 3", "give CB 1 6 pages"},
                [&] { flow(session, {5, 15, 3, 15, 5, 5}); });
    flow(session, {15, 15, 3, 15, 5, 5});
}

// One consumer looks at the pages without popping and comes too late.
TEST(HangOnCb, ASecondConsumerPops) {
    examples::Session session;
    const auto two = [&](std::uint32_t cb_of_second, std::uint32_t first_pops) {
        Parts parts;
        parts.add_cb(kOne, 1, 4);
        parts.add_cb(kOne, 2, 4);
        CreateKernelFromString(parts.program,
                               "#include \"api/compute/cb_api.h\"\n"
                               "void kernel_main() {\n"
                               "    for (uint32_t i = 0; i < 4; ++i) {\n"
                               "        PACK(cb_reserve_back(1, 1);) PACK(cb_push_back(1, 1);)\n"
                               "        PACK(cb_reserve_back(2, 1);) PACK(cb_push_back(2, 1);)\n"
                               "    }\n"
                               "}\n",
                               kOne, ComputeConfig{});
        parts.consume(kOne, {cb_of_second, 4, 1, 1, 0, true});
        parts.consume(kOne, {1, 4, 4, first_pops, 20'000});
        parts.run(session);
    };
    expect_hang("HANG-005",
                {"the pages of CB 1 that BRISC waits for were popped by NCRISC", "popped   ",
                 "consume.cpp:11", "NCRISC popped 4 pages, the last at cycle ",
                 "CB 1 has two consumers", "4 pages pushed, 4 popped by NCRISC, 0 by BRISC"},
                [&] { two(1, 0); });
    two(2, 4);
}

TEST(HangOnCb, TwoWaitForEachOther) {
    examples::Session session;
    const auto both = [&](std::uint32_t answers_first) {
        Parts parts;
        parts.add_cb(kOne, 1, 2);
        parts.add_cb(kOne, 2, 2);
        parts.ncrisc("ask_and_answer.cpp", kOne, {1, 2, 0});
        parts.brisc("ask_and_answer.cpp", kOne, {2, 1, answers_first});
        parts.run(session);
    };
    expect_hang(
        "HANG-011",
        {"2 processors wait for each other in a ring", "ask_and_answer.cpp:10",
         "cb_wait_front(2, 1)   BRISC", "cb_wait_front(1, 1)   NCRISC", "let one of them go first"},
        [&] { both(0); });
    both(1);
}

TEST(HangOnCb, EqualCoresAreFolded) {
    examples::Session session;
    const CoreRange block({0, 0}, {3, 1});
    expect_hang("HANG-002", {"core (0,0)", "7 more cores like this one"},
                [&] { flow(session, {32, 62, 1, 64, 32, 32}, block); });
}

// The counters have 16 bits: after 65 536 pages they begin again, and nobody notices.
TEST(HangOnCb, CountersWrapAsOnTheChip) {
    examples::Session session;
    flow(session, {4, 65'600, 1, 65'600, 1, 1});
    expect_hang("HANG-002", {"the producer ended after 0 of 1 pages", "after pushing 65 600 pages"},
                [&] { flow(session, {4, 65'600, 1, 65'601, 1, 1}); });
}

// ---- the batched stream of a gather: 62 pages a pass through a buffer of 32

void gather(examples::Session& session, const char* variant, std::uint32_t pushed,
            std::uint32_t pages, std::uint32_t passes) {
    Parts parts;
    parts.add_cb(kOne, 1, 32);
    parts.produce(kOne, 1, pushed, 1);
    parts.brisc("gather.cpp", kOne, {1, pages, passes}, {{variant, "1"}});
    parts.run(session);
}

TEST(Gather, WholeBatchesOfAStreamThatTheyDoNotDivide) {
    examples::Session session;
    expect_hang("HANG-002",
                {"the producer ended after 30 of 32 pages", "gather.cpp:9", "produce.cpp:9",
                 "62 is not a multiple of 32: the last batch is 2 short", "explain CB-007"},
                [&] { gather(session, "WHOLE_BATCHES", 62, 62, 1); });
    gather(session, "WHOLE_BATCHES", 64, 64, 1);
}

TEST(Gather, TheRepairsRunClean) {
    examples::Session session;
    gather(session, "WHOLE_BATCHES", 2 * 64, 64, 2);  // the producer fills the last batch up
    gather(session, "DIVIDING_BLOCKS", 2 * 62, 62, 2);
    gather(session, "ONE_BY_ONE", 2 * 62, 62, 2);
}

}  // namespace
}  // namespace ironbird::tests
