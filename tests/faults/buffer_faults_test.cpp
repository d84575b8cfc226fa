// Buffers that do not fit, are gone, or get the wrong amount of data.
#include "fault.hpp"

namespace ironbird::tests {
namespace {

using namespace tt::tt_metal;

TEST(BufferFaults, LargerThanTheBank) {
    examples::Session session;
    const auto bank = session.device().l1_size_per_core();
    expect_fault("out-of-memory", {},
                 [&] { session.buffer(bank, {.page_size = bank, .buffer_type = BufferType::L1}); });
}

TEST(BufferFaults, ReadOfAFreedBuffer) {
    examples::Session session;
    auto buffer = session.dram(4096, 2048);
    session.write(buffer, examples::Words(1024));
    buffer->deallocate();
    expect_fault("buffer-freed", {}, [&] { session.read(buffer); });
}

TEST(BufferFaults, WriteOfAFreedBuffer) {
    examples::Session session;
    auto buffer = session.dram(4096, 2048);
    buffer->deallocate();
    expect_fault("buffer-freed", {}, [&] { session.write(buffer, examples::Words(1024)); });
}

TEST(BufferFaults, TooLittleData) {
    examples::Session session;
    auto buffer = session.dram(4096, 2048);
    expect_fault("buffer-size", {"4096"}, [&] { session.write(buffer, examples::Words(1023)); });
}

TEST(BufferFaults, PageSizeThatDoesNotDivide) {
    examples::Session session;
    expect_fault("buffer-size", {"4096", "1000"}, [&] { session.dram(4096, 1000); });
}

}  // namespace
}  // namespace ironbird::tests
