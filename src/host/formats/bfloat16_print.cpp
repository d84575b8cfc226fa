// Printing of bfloat16 vectors as tiles.
#include <iostream>
#include <tt-metalium/bfloat16.hpp>
#include <tt-metalium/constants.hpp>

namespace {

// per_line values, then a line break; blank lines and a heading between tiles.
template <class Value>
void print_tiles(std::size_t count, std::size_t per_line, int num_tiles, const std::string& name,
                 int offset, Value value) {
    const std::size_t per_tile = per_line * tt::constants::TILE_HEIGHT;
    for (std::size_t i = 0; i < count && i < per_tile * static_cast<std::size_t>(num_tiles); i++) {
        if (i % per_tile == 0)
            std::cout << name << " tile " << i / per_tile + static_cast<std::size_t>(offset)
                      << '\n';
        std::cout << value(i) << (i % per_line == per_line - 1 ? "\n" : ", ");
        if (i % per_tile == per_tile - 1) std::cout << '\n';
    }
    std::cout << std::flush;
}

}  // namespace

void print_vec_of_bfloat16(const std::vector<bfloat16>& vec, int num_tiles, const std::string& name,
                           int offset) {
    print_tiles(vec.size(), tt::constants::TILE_WIDTH, num_tiles, name, offset,
                [&](std::size_t i) { return vec[i].to_float(); });
}

void print_vec_of_uint32_as_packed_bfloat16(const std::vector<std::uint32_t>& vec, int num_tiles,
                                            const std::string& name, int offset) {
    print_vec_of_bfloat16(unpack_uint32_vec_into_bfloat16_vec(vec), num_tiles, name, offset);
}

void print_vec(const std::vector<std::uint32_t>& vec, int num_tiles, const std::string& name,
               int offset) {
    print_tiles(vec.size(), tt::constants::TILE_WIDTH / 2, num_tiles, name, offset,
                [&](std::size_t i) { return vec[i]; });
}

void print_golden_metalium_vectors(std::vector<bfloat16>& golden_vec,
                                   std::vector<bfloat16>& result_vec) {
    for (std::size_t i = 0; i < golden_vec.size() && i < result_vec.size(); i++)
        std::cout << i << ": golden " << golden_vec[i].to_float() << ", result "
                  << result_vec[i].to_float() << '\n';
    std::cout << std::flush;
}
