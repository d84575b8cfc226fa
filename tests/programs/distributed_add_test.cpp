// The distributed add with circular buffers of every policy: the depth never changes a value.
#include <gmock/gmock.h>

#include <cstring>

#include "analysis/plan/policy.hpp"
#include "distributed_add/workload.hpp"

namespace ironbird::tests {
namespace {

namespace add = examples::distributed_add;
using analysis::Depths;
using examples::Program;

Depths wanted;  // of the program under construction: a variant is a plain function

void add_buffers(Program& program, const add::Job& job) {
    using namespace tt::tt_metal;
    for (std::size_t k = 0; k < wanted.size(); k++) {
        const auto index = static_cast<std::uint8_t>(analysis::kCbIndices[k]);
        CreateCircularBuffer(
            program, job.range,
            CircularBufferConfig(wanted[k] * add::kTileBytes, {{index, tt::DataFormat::Float32}})
                .set_page_size(index, add::kTileBytes));
    }
}

class DistributedAdd : public testing::Test {
 protected:
    std::vector<float> values(const add::Job& job, const Depths& depths) {
        wanted = depths;
        return add::run(*mesh_, job, {.add_buffers = add_buffers});
    }

    std::shared_ptr<add::MeshDevice> mesh_ =
        add::MeshDevice::create(tt::tt_metal::distributed::MeshDeviceConfig(add::MeshShape(1, 2)));
};

TEST_F(DistributedAdd, ValuesAreTheSameWithEveryPolicy) {
    const analysis::Settings settings;
    for (const std::uint32_t tiles : {1u, 7u, 16u, 33u}) {
        const add::Job job = add::make_job(*mesh_, tiles, tiles);
        const std::vector<float> first = values(job, {1, 1, 1, 1});
        EXPECT_EQ(add::count_right(job, first), first.size()) << tiles;
        const analysis::Workload work{.a_tiles = job.shard, .b_tiles = tiles};
        for (const analysis::Policy& policy : analysis::policies()) {
            const Depths depths = analysis::lay_out(policy, work, settings, 1 << 20).depths;
            EXPECT_EQ(values(job, depths), first) << policy.name << ' ' << tiles;
        }
    }
}

TEST_F(DistributedAdd, DepthsNeedNotDivideAnything) {
    const add::Job job = add::make_job(*mesh_, 11, 5, 3);
    const std::vector<float> first = values(job, {4, 4, 4, 4});
    EXPECT_EQ(add::count_right(job, first), first.size());
    EXPECT_EQ(values(job, {3, 7, 5, 1}), first);
}

}  // namespace
}  // namespace ironbird::tests
