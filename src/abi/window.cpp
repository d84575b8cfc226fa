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
constexpr std::size_t kPage = 4096;

constexpr std::size_t whole_pages(std::size_t bytes) {
    return (bytes + kPage - 1) & ~(kPage - 1);
}

class Window {
 public:
    static Window& instance() {
        static auto* window = new Window;  // kernels may outlive static destruction
        return *window;
    }

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
        mmap(pages, size, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_FIXED, -1,
             0);
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
        void* got = mmap(reinterpret_cast<void*>(std::uintptr_t{IB_WINDOW_BEGIN}),
                         IB_WINDOW_END - IB_WINDOW_BEGIN, PROT_NONE,
                         MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_FIXED_NOREPLACE, -1, 0);
        if (got != reinterpret_cast<void*>(std::uintptr_t{IB_WINDOW_BEGIN}))
            throw Error(Fault::out_of_memory,
                        "the address range 0x40000000-0x7fff7000 of this process is taken");
        free_[kBlocksEnd] = IB_WINDOW_END - kBlocksEnd;
    }

    static void open(std::uint8_t* at, std::size_t size) {
        if (mprotect(at, size, PROT_READ | PROT_WRITE) != 0)
            throw Error(Fault::out_of_memory, "the system refuses memory for a processor");
    }

    std::mutex lock_;
    std::uintptr_t next_block_ = IB_WINDOW_BEGIN;
    std::vector<std::uint8_t*> blocks_;
    std::map<std::uintptr_t, std::size_t> free_;
};

}  // namespace

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
