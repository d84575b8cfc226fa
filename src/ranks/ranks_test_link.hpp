// Links between threads of one process.
#pragma once

#include <condition_variable>
#include <deque>
#include <map>
#include <mutex>

#include "ranks/link.hpp"

namespace ironbird::ranks {

class TestLinks {
 public:
    explicit TestLinks(std::uint32_t size) {
        for (std::uint32_t r = 0; r < size; r++) links_.emplace_back(*this, r, size);
    }
    Link& of(std::uint32_t rank) { return links_[rank]; }

 private:
    struct Way {
        std::uint32_t from, to;
        bool round;
        auto operator<=>(const Way&) const = default;
    };

    class One final : public Link {
     public:
        One(TestLinks& all, std::uint32_t rank, std::uint32_t size)
            : all_(all), rank_(rank), size_(size) {}
        std::uint32_t rank() const override { return rank_; }
        std::uint32_t size() const override { return size_; }
        std::uint32_t beside() const override { return size_; }
        void send(std::uint32_t to, std::span<const std::uint8_t> message) override {
            all_.put({rank_, to, false}, {message.begin(), message.end()});
        }
        Bytes receive(std::uint32_t from) override { return all_.take({from, rank_, false}); }
        void exchange(std::span<const Bytes> out, std::span<Bytes> in) override {
            for (std::uint32_t r = 0; r < size_; r++)
                if (r != rank_) all_.put({rank_, r, true}, out[r]);
            for (std::uint32_t r = 0; r < size_; r++)
                if (r != rank_) in[r] = all_.take({r, rank_, true});
        }
        void leave() override {}

     private:
        TestLinks& all_;
        std::uint32_t rank_, size_;
    };

    void put(const Way& way, Bytes message) {
        const std::lock_guard hold(lock_);
        waiting_[way].push_back(std::move(message));
        arrived_.notify_all();
    }
    Bytes take(const Way& way) {
        std::unique_lock hold(lock_);
        arrived_.wait(hold, [&] { return !waiting_[way].empty(); });
        Bytes first = std::move(waiting_[way].front());
        waiting_[way].pop_front();
        return first;
    }

    std::mutex lock_;
    std::condition_variable arrived_;
    std::map<Way, std::deque<Bytes>> waiting_;
    std::deque<One> links_;
};

}  // namespace ironbird::ranks
