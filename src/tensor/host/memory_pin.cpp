// Handles on memory of others.
#include <tt-metalium/memory_pin.hpp>
#include <utility>
#include <vector>

namespace tt::tt_metal {

// Shared by all copies of a handle; the last one's end runs them.
struct MemoryPin::Callbacks {
    ~Callbacks() {
        for (const auto& each : list) each();
    }
    std::vector<std::function<void()>> list;
};

MemoryPin::MemoryPin(std::function<void()> increment_ref_count,
                     std::function<void()> decrement_ref_count)
    : increment_(std::move(increment_ref_count)),
      decrement_(std::move(decrement_ref_count)),
      callbacks_(std::make_shared<Callbacks>()) {
    if (increment_) increment_();
}

MemoryPin::MemoryPin(std::shared_ptr<void> resource) : resource_(std::move(resource)) {
    if (resource_) callbacks_ = std::make_shared<Callbacks>();
}

MemoryPin::~MemoryPin() {
    release();
}

MemoryPin::MemoryPin(const MemoryPin& other)
    : increment_(other.increment_),
      decrement_(other.decrement_),
      resource_(other.resource_),
      callbacks_(other.callbacks_) {
    if (increment_) increment_();
}

MemoryPin& MemoryPin::operator=(const MemoryPin& other) {
    if (this != &other) *this = MemoryPin(other);
    return *this;
}

MemoryPin::MemoryPin(MemoryPin&& other) noexcept
    : increment_(std::exchange(other.increment_, nullptr)),
      decrement_(std::exchange(other.decrement_, nullptr)),
      resource_(std::move(other.resource_)),
      callbacks_(std::move(other.callbacks_)) {}

MemoryPin& MemoryPin::operator=(MemoryPin&& other) noexcept {
    if (this == &other) return *this;
    release();
    increment_ = std::exchange(other.increment_, nullptr);
    decrement_ = std::exchange(other.decrement_, nullptr);
    resource_ = std::move(other.resource_);
    callbacks_ = std::move(other.callbacks_);
    return *this;
}

void MemoryPin::add_final_release_callback(std::function<void()> callback) {
    if (callbacks_) callbacks_->list.push_back(std::move(callback));
}

void MemoryPin::release() noexcept {
    callbacks_.reset();
    if (decrement_) decrement_();
    increment_ = nullptr;
    decrement_ = nullptr;
    resource_.reset();
}

bool operator==(const MemoryPin& pin, std::nullptr_t) noexcept {
    return !pin.increment_ && !pin.decrement_ && pin.resource_ == nullptr;
}
bool operator==(std::nullptr_t, const MemoryPin& pin) noexcept {
    return pin == nullptr;
}
bool operator!=(const MemoryPin& pin, std::nullptr_t) noexcept {
    return !(pin == nullptr);
}
bool operator!=(std::nullptr_t, const MemoryPin& pin) noexcept {
    return !(pin == nullptr);
}

}  // namespace tt::tt_metal
