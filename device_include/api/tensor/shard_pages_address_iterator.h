// Iteration over the pages of one shard, and over shards in strides.
#pragma once

#include <compare>
#include <cstddef>

#include "api/tensor/page.h"
#include "ironbird/noc_issue.h"

namespace tensor_accessor {

// Pages in the order in which the shard stores them; the padding of shards that reach past the
// tensor's edge is passed over.
template <typename Accessor>
class ShardPagesAddressIterator {
 public:
    using value_type = Page;
    using difference_type = std::ptrdiff_t;
    using reference = const Page&;
    using pointer = const Page*;

    ShardPagesAddressIterator(const Accessor& accessor, uint32_t shard_id, uint32_t start,
                              uint32_t end, uint8_t noc)
        : accessor_(&accessor), shard_(shard_id), at_(start), end_(end), noc_(noc) {
        settle(1);
    }

    uint32_t page_id() const { return page_.page_id(); }
    reference operator*() const { return page_; }
    pointer operator->() const { return &page_; }
    Page operator[](difference_type n) const { return *(*this + n); }

    ShardPagesAddressIterator& operator+=(difference_type steps) {
        at_ += steps;
        settle(steps);
        return *this;
    }
    ShardPagesAddressIterator operator+(difference_type steps) const {
        auto moved = *this;
        return moved += steps;
    }
    ShardPagesAddressIterator& operator++() { return *this += 1; }
    ShardPagesAddressIterator operator++(int) {
        const auto before = *this;
        ++*this;
        return before;
    }

    bool operator==(const ShardPagesAddressIterator& other) const {
        return shard_ == other.shard_ && at_ == other.at_;
    }
    auto operator<=>(const ShardPagesAddressIterator& other) const { return at_ <=> other.at_; }

 private:
    // Moves on by `step` until the page lies inside the tensor.
    void settle(uint32_t step) {
        uint32_t id = 0;
        while (at_ < end_ && !page_inside_tensor(id)) at_ += step;
        if (at_ >= end_) {
            at_ = end_;
        } else {
            const uint32_t offset = at_ * accessor_->get_aligned_page_size();
            page_ = Page(accessor_->get_shard_noc_addr(shard_, offset, noc_), id);
        }
    }

    bool page_inside_tensor(uint32_t& id) const {
        const auto& spec = accessor_->dspec();
        id = 0;
        for (uint32_t i = 0; i < spec.rank(); ++i) {
            const uint32_t shard_at = shard_ / spec.shard_grid_strides()[i] % spec.shard_grid()[i];
            const uint32_t page_at = at_ / spec.shard_strides()[i] % spec.shard_shape()[i];
            const uint32_t coordinate = shard_at * spec.shard_shape()[i] + page_at;
            if (coordinate >= spec.tensor_shape()[i]) return false;
            id += coordinate * spec.tensor_strides()[i];
        }
        return true;
    }

    const Accessor* accessor_;
    uint32_t shard_, at_, end_;
    uint8_t noc_;
    Page page_{0, 0};
};

template <typename Accessor>
class ShardPages {
 public:
    using iterator = ShardPagesAddressIterator<Accessor>;
    using const_iterator = iterator;

    ShardPages(const Accessor& accessor, uint32_t shard_id, uint32_t start, uint32_t end,
               uint8_t noc)
        : accessor_(accessor), shard_(shard_id), start_(start), end_(end), noc_(noc) {}

    iterator begin() const { return {accessor_, shard_, start_, end_, noc_}; }
    iterator end() const { return {accessor_, shard_, end_, end_, noc_}; }
    iterator cbegin() const { return begin(); }
    iterator cend() const { return end(); }

 private:
    const Accessor& accessor_;
    uint32_t shard_, start_, end_;
    uint8_t noc_;
};

// Every stride-th shard, as ranges of its pages.
template <typename Accessor>
class StridedShardPages {
 public:
    class iterator {
     public:
        using value_type = ShardPages<Accessor>;
        iterator(const Accessor& accessor, uint32_t shard, uint32_t end, uint32_t stride,
                 uint8_t noc)
            : accessor_(&accessor), shard_(shard), end_(end), stride_(stride), noc_(noc) {}

        value_type operator*() const {
            return {*accessor_, shard_, 0, uint32_t(accessor_->dspec().shard_volume()), noc_};
        }
        iterator& operator++() {
            shard_ += stride_;
            return *this;
        }
        bool operator==(const iterator& other) const { return position() == other.position(); }

     private:
        uint32_t position() const { return shard_ < end_ ? shard_ : end_; }

        const Accessor* accessor_;
        uint32_t shard_, end_, stride_;
        uint8_t noc_;
    };
    using const_iterator = iterator;

    StridedShardPages(const Accessor& accessor, uint32_t start, uint32_t total, uint32_t stride,
                      uint8_t noc = noc_index)
        : accessor_(accessor), start_(start), total_(total), stride_(stride), noc_(noc) {}

    iterator begin() const { return {accessor_, start_, total_, stride_, noc_}; }
    iterator end() const { return {accessor_, total_, total_, stride_, noc_}; }
    iterator cbegin() const { return begin(); }
    iterator cend() const { return end(); }

 private:
    const Accessor& accessor_;
    uint32_t start_, total_, stride_;
    uint8_t noc_;
};

}  // namespace tensor_accessor
