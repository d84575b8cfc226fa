// Operators of the host back end that are tables, hashes and copies.
#include <algorithm>
#include <bit>
#include <cmath>
#include <map>
#include <memory>
#include <mutex>

#include "decode.hpp"
#include "embedding.hpp"
#include "host.hpp"
#include "reference.hpp"

namespace piper::host {
namespace {

template <class Fn>
void each_word(Block block, Fn fn) {
    for (std::size_t i = 0; i < block.count; ++i)
        block.words[i] = fn(Value{block.type, block.words[i]});
}

using Table = std::vector<std::uint32_t>;  // bits of floats

// Tables are large and operators are values that are copied: a table is made once for its
// parameters.
std::shared_ptr<const Table> table_of(const Operator& op) {
    static std::mutex mutex;
    static std::map<std::vector<double>, std::shared_ptr<const Table>> tables;
    const std::vector<double> key(op.values.begin(), op.values.end() - 1);  // without shards
    const std::scoped_lock lock(mutex);
    if (const auto known = tables.find(key); known != tables.end()) return known->second;
    const Embedding values(op);
    auto made = std::make_shared<Table>();
    made->reserve(std::size_t{values.vocab()} * values.dim());
    for (std::uint32_t row = 0; row < values.vocab(); ++row)
        for (std::uint32_t d = 0; d < values.dim(); ++d)
            made->push_back(std::bit_cast<std::uint32_t>(values.at(row, d)));
    tables[key] = made;
    return made;
}

}  // namespace

void bucketize(const Operator& op, Block block) {
    each_word(block, [&](Value x) {
        const auto at = std::ranges::lower_bound(op.boundaries, reference::number(x));
        return static_cast<std::uint32_t>(at - op.boundaries.begin());
    });
}

void hash_index(const Operator& op, Block block) {
    if (block.type == Type::f32)
        return each_word(block, [&](Value x) { return reference::hash_index(op, x).bits; });
    const auto vocab = static_cast<std::uint32_t>(op.value(0));
    each_word(block, [&](Value x) {
        const bool negative = x.type == Type::i32 && x.bits >> 31 != 0;
        return (negative ? 0u - x.bits : x.bits) % vocab;
    });
}

void sigrid_hash(const Operator& op, Block block) {
    each_word(block, [&](Value x) { return reference::sigrid_hash(op, x).bits; });
}

Column embedding(const Operator& op, const Column& ids) {
    const auto table = table_of(op);
    const auto vocab = static_cast<std::uint32_t>(op.value(0));
    const auto dim = static_cast<std::uint32_t>(op.value(1));
    const auto shards = static_cast<std::uint32_t>(op.value(4));
    Column out{.type = Type::f32, .width = dim * ids.width};
    out.words.resize(ids.words.size() * dim);
    // A shard holds consecutive rows and answers for them alone.
    const std::uint32_t part = (vocab + shards - 1) / shards;
    for (std::uint32_t begin = 0; begin < vocab; begin += part) {
        const std::uint32_t end = std::min(vocab, begin + part);
        for (std::size_t i = 0; i < ids.words.size(); ++i)
            if (const std::uint32_t id = ids.words[i]; id >= begin && id < end)
                std::copy_n(table->data() + std::size_t{id} * dim, dim, &out.words[i * dim]);
    }
    return out;
}

Column first_x(const Operator& op, const Column& list) {
    const auto x = static_cast<std::uint32_t>(op.value(0));
    Column out{.type = list.type, .width = x};
    out.words.resize(list.rows() * x);
    for (std::size_t row = 0; row < list.rows(); ++row)
        std::copy_n(&list.words[row * list.width], std::min(x, list.width), &out.words[row * x]);
    return out;
}

Column hex_to_int(const Operator&, const Column& text) {
    Column out{.type = Type::u32, .missing = text.missing};
    out.missing.resize(text.rows());
    out.words.resize(text.rows());
    hex_words(text.words, out.words, out.missing);
    return out;
}

Column one_hot(const Operator& op, const Column& ids) {
    const auto size = static_cast<std::uint32_t>(op.value(0));
    Column out{.type = Type::f32, .width = size * ids.width};
    out.words.resize(ids.words.size() * size);
    for (std::size_t i = 0; i < ids.words.size(); ++i)
        if (ids.words[i] < size)
            out.words[i * size + ids.words[i]] = std::bit_cast<std::uint32_t>(1.0f);
    return out;
}

}  // namespace piper::host
