// Reads of DRAM from request to data, with each model: whose banks they share, they wait for.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <bit>
#include <random>
#include <string>
#include <vector>

#include "noc/i_timing.hpp"
#include "noc/impl/links.hpp"

namespace ironbird::noc {
namespace {

struct Reader {
    NodeId core;
    std::uint32_t bank;
    std::uint32_t noc = 0;
};

struct DramReads : testing::TestWithParam<const char*> {
    static constexpr std::uint32_t kBytes = 4096, kReads = 100;

    arch::Floorplan plan{*arch::find("n150")};
    Map map{plan};
    std::unique_ptr<Timing> timing = make_timing(GetParam(), plan.product(), map);

    NodeId core(std::uint32_t x, std::uint32_t y) const { return NodeId(plan.core_index({x, y})); }

    struct Read : Transaction {
        Read(const DramReads& test, const Reader& r) {
            const arch::DramBank& bank = test.plan.product().dram[r.bank];
            const Physical at = bank.endpoint[r.noc];
            kind = Kind::read;
            noc = static_cast<std::uint8_t>(r.noc);
            source = r.core;
            target = NodeId(test.map.cores() + bank.controller);
            from = test.map.core_position(r.core);
            to = {static_cast<std::uint8_t>(at.x), static_cast<std::uint8_t>(at.y)};
            address = bank.offset;
            size = kBytes;
        }
    };
    // Its last byte is there.
    std::uint64_t answer(Read& t, std::uint64_t leaves) {
        return timing
            ->arrival({Cycles{leaves}, {}, &t, Leg::data, t.target, t.to}, t.from, t.source)
            .v;
    }
    std::uint64_t read(const Reader& r, std::uint64_t time) {
        Read t(*this, r);
        const auto asked =
            timing->arrival({Cycles{time}, {}, &t, Leg::request, t.source, t.from}, t.to, t.target);
        return answer(t, timing->answer(t, t.target, r.bank, asked).v);
    }

    // Bytes a cycle of each, when all ask as fast as they can.
    double rate(const std::vector<Reader>& readers) {
        timing->reset();
        std::uint64_t last = 0;
        for (std::uint32_t i = 0; i < kReads; i++)
            for (const Reader& r : readers) last = std::max(last, read(r, 25 * i));
        return 1.0 * kBytes * kReads / static_cast<double>(last);
    }
};

// Banks 0 and 1 belong to one controller, bank 2 to the next. Neither pair shares a link.
TEST_P(DramReads, banks_of_one_controller_do_not_share_its_bandwidth) {
    const double one = rate({{core(0, 0), 0}, {core(5, 0), 1}});
    const double two = rate({{core(0, 0), 0}, {core(5, 0), 2}});
    EXPECT_GT(one, 20);
    EXPECT_NEAR(one, two, 1);
}

TEST_P(DramReads, readers_of_one_bank_share_it) {
    const double alone = rate({{core(0, 0), 0}});
    EXPECT_NEAR(rate({{core(0, 0), 0}, {core(5, 0), 0}}), alone / 2, 1);
}

// Only one model knows links.
struct DramLinks : DramReads {};

// The banks at (5, 2) and (5, 3) answer the row at y = 10 through one link of column 5 on
// NoC 1.
TEST_P(DramLinks, many_sharers_of_a_link_cost_more_than_few) {
    const auto bytes_of_link = [&](std::uint32_t readers) {
        std::vector<Reader> all;
        for (std::uint32_t i = 0; i < 8; i++)
            all.push_back({core(i % readers, 8), i % 2 == 0 ? 6u : 9u, 1});
        return 8 * rate(all);
    };
    EXPECT_GT(bytes_of_link(2), 30);
    EXPECT_LT(bytes_of_link(8), 0.9 * bytes_of_link(2));
}

TEST_P(DramLinks, an_answer_that_is_held_up_holds_up_its_bank) {
    const auto second_of_bank = [&](bool busy) {
        timing->reset();
        Read first(*this, {core(0, 0), 0}), second(*this, {core(0, 5), 0});
        Read other(*this, {core(0, 0), 5});
        for (int i = 0; busy && i < 20; i++) answer(other, 0);
        answer(first, 500);
        return answer(second, 600);
    };
    EXPECT_GT(second_of_bank(true), second_of_bank(false) + 100);
}

TEST(Sharers, are_those_of_this_span_of_time_and_the_one_before) {
    constexpr Cycles span = Sharers::kSpan;
    Link link;
    EXPECT_EQ(link.shared_by(NodeId{3}, Cycles{0}), 1u);
    EXPECT_EQ(link.shared_by(NodeId{4}, span - Cycles{1}), 2u);
    EXPECT_EQ(link.shared_by(NodeId{3}, Cycles{1}), 2u);
    EXPECT_EQ(link.shared_by(NodeId{4}, span), 2u);
    EXPECT_EQ(link.shared_by(NodeId{4}, span * 2), 1u);
    EXPECT_EQ(link.shared_by(NodeId{5}, span * 90), 1u);
}

// What is told later counts as much as if it had been told in order.
TEST(Sharers, do_not_depend_on_the_order_within_a_span) {
    constexpr std::uint64_t span = Sharers::kSpan.v;
    const auto last = [&](const std::vector<std::pair<std::uint16_t, std::uint64_t>>& packets) {
        Link link;
        for (const auto& [whose, time] : packets) link.shared_by(NodeId{whose}, Cycles{time});
        return link.shared_by(NodeId{9}, Cycles{2 * span});
    };
    EXPECT_EQ(last({{1, 10}, {2, span + 5}, {3, span + 600}}), 3u);
    EXPECT_EQ(last({{3, span + 600}, {2, span + 5}, {1, 10}}), 3u);
    EXPECT_EQ(last({{3, span + 600}, {1, 10}, {2, span + 5}}), 3u);
}

// Counts are kept; they are those that counting anew for each packet would give.
TEST(Sharers, keep_the_counts_of_counting_anew) {
    struct Span {
        std::uint64_t number = 0, nodes = 0;
    };
    std::array<Span, 4> spans{};
    Link link;
    std::mt19937 random(7);
    for (std::uint64_t i = 0; i < 20'000; i++) {
        const auto whose = NodeId(random() % 80);
        const std::uint64_t time = i * 40 + random() % (8 * Sharers::kSpan.v);
        const std::uint64_t span = time / Sharers::kSpan.v + 1;
        Span& now = spans[span % 4];
        if (now.number != span) now = {span, 0};
        now.nodes |= std::uint64_t{1} << (whose % 64);
        const Span& before = spans[(span - 1) % 4];
        const std::uint64_t others = before.number == span - 1 ? before.nodes : 0;
        ASSERT_EQ(link.shared_by(whose, Cycles{time}),
                  static_cast<std::uint32_t>(std::popcount(now.nodes | others)))
            << i;
    }
}

INSTANTIATE_TEST_SUITE_P(Contended, DramLinks, testing::Values("contended"));
INSTANTIATE_TEST_SUITE_P(Models, DramReads, testing::Values("contended", "ideal"),
                         [](const auto& model) { return std::string(model.param); });

}  // namespace
}  // namespace ironbird::noc
