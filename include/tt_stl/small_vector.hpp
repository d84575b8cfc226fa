// A vector whose first elements need no allocation; its iterators are pointers.
#pragma once

#include <algorithm>
#include <compare>
#include <cstddef>
#include <initializer_list>
#include <iterator>
#include <memory>
#include <new>
#include <type_traits>
#include <utility>

namespace ttsl {

inline constexpr std::size_t SMALL_VECTOR_SIZE = 8;

template <typename T, std::size_t PREALLOCATED_SIZE = SMALL_VECTOR_SIZE>
class SmallVector {
 public:
    using value_type = T;
    using size_type = std::size_t;
    using difference_type = std::ptrdiff_t;
    using reference = T&;
    using const_reference = const T&;
    using pointer = T*;
    using const_pointer = const T*;
    using iterator = T*;
    using const_iterator = const T*;
    using reverse_iterator = std::reverse_iterator<T*>;
    using const_reverse_iterator = std::reverse_iterator<const T*>;

    SmallVector() = default;
    explicit SmallVector(std::size_t count) { resize(count); }
    SmallVector(std::size_t count, const T& value) { append(count, value); }
    SmallVector(std::initializer_list<T> list) { append(list.begin(), list.end()); }
    template <std::input_iterator I>
    SmallVector(I first, I last) {
        append(first, last);
    }
    SmallVector(const SmallVector& other) { append(other.begin(), other.end()); }
    SmallVector(SmallVector&& other) noexcept { take(other); }
    SmallVector& operator=(const SmallVector& other) {
        if (this != &other) assign(other.begin(), other.end());
        return *this;
    }
    SmallVector& operator=(SmallVector&& other) noexcept {
        if (this == &other) return *this;
        release();
        take(other);
        return *this;
    }
    SmallVector& operator=(std::initializer_list<T> list) {
        assign(list.begin(), list.end());
        return *this;
    }
    ~SmallVector() { release(); }

    T* begin() { return data_; }
    T* end() { return data_ + size_; }
    const T* begin() const { return data_; }
    const T* end() const { return data_ + size_; }
    const T* cbegin() const { return begin(); }
    const T* cend() const { return end(); }
    reverse_iterator rbegin() { return reverse_iterator(end()); }
    reverse_iterator rend() { return reverse_iterator(begin()); }
    const_reverse_iterator rbegin() const { return const_reverse_iterator(end()); }
    const_reverse_iterator rend() const { return const_reverse_iterator(begin()); }

    const_reverse_iterator crbegin() const { return rbegin(); }
    const_reverse_iterator crend() const { return rend(); }

    T* data() { return data_; }
    const T* data() const { return data_; }
    std::size_t size() const { return size_; }
    std::size_t capacity() const { return capacity_; }
    bool empty() const { return size_ == 0; }

    T& operator[](std::size_t i) { return data_[i]; }
    const T& operator[](std::size_t i) const { return data_[i]; }
    T& front() { return data_[0]; }
    const T& front() const { return data_[0]; }
    T& back() { return data_[size_ - 1]; }
    const T& back() const { return data_[size_ - 1]; }

    template <typename... Args>
    T& emplace_back(Args&&... args) {
        if (size_ == capacity_) {
            T made = make(std::forward<Args>(args)...);  // the arguments may be elements of this
            reserve(std::max<std::size_t>(2 * capacity_, 1));
            return *::new (data_ + size_++) T(std::move(made));
        }
        return *::new (data_ + size_++) T(make(std::forward<Args>(args)...));
    }
    void push_back(const T& value) { emplace_back(value); }
    void push_back(T&& value) { emplace_back(std::move(value)); }
    void pop_back() { std::destroy_at(data_ + --size_); }
    T pop_back_val() {
        T last = std::move(back());
        pop_back();
        return last;
    }

    template <std::input_iterator I>
    void append(I first, I last) {
        if constexpr (std::forward_iterator<I>) reserve(size_ + std::distance(first, last));
        for (; first != last; ++first) emplace_back(*first);
    }
    void append(std::size_t count, const T& value) {
        const T copy = value;
        reserve(size_ + count);
        for (std::size_t i = 0; i < count; i++) emplace_back(copy);
    }
    void append(std::initializer_list<T> list) { append(list.begin(), list.end()); }
    void append(const SmallVector& other) { append(other.begin(), other.end()); }

    template <std::input_iterator I>
    void assign(I first, I last) {
        clear();
        append(first, last);
    }
    void assign(std::size_t count, const T& value) {
        const T copy = value;
        clear();
        append(count, copy);
    }
    void assign(std::initializer_list<T> list) { assign(list.begin(), list.end()); }

    // New elements are added at the end and turned to their place.
    T* insert(const T* at, T value) {
        const std::ptrdiff_t place = at - data_;
        emplace_back(std::move(value));
        std::rotate(data_ + place, end() - 1, end());
        return data_ + place;
    }
    T* insert(const T* at, std::size_t count, const T& value) {
        return turned(at, [&] { append(count, value); });
    }
    template <std::input_iterator I>
    T* insert(const T* at, I first, I last) {
        return turned(at, [&] { append(first, last); });
    }
    T* insert(const T* at, std::initializer_list<T> list) {
        return insert(at, list.begin(), list.end());
    }
    template <typename... Args>
    T* emplace(const T* at, Args&&... args) {
        return insert(at, make(std::forward<Args>(args)...));
    }

    T* erase(const T* at) { return erase(at, at + 1); }
    T* erase(const T* first, const T* last) {
        T* const gap = data_ + (first - data_);
        truncate(std::move(data_ + (last - data_), end(), gap) - data_);
        return gap;
    }

    void truncate(std::size_t count) {
        std::destroy(data_ + count, end());
        size_ = count;
    }
    void clear() { truncate(0); }
    void resize(std::size_t count) {
        if (count < size_) truncate(count);
        reserve(count);
        while (size_ < count) ::new (data_ + size_++) T();
    }
    void resize(std::size_t count, const T& value) {
        if (count < size_) truncate(count);
        append(count - size_, value);
    }

    void reserve(std::size_t count) {
        if (count <= capacity_) return;
        T* const bigger = std::allocator<T>().allocate(count);
        std::uninitialized_move(begin(), end(), bigger);
        std::destroy(begin(), end());
        free_heap();
        data_ = bigger;
        capacity_ = count;
    }

    void swap(SmallVector& other) noexcept { std::swap(*this, other); }

    friend bool operator==(const SmallVector& a, const SmallVector& b) {
        return std::equal(a.begin(), a.end(), b.begin(), b.end());
    }
    friend auto operator<=>(const SmallVector& a, const SmallVector& b)
        requires std::three_way_comparable<T>
    {
        return std::lexicographical_compare_three_way(a.begin(), a.end(), b.begin(), b.end());
    }

 private:
    T* inside() { return reinterpret_cast<T*>(storage_); }

    // Aggregates have no constructor but braces.
    template <typename... Args>
    static T make(Args&&... args) {
        if constexpr (std::is_constructible_v<T, Args...>)
            return T(std::forward<Args>(args)...);
        else
            return T{std::forward<Args>(args)...};
    }

    template <typename Add>
    T* turned(const T* at, Add add) {
        const std::ptrdiff_t place = at - data_;
        const std::size_t before = size_;
        add();
        std::rotate(data_ + place, data_ + before, end());
        return data_ + place;
    }

    void free_heap() {
        if (data_ != inside()) std::allocator<T>().deallocate(data_, capacity_);
    }
    // Back to an empty vector without heap memory.
    void release() {
        clear();
        free_heap();
        data_ = inside();
        capacity_ = PREALLOCATED_SIZE;
    }
    // Into this, which is empty: the other's heap memory, or its elements one by one.
    void take(SmallVector& other) {
        if (other.data_ == other.inside()) {
            std::uninitialized_move(other.begin(), other.end(), data_);
            size_ = other.size_;
            other.clear();
            return;
        }
        data_ = std::exchange(other.data_, other.inside());
        size_ = std::exchange(other.size_, 0);
        capacity_ = std::exchange(other.capacity_, PREALLOCATED_SIZE);
    }

    alignas(T) std::byte storage_[std::max<std::size_t>(PREALLOCATED_SIZE, 1) * sizeof(T)];
    T* data_ = inside();
    std::size_t size_ = 0;
    std::size_t capacity_ = PREALLOCATED_SIZE;
};

}  // namespace ttsl

namespace tt::stl {
using namespace ::ttsl;
}  // namespace tt::stl

namespace ttnn {
template <typename T, std::size_t N = ttsl::SMALL_VECTOR_SIZE>
using SmallVector = ttsl::SmallVector<T, N>;
}  // namespace ttnn
