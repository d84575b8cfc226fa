// Writing into caches of keys and values, paged or not.
#pragma once

#include <cstdint>
#include <optional>
#include <set>
#include <string_view>
#include <vector>

#include "core/program.hpp"
#include "ttnn/tensor/tensor.hpp"
#include "ttnn/types.hpp"

namespace ttnn::kv_cache {

// How a cache is seen, in tiles; see kernels/cache.h.
struct View {
    std::uint32_t heads, tokens, width, wrap = 0;
};

// The devices that take part; none given: all.
using Coordinates = std::optional<const std::set<MeshCoordinate>>;
std::vector<std::uint32_t> flat(const Coordinates& coordinates);
bool takes_part(const std::vector<std::uint32_t>& flat, const MeshCoordinate& at);

// A list of INT32 (or, of a table that lies in L1, UINT16), rows in DRAM: of what lies on several
// cores, the first copy.
Tensor plain_rows(std::string_view op, const Tensor& list, std::uint32_t rows);
std::uint32_t entry_bytes(const Tensor& table);
std::uint32_t row_bytes(const Tensor& list);

struct Fill {
    std::string_view op;
    View view;
    std::uint32_t start = 0;  // in tiles
    std::uint32_t user = 0;
    std::optional<Tensor> table = std::nullopt, users = std::nullopt, valid = std::nullopt;
    std::vector<std::uint32_t> devices = {};
};
// Sequences [n, heads, tokens, d] of the cache's type.
void fill(const Fill& fill, const Tensor& cache, const Tensor& input);

struct Update {
    std::string_view op;
    View view;
    std::uint32_t users, heads;
    bool user_rows;            // [1, heads, users, d] or [1, users, heads, d]
    std::uint32_t offset = 0;  // of the first user among rows
    bool shared = false;
    std::vector<std::uint32_t> positions = {};
    std::optional<Tensor> position_list = std::nullopt, table = std::nullopt;
    std::vector<std::uint32_t> devices = {};
};
void update(const Update& update, const Tensor& cache, const Tensor& input);

}  // namespace ttnn::kv_cache
