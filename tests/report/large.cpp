// A long run on 64 cores for `ironbird run --profile`, as large as its argument says: each round is
// a product of 2048 x 1024 x 2048 numbers, about 130 000 events of processors and the NoC.
#include <cstdlib>

#include "../../examples/matmul_multicast/matmul.hpp"

using namespace examples;

int main(int argc, char** argv) {
    const int rounds = argc > 1 ? std::atoi(argv[1]) : 10;
    Session session;
    const Matmul p{.grid = {8, 8}, .rows = 64, .columns = 64, .inner = 32, .block = 2};
    auto left = session.dram(p.rows * p.inner * kTileBytes, kTileBytes);
    auto right = session.dram(p.inner * p.columns * kTileBytes, kTileBytes);
    auto out = session.dram(p.rows * p.columns * kTileBytes, kTileBytes);
    for (int i = 0; i < rounds; i++) session.run(matmul(session, p, left, right, out));
    session.close();
    return 0;
}
