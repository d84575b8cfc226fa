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

// A row of the map.
std::string row(std::uint64_t begin, std::uint64_t end, const std::string& what) {
    return fmt::format("\n  {:>9} to {:>9}  {:>9} B  {}", begin, end, end - begin, what);
}

TEST(CircularBufferFaults, AllOfL1FitsAndOneByteMoreDoesNot) {
    examples::Session session;
    const std::uint32_t all = l1_for_cbs(session), l1 = session.device().l1_size_per_core();
    EXPECT_NO_THROW(run_with_cb(session, cb(all, all)));
    expect_fault(
        "cb-overflow",
        {fmt::format("Statically allocated circular buffers on core range [(x=0,y=0) - (x=0,y=0)] "
                     "grow to {} B which is beyond max L1 size of {} B\n",
                     l1 + 1, l1),
         fmt::format("L1 of core (0,0), {} B:", l1),
         row(0, l1 - all, "reserved, with the kernels' configuration"), "CB 0 of program ",
         fmt::format(": 1 page of {} B", all + 1), "free 0 B, largest hole 0 B",
         fmt::format("would not fit without CB 0, either: circular buffers have {} B here and take "
                     "{} B",
                     all, all + 1)},
        [&] { run_with_cb(session, cb(all + 1, all + 1)); });
}

TEST(CircularBufferFaults, MapSaysHowManyPagesWouldFit) {
    examples::Session session;
    const std::uint32_t all = l1_for_cbs(session), pages = all / 2048;
    OneKernel one("");
    CreateCircularBuffer(one.program, kFirst, cb(4096, 2048, 3));
    CreateCircularBuffer(one.program, kFirst, cb(pages * 2048, 2048, 5));
    expect_fault("cb-overflow",
                 {"CB 3 of program ", ": 2 pages of 2048 B",
                  fmt::format("would fit: CB 5 with {} pages instead of {}", pages - 2, pages)},
                 [&] { session.run(std::move(one.program)); });
}

TEST(CircularBufferFaults, MayTouchAnL1BufferButNotOverlapItByAByte) {
    examples::Session session;
    auto buffer = session.buffer(32768, {.page_size = 32768, .buffer_type = BufferType::L1});
    const auto base = session.device().allocator()->get_base_allocator_addr(HalMemType::L1);
    const auto at = buffer->address();
    const auto room = static_cast<std::uint32_t>(at - base);
    EXPECT_NO_THROW(run_with_cb(session, cb(room, room)));
    expect_fault(
        "cb-clash",
        {"Statically allocated circular buffers in program ",
         fmt::format(" clash with L1 buffers on core range [(x=0,y=0) - (x=0,y=0)]. L1 buffer "
                     "allocated at {} and static circular buffer region ends at {}\n",
                     at, at + 1),
         row(at, at + 32768, "buffer "), ": L1 INTERLEAVED, 32768 B in all",
         "free 0 B, largest hole 0 B"},
        [&] { run_with_cb(session, cb(room + 1, room + 1)); });
}

}  // namespace
}  // namespace ironbird::tests
