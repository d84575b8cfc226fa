// Circular buffers: index, pages, and the exact edge of L1.
#include <tt-metalium/allocator.hpp>
#include <tt-metalium/hal_types.hpp>

#include "fault.hpp"

namespace ironbird::tests {
namespace {

using namespace tt::tt_metal;

void run_with_cb(examples::Session& session, const CircularBufferConfig& config) {
    OneKernel one("");
    CreateCircularBuffer(one.program, kFirst, config);
    session.run(std::move(one.program));
}

std::uint32_t l1_for_cbs(examples::Session& session) {
    return session.device().l1_size_per_core() -
           static_cast<std::uint32_t>(
               session.device().allocator()->get_base_allocator_addr(HalMemType::L1));
}

TEST(CircularBufferFaults, IndexPastTheChips) {
    examples::Session session;
    expect_fault("cb-index", {"64"}, [&] { run_with_cb(session, cb(2048, 2048, 64)); });
}

TEST(CircularBufferFaults, PageSizeThatDoesNotDivide) {
    examples::Session session;
    expect_fault("cb-config", {"2048", "1536"}, [&] { run_with_cb(session, cb(2048, 1536)); });
}

TEST(CircularBufferFaults, AllOfL1FitsAndOneWordMoreDoesNot) {
    examples::Session session;
    const std::uint32_t all = l1_for_cbs(session);
    EXPECT_NO_THROW(run_with_cb(session, cb(all, all)));
    expect_fault("cb-overflow", {"core (0,0)"},
                 [&] { run_with_cb(session, cb(all + 4, all + 4)); });
}

TEST(CircularBufferFaults, MayTouchAnL1BufferButNotOverlapIt) {
    examples::Session session;
    auto buffer = session.buffer(32768, {.page_size = 32768, .buffer_type = BufferType::L1});
    const auto base = session.device().allocator()->get_base_allocator_addr(HalMemType::L1);
    const auto room = static_cast<std::uint32_t>(buffer->address() - base);
    EXPECT_NO_THROW(run_with_cb(session, cb(room, room)));
    expect_fault("cb-clash", {"core (0,0)"}, [&] { run_with_cb(session, cb(room + 4, room + 4)); });
}

}  // namespace
}  // namespace ironbird::tests
