// Bytes in host memory.
#include <algorithm>
#include <tt-metalium/host_buffer.hpp>

#include "tensor/require.hpp"

namespace tt::tt_metal {

HostBuffer::HostBuffer() = default;
HostBuffer::HostBuffer(const HostBuffer& other) = default;
HostBuffer& HostBuffer::operator=(const HostBuffer& other) = default;

HostBuffer::HostBuffer(HostBuffer&& other) noexcept {
    swap(other);
}
HostBuffer& HostBuffer::operator=(HostBuffer&& other) noexcept {
    swap(other);
    return *this;
}

void HostBuffer::swap(HostBuffer& other) noexcept {
    std::swap(pin_, other.pin_);
    std::swap(view_, other.view_);
    std::swap(type_info_, other.type_info_);
    std::swap(pinned_memory_, other.pinned_memory_);
}

ttsl::Span<std::byte> HostBuffer::view_bytes() & noexcept {
    return view_;
}
ttsl::Span<const std::byte> HostBuffer::view_bytes() const& noexcept {
    return view_;
}

MemoryPin HostBuffer::pin() const {
    return pin_;
}

void HostBuffer::need_type(const std::type_info& type) const {
    ironbird::tensor::require(type_info_ != nullptr && *type_info_ == type,
                              "Requested type T does not match the underlying buffer type.");
}

// Host memory is never mapped to a device here, so that nobody has to forget an address.
void HostBuffer::register_pinned_memory_cache_release_callback() {}

bool operator==(const HostBuffer& a, const HostBuffer& b) noexcept {
    return std::ranges::equal(a.view_bytes(), b.view_bytes());
}
bool operator!=(const HostBuffer& a, const HostBuffer& b) noexcept {
    return !(a == b);
}
void swap(HostBuffer& a, HostBuffer& b) noexcept {
    a.swap(b);
}

}  // namespace tt::tt_metal
