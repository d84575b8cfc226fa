// Reserves the window once and hands out blocks from its bottom and pages from its top.
#include "abi/window.hpp"

#include <sys/mman.h>

#include <iterator>
#include <map>
#include <mutex>
#include <vector>

#include "base/fault.hpp"
#include "ib_abi.h"

namespace ironbird::abi {
namespace {

constexpr std::uintptr_t kBlocksEnd = 0x70000000;  // below: blocks; above: images
// A program that is not position-independent may have its heap in the lower part.
constexpr std::uintptr_t kSmallBegin = 0x40000000;
constexpr std::size_t kPage = 4096;

constexpr std::size_t whole_pages(std::size_t bytes) {
    return (bytes + kPage - 1) & ~(kPage - 1);
}

bool reserve(std::uintptr_t begin) {
    auto* at = reinterpret_cast<void*>(begin);
    void* got = mmap(at, IB_WINDOW_END - begin, PROT_NONE,
                     MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_FIXED_NOREPLACE, -1, 0);
    if (got == at) return true;
    if (got != MAP_FAILED) munmap(got, IB_WINDOW_END - begin);  // an old kernel's answer
    return false;
}

// Where the window begins; 0 if the process has no room for it.
std::uintptr_t reserve_window() {
    for (const std::uintptr_t begin : {std::uintptr_t{IB_WINDOW_BEGIN}, kSmallBegin})
        if (reserve(begin)) return begin;
    return 0;
}

// When the library is loaded: the heap of a program that is not position-independent, such as
// Debian's Python, may begin below and would have grown into the window by the first device.
const std::uintptr_t reserved_early = reserve_window();

class Window {
 public:
    static Window& instance() {
        static auto* window = new Window;  // kernels may outlive static destruction
        return *window;
    }

    std::size_t most_blocks() const { return (kBlocksEnd - begin_) / IB_BLOCK_BYTES; }

    std::uint8_t* take_block() {
        const std::lock_guard hold(lock_);
        if (!blocks_.empty()) {
            std::uint8_t* block = blocks_.back();
            blocks_.pop_back();
            return block;
        }
        if (next_block_ + IB_BLOCK_BYTES > kBlocksEnd)
            throw Error(Fault::out_of_memory, "too many processors run at once");
        auto* block = reinterpret_cast<std::uint8_t*>(next_block_);
        next_block_ += IB_BLOCK_BYTES;
        open(block, IB_CONTEXT_BYTES);
        open(block + IB_CONTEXT_BYTES + kPage, IB_BLOCK_BYTES - IB_CONTEXT_BYTES - kPage);
        return block;
    }

    void give_block(std::uint8_t* block) {
        const std::lock_guard hold(lock_);
        blocks_.push_back(block);
    }

    // First fit over a sorted free list; images are few and long-lived.
    std::uint8_t* take_pages(std::size_t bytes) {
        const std::size_t size = whole_pages(bytes);
        const std::lock_guard hold(lock_);
        for (auto it = free_.begin(); it != free_.end(); ++it) {
            if (it->second < size) continue;
            const auto [at, room] = *it;
            free_.erase(it);
            if (room > size) free_[at + size] = room - size;
            auto* pages = reinterpret_cast<std::uint8_t*>(at);
            open(pages, size);
            return pages;
        }
        throw Error(Fault::out_of_memory,
                    "no room for the globals and constants of another kernel");
    }

    void give_pages(std::uint8_t* pages, std::size_t bytes) {
        const std::size_t size = whole_pages(bytes);
        const std::lock_guard hold(lock_);
        // Returns the memory to the system and makes stale pointers fault.
        constexpr int flags = MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_FIXED;
        invariant(mmap(pages, size, PROT_NONE, flags, -1, 0) == pages,
                  "pages of the window can be closed again");
        auto it = free_.emplace(reinterpret_cast<std::uintptr_t>(pages), size).first;
        if (auto next = std::next(it);
            next != free_.end() && it->first + it->second == next->first) {
            it->second += next->second;
            free_.erase(next);
        }
        if (it != free_.begin())
            if (auto before = std::prev(it); before->first + before->second == it->first) {
                before->second += it->second;
                free_.erase(it);
            }
    }

 private:
    Window() {
        if (begin_ == 0)
            throw Error(Fault::out_of_memory,
                        "the address range 0x40000000-0x7fff7000 of this process is taken");
        free_[kBlocksEnd] = IB_WINDOW_END - kBlocksEnd;
    }

    static void open(std::uint8_t* at, std::size_t size) {
        if (mprotect(at, size, PROT_READ | PROT_WRITE) != 0)
            throw Error(Fault::out_of_memory, "the system refuses memory for a processor");
    }

    std::mutex lock_;
    const std::uintptr_t begin_ = reserved_early != 0 ? reserved_early : reserve_window();
    std::uintptr_t next_block_ = begin_;
    std::vector<std::uint8_t*> blocks_;
    std::map<std::uintptr_t, std::size_t> free_;
};

}  // namespace

std::size_t most_blocks() {
    return Window::instance().most_blocks();
}
std::uint8_t* take_block() {
    return Window::instance().take_block();
}
void give_block(std::uint8_t* block) {
    Window::instance().give_block(block);
}
std::uint8_t* take_pages(std::size_t bytes) {
    return Window::instance().take_pages(bytes);
}
void give_pages(std::uint8_t* pages, std::size_t bytes) {
    Window::instance().give_pages(pages, bytes);
}
void make_read_only(std::uint8_t* pages, std::size_t bytes) {
    mprotect(pages, whole_pages(bytes), PROT_READ);
}

}  // namespace ironbird::abi
