// Iteration over a range of a tensor's pages.
#pragma once

#include <compare>
#include <cstddef>

#include "api/tensor/page.h"

namespace tensor_accessor {

// Page ids from start to end by stride; the same for interleaved and sharded tensors.
template <typename Accessor>
class PagesAddressIterator {
 public:
    using value_type = Page;
    using difference_type = std::ptrdiff_t;
    using reference = const Page&;
    using pointer = const Page*;

    PagesAddressIterator(const Accessor& accessor, uint32_t start, uint32_t end, uint32_t stride,
                         uint8_t noc)
        : accessor_(&accessor), id_(start), end_(end), stride_(stride), noc_(noc) {
        settle();
    }

    uint32_t page_id() const { return id_; }
    reference operator*() const { return page_; }
    pointer operator->() const { return &page_; }
    Page operator[](difference_type n) const { return *(*this + n); }

    PagesAddressIterator& operator+=(difference_type steps) {
        id_ += steps * stride_;
        settle();
        return *this;
    }
    PagesAddressIterator operator+(difference_type steps) const {
        auto moved = *this;
        return moved += steps;
    }
    PagesAddressIterator& operator++() { return *this += 1; }
    PagesAddressIterator operator++(int) {
        const auto before = *this;
        ++*this;
        return before;
    }

    bool operator==(const PagesAddressIterator& other) const { return id_ == other.id_; }
    auto operator<=>(const PagesAddressIterator& other) const { return id_ <=> other.id_; }

 private:
    void settle() {
        if (id_ >= end_) {
            id_ = end_;
        } else {
            page_ = Page(accessor_->get_noc_addr(id_, 0, noc_), id_);
        }
    }

    const Accessor* accessor_;
    uint32_t id_, end_, stride_;
    uint8_t noc_;
    Page page_{0, 0};
};

template <typename Accessor>
class Pages {
 public:
    using iterator = PagesAddressIterator<Accessor>;
    using const_iterator = iterator;

    Pages(const Accessor& accessor, uint32_t start, uint32_t end, uint32_t stride, uint8_t noc)
        : accessor_(accessor), start_(start), end_(end), stride_(stride), noc_(noc) {}

    iterator begin() const { return {accessor_, start_, end_, stride_, noc_}; }
    iterator end() const { return {accessor_, end_, end_, stride_, noc_}; }
    iterator cbegin() const { return begin(); }
    iterator cend() const { return end(); }

 private:
    const Accessor& accessor_;
    uint32_t start_, end_, stride_;
    uint8_t noc_;
};

}  // namespace tensor_accessor
