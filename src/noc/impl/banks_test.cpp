// Reads of DRAM from request to data, with each model: whose banks they share, they wait for.
#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <vector>

#include "noc/i_timing.hpp"

namespace ironbird::noc {
namespace {

struct Reader {
    NodeId core;
    std::uint32_t bank;
};

struct DramReads : testing::TestWithParam<const char*> {
    static constexpr std::uint32_t kBytes = 4096, kReads = 100;

    arch::Floorplan plan{*arch::find("n150")};
    Map map{plan};
    std::unique_ptr<Timing> timing = make_timing(GetParam(), plan.product(), map);

    NodeId core(std::uint32_t x, std::uint32_t y) const {
        return static_cast<NodeId>(plan.core_index({x, y}));
    }

    std::uint64_t read(const Reader& r, std::uint64_t time) {
        const arch::DramBank& bank = plan.product().dram[r.bank];
        Transaction t;
        t.kind = Kind::read;
        t.source = r.core;
        t.target = static_cast<NodeId>(map.cores() + bank.controller);
        t.from = map.core_position(r.core);
        t.to = {static_cast<std::uint8_t>(bank.endpoint[0].x),
                static_cast<std::uint8_t>(bank.endpoint[0].y)};
        t.address = bank.offset;
        t.size = kBytes;
        const auto asked =
            timing->arrival({time, 0, &t, Leg::request, t.source, t.from}, t.to, t.target);
        const auto leaves = timing->answer(t, t.target, r.bank, asked);
        return timing->arrival({leaves, 0, &t, Leg::data, t.target, t.to}, t.from, t.source);
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

INSTANTIATE_TEST_SUITE_P(Models, DramReads, testing::Values("contended", "ideal"),
                         [](const auto& model) { return std::string(model.param); });

}  // namespace
}  // namespace ironbird::noc
