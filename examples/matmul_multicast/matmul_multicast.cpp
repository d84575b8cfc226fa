// C = A B on a grid of cores: blocks of A go along the rows, blocks of B down the columns, partial
// sums are kept between blocks. Compared with the product of the same numbers in double precision.
#include <cmath>
#include <random>

#include "matmul.hpp"

using namespace examples;

namespace {

std::vector<bfloat16> random_matrix(std::size_t count, std::uint32_t seed) {
    std::mt19937 random(seed);
    std::uniform_real_distribution<float> numbers(-1, 1);
    std::vector<bfloat16> matrix;
    matrix.reserve(count);
    for (std::size_t i = 0; i < count; i++) matrix.emplace_back(numbers(random));
    return matrix;
}

Words tiles(const std::vector<bfloat16>& matrix, std::uint32_t rows, std::uint32_t columns) {
    return pack_bfloat16_vec_into_uint32_vec(tilize_nfaces(matrix, rows, columns));
}

// The largest error against the size of the terms that make up the sum.
double worst(const Matmul& p, const std::vector<bfloat16>& a, const std::vector<bfloat16>& b,
             const std::vector<bfloat16>& c) {
    const std::size_t columns = p.columns * 32, inner = p.inner * 32;
    double largest = 0;
    for (std::size_t i = 0; i < p.rows * 32; i++) {
        std::vector<double> sum(columns), terms(columns);
        for (std::size_t k = 0; k < inner; k++) {
            const double left = static_cast<float>(a[i * inner + k]);
            for (std::size_t j = 0; j < columns; j++) {
                const double term = left * static_cast<float>(b[k * columns + j]);
                sum[j] += term;
                terms[j] += term * term;
            }
        }
        for (std::size_t j = 0; j < columns; j++)
            largest = std::max(largest, std::abs(sum[j] - static_cast<float>(c[i * columns + j])) /
                                            std::sqrt(terms[j]));
    }
    return largest;
}

}  // namespace

int main() {
    Session session;
    const Matmul p{.grid = {4, 4}, .rows = 16, .columns = 8, .inner = 16, .block = 4};
    const auto a = random_matrix(p.rows * p.inner * 1024, 1);
    const auto b = random_matrix(p.inner * p.columns * 1024, 2);
    auto left = session.dram(p.rows * p.inner * kTileBytes, kTileBytes);
    auto right = session.dram(p.inner * p.columns * kTileBytes, kTileBytes);
    auto out = session.dram(p.rows * p.columns * kTileBytes, kTileBytes);
    session.write(left, tiles(a, p.rows * 32, p.inner * 32));
    session.write(right, tiles(b, p.inner * 32, p.columns * 32));
    session.run(matmul(session, p, left, right, out));

    const auto c = untilize_nfaces(unpack_uint32_vec_into_bfloat16_vec(session.read(out)),
                                   p.rows * 32, p.columns * 32);
    const double error = worst(p, a, b, c);
    session.close();
    fmt::print("largest error {:.3f} of the terms' root sum of squares\n", error);
    // 16 inner tiles, each rounded to 8 bits: a few hundredths are right, a lost tile is far more.
    return verdict(error < 0.1 ? 0 : 1, "512 x 256 product right on 16 cores");
}
