// A small map that keeps the order of insertion; keys are found by looking at all of them.
#pragma once

#include <algorithm>
#include <concepts>
#include <cstddef>
#include <functional>
#include <initializer_list>
#include <optional>
#include <ranges>
#include <tt_stl/assert.hpp>
#include <tt_stl/hash.hpp>
#include <tt_stl/optional_reference.hpp>
#include <utility>
#include <vector>

namespace tt::tt_metal::experimental {

template <typename K, typename V>
class Table {
 public:
    using key_type = K;
    using mapped_type = V;
    using value_type = std::pair<const K, V>;
    using size_type = std::size_t;
    using iterator = typename std::vector<value_type>::iterator;
    using const_iterator = typename std::vector<value_type>::const_iterator;

    Table() noexcept = default;
    Table(std::initializer_list<value_type> entries) {
        add_all(entries, "Table: duplicate key in initializer list");
    }
    template <std::ranges::input_range R>
        requires(std::convertible_to<std::ranges::range_reference_t<R>, value_type> &&
                 !std::same_as<std::remove_cvref_t<R>, Table>)
    explicit Table(const R& entries) {
        add_all(entries, "Table: duplicate key in input range");
    }
    Table(const Table&) = default;
    Table(Table&&) noexcept = default;
    ~Table() = default;
    // Keys are constant, so that entries cannot be assigned one by one.
    Table& operator=(Table other) noexcept {
        entries_.swap(other.entries_);
        return *this;
    }

    iterator begin() { return entries_.begin(); }
    iterator end() { return entries_.end(); }
    const_iterator begin() const { return entries_.begin(); }
    const_iterator end() const { return entries_.end(); }
    const_iterator cbegin() const { return entries_.begin(); }
    const_iterator cend() const { return entries_.end(); }

    bool empty() const noexcept { return entries_.empty(); }
    size_type size() const noexcept { return entries_.size(); }
    void clear() noexcept { entries_.clear(); }

    iterator find(const K& key) { return std::ranges::find(entries_, key, &value_type::first); }
    const_iterator find(const K& key) const {
        return std::ranges::find(entries_, key, &value_type::first);
    }
    bool contains(const K& key) const { return find(key) != end(); }

    // False: the key is there already, and its value stays.
    std::pair<iterator, bool> insert(const value_type& entry) { return emplace(entry); }
    std::pair<iterator, bool> insert(value_type&& entry) { return emplace(std::move(entry)); }
    template <typename... Args>
    std::pair<iterator, bool> emplace(Args&&... args) {
        value_type entry(std::forward<Args>(args)...);
        if (const auto at = find(entry.first); at != end()) return {at, false};
        entries_.push_back(std::move(entry));
        return {end() - 1, true};
    }
    size_type erase(const K& key) {
        if (!contains(key)) return 0;
        std::vector<value_type> rest;
        for (value_type& entry : entries_)
            if (!(entry.first == key)) rest.push_back(std::move(entry));
        entries_.swap(rest);
        return 1;
    }

    V& operator[](const K& key)
        requires std::default_initializable<V>
    {
        if (const auto at = find(key); at != end()) return at->second;
        return entries_.emplace_back(key, V{}).second;
    }

    ttsl::optional_reference<V> get(const K& key) {
        const auto at = find(key);
        return at == end() ? ttsl::optional_reference<V>()
                           : ttsl::optional_reference<V>(at->second);
    }
    ttsl::optional_reference<const V> get(const K& key) const {
        const auto at = find(key);
        return at == end() ? ttsl::optional_reference<const V>()
                           : ttsl::optional_reference<const V>(at->second);
    }

    // Whatever the order.
    friend bool operator==(const Table& a, const Table& b) {
        return a.size() == b.size() && std::ranges::all_of(a, [&](const value_type& entry) {
                   const auto at = b.find(entry.first);
                   return at != b.end() && at->second == entry.second;
               });
    }

 private:
    template <typename R>
    void add_all(const R& entries, const char* duplicate) {
        for (const auto& entry : entries) TT_FATAL(insert(entry).second, "{}", duplicate);
    }

    std::vector<value_type> entries_;
};

}  // namespace tt::tt_metal::experimental

template <typename K, typename V>
struct std::hash<tt::tt_metal::experimental::Table<K, V>> {
    std::size_t operator()(const tt::tt_metal::experimental::Table<K, V>& table) const {
        std::vector<ttsl::hash::hash_t> hashes;
        for (const auto& [key, value] : table)
            hashes.push_back(ttsl::hash::hash_objects_with_default_seed(key, value));
        std::ranges::sort(hashes);
        return ttsl::hash::hash_objects_with_default_seed(hashes);
    }
};
