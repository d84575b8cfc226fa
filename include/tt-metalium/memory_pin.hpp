// A handle that keeps memory alive which somebody else owns.
#pragma once

#include <cstddef>
#include <functional>
#include <memory>

namespace tt::tt_metal {

class MemoryPin {
 public:
    MemoryPin() = default;
    // Each handle counts once: up when it is made or copied, down when it goes.
    MemoryPin(std::function<void()> increment_ref_count, std::function<void()> decrement_ref_count);
    MemoryPin(std::shared_ptr<void> resource);
    ~MemoryPin();
    MemoryPin(const MemoryPin& other);
    MemoryPin& operator=(const MemoryPin& other);
    MemoryPin(MemoryPin&& other) noexcept;
    MemoryPin& operator=(MemoryPin&& other) noexcept;

    // Runs once, when the last copy of this handle goes, before the memory is given back.
    void add_final_release_callback(std::function<void()> callback);

    friend bool operator==(const MemoryPin& pin, std::nullptr_t) noexcept;
    friend bool operator==(std::nullptr_t, const MemoryPin& pin) noexcept;
    friend bool operator!=(const MemoryPin& pin, std::nullptr_t) noexcept;
    friend bool operator!=(std::nullptr_t, const MemoryPin& pin) noexcept;

 private:
    struct Callbacks;

    void release() noexcept;

    std::function<void()> increment_, decrement_;
    std::shared_ptr<void> resource_;
    std::shared_ptr<Callbacks> callbacks_;
};

}  // namespace tt::tt_metal
