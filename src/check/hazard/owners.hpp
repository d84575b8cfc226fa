// Whose each byte of a core's L1 or of a DRAM controller is.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace ironbird::check {

// What a range of memory is used for.
enum class Owner : std::uint8_t {
    nobody,
    system,
    fabric,
    arguments,
    semaphores,
    cb,
    buffer,
    freed
};

// A range of memory with one owner, which `id` tells from others of its kind.
struct Region {
    std::uint64_t begin = 0, end = 0;
    Owner owner = Owner::nobody;
    std::uint64_t id = 0;                      // CB index or the host's number of a buffer
    std::uint64_t page_bytes = 0, stride = 0;  // of a buffer
    bool traced = false;  // freed, but replays of a trace use it until it is given to another

    bool has(std::uint64_t address) const { return address >= begin && address < end; }
};

std::string text(const Region& region);  // "CB 3", "buffer 7 (0x1000..0x2000)"

// Changed on the host's stack alone, so that any thread may look while cores run.
class Owners {
 public:
    void add_buffer(const Region& r);
    void remove_buffer(std::uint64_t id, bool traced);
    // What a launch brings to a core, in place of the last one's.
    void launch(std::vector<Region> regions);

    // The regions that hold the byte: buffers first. Null: nobody.
    const Region* find(std::uint64_t address) const;
    // The region that a whole range is inside of.
    const Region* holding(std::uint64_t address, std::uint64_t size) const;
    const Region* find_buffer(std::uint64_t address) const;
    const Region* find_freed(std::uint64_t address) const;
    // The region that ends last before the address.
    const Region* before(std::uint64_t address) const;

 private:
    static constexpr std::size_t kFreed = 64;
    std::vector<Region> buffers_, launched_, freed_;  // buffers by begin
};

}  // namespace ironbird::check
