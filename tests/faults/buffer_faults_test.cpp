// Buffers that do not fit, are gone, or get the wrong amount of data.
#include <tt-metalium/tt_metal.hpp>

#include "fault.hpp"

namespace ironbird::tests {
namespace {

using namespace tt::tt_metal;

TEST(BufferFaults, LargerThanTheBank) {
    examples::Session session;
    const auto bank = session.device().l1_size_per_core();
    auto beside = session.buffer(2048, {.page_size = 2048, .buffer_type = BufferType::L1});
    expect_fault("out-of-memory",
                 {"L1 of core (", "reserved, ", ": L1 INTERLEAVED, 2048 B in all", "largest hole "},
                 [&] { session.buffer(bank, {.page_size = bank, .buffer_type = BufferType::L1}); });
}

// 2^32 pages and more, of which a 32-bit count keeps nothing.
TEST(BufferFaults, LargerThanAnyMemory) {
    examples::Session session;
    constexpr DeviceAddr tebibyte = DeviceAddr{1} << 40;
    for (const DeviceAddr size :
         {8 * tebibyte, 16 * tebibyte, 8 * tebibyte + 4096, DeviceAddr{1} << 63})
        for (const DeviceAddr page : {DeviceAddr{2048}, DeviceAddr{4096}, size})
            for (const BufferType type : {BufferType::DRAM, BufferType::L1})
                expect_fault("out-of-memory", {std::to_string(size)}, [&] {
                    distributed::MeshBuffer::create(
                        distributed::ReplicatedBufferConfig{.size = size},
                        {.page_size = page, .buffer_type = type}, &session.device());
                });
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

// Data that does not match; upstream's own form of message, thrown by TT_FATAL.
void expect_fatal(std::initializer_list<std::string> pieces, const std::function<void()>& provoke) {
    try {
        provoke();
    } catch (const std::exception& e) {
        for (const std::string& piece : pieces) EXPECT_THAT(e.what(), testing::HasSubstr(piece));
        return;
    }
    ADD_FAILURE() << "nothing was thrown";
}

TEST(BufferFaults, TooLittleData) {
    examples::Session session;
    auto buffer = session.dram(4096, 2048);
    expect_fatal({"4092", "4096"}, [&] { session.write(buffer, examples::Words(1023)); });
}

TEST(BufferFaults, PageSizeThatDoesNotDivide) {
    examples::Session session;
    expect_fatal({"4096", "1000"}, [&] { session.dram(4096, 1000); });
}

TEST(BufferFaults, MoreDataThanTheBuffer) {
    examples::Session session;
    auto buffer = session.dram(4096, 2048);
    std::vector<std::uint8_t> bytes(8192);
    expect_fault("buffer-size", {"8192", "4096"},
                 [&] { detail::WriteToBuffer(*buffer->get_reference_buffer(), bytes); });
}

}  // namespace
}  // namespace ironbird::tests
