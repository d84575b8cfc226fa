// Bytes in host memory, owned or borrowed, with the type of their elements; copies share them.
#pragma once

#include <cstddef>
#include <memory>
#include <tt-metalium/memory_pin.hpp>
#include <tt_stl/span.hpp>
#include <type_traits>
#include <typeinfo>
#include <utility>
#include <vector>

namespace tt::tt_metal {

namespace experimental {
class HostBufferPinnedMemoryHelper;
class PinnedMemory;
}  // namespace experimental

class HostBuffer {
 public:
    HostBuffer();
    ~HostBuffer() = default;

    template <typename T>
    explicit HostBuffer(const std::shared_ptr<std::vector<T>>& data)
        : HostBuffer(ttsl::Span<T>(*data), MemoryPin(std::shared_ptr<void>(data))) {}
    template <typename T>
    explicit HostBuffer(std::vector<T>&& data)
        : HostBuffer(std::make_shared<std::vector<T>>(std::move(data))) {}
    template <typename T>
    explicit HostBuffer(const std::vector<T>& data)
        : HostBuffer(std::make_shared<std::vector<T>>(data)) {}
    template <typename T>
    HostBuffer(ttsl::Span<T> borrowed_data, MemoryPin pin)
        : pin_(std::move(pin)),
          view_(std::as_writable_bytes(borrowed_data)),
          type_info_(&typeid(T)) {
        register_pinned_memory_cache_release_callback();
    }

    HostBuffer(const HostBuffer& other);
    HostBuffer& operator=(const HostBuffer& other);
    HostBuffer(HostBuffer&& other) noexcept;
    HostBuffer& operator=(HostBuffer&& other) noexcept;

    void swap(HostBuffer& other) noexcept;

    // Views live as long as some copy of the buffer.
    ttsl::Span<std::byte> view_bytes() & noexcept;
    ttsl::Span<const std::byte> view_bytes() const& noexcept;
    ttsl::Span<const std::byte> view_bytes() const&& noexcept = delete;

    // T must be the type that the buffer was made with.
    template <typename T>
    ttsl::Span<T> view_as() & {
        need_type(typeid(T));
        return {reinterpret_cast<T*>(view_.data()), view_.size() / sizeof(T)};
    }
    template <typename T>
    ttsl::Span<const T> view_as() const& {
        need_type(typeid(T));
        return {reinterpret_cast<const T*>(view_.data()), view_.size() / sizeof(T)};
    }
    template <typename T>
    ttsl::Span<const T> view_as() const&& = delete;

    MemoryPin pin() const;

 private:
    friend class experimental::HostBufferPinnedMemoryHelper;

    void need_type(const std::type_info& type) const;
    void register_pinned_memory_cache_release_callback();

    MemoryPin pin_;
    ttsl::Span<std::byte> view_;
    const std::type_info* type_info_ = nullptr;
    std::shared_ptr<experimental::PinnedMemory> pinned_memory_;
};

// By bytes.
bool operator==(const HostBuffer& a, const HostBuffer& b) noexcept;
bool operator!=(const HostBuffer& a, const HostBuffer& b) noexcept;
void swap(HostBuffer& a, HostBuffer& b) noexcept;

}  // namespace tt::tt_metal
