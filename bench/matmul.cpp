// The 2D multicast product of 2048 x 2048 matrices against OpenBLAS, in one run on the same
// threads.
#include <sched.h>

#include <cmath>
#include <filesystem>
#include <random>
#include <stdexcept>

#include "figures.hpp"
#include "matmul_multicast/product.hpp"
#include "processes.hpp"
#include "sgemm.hpp"
#include "timing.hpp"

namespace ironbird::bench {
namespace {

using namespace tt::tt_metal;
using examples::Product;
using examples::Session;

constexpr int kSize = 2048;
constexpr int kRuns = 5;

// This thread and those that it starts stay on the first `count` processors that it may use.
class Pinned {
 public:
    explicit Pinned(int count) {
        sched_getaffinity(0, sizeof before_, &before_);
        cpu_set_t few;
        CPU_ZERO(&few);
        for (int cpu = 0; cpu < CPU_SETSIZE && CPU_COUNT(&few) < count; cpu++)
            if (CPU_ISSET(cpu, &before_)) CPU_SET(cpu, &few);
        sched_setaffinity(0, sizeof few, &few);
    }
    ~Pinned() { sched_setaffinity(0, sizeof before_, &before_); }
    Pinned(const Pinned&) = delete;
    Pinned& operator=(const Pinned&) = delete;

 private:
    cpu_set_t before_{};
};

struct Matrices {
    std::vector<float> a, b, c;
};

std::vector<float> random_bfloats(std::uint32_t seed) {
    std::mt19937 random(seed);
    std::uniform_real_distribution<float> numbers(-1, 1);
    std::vector<float> values(std::size_t{kSize} * kSize);
    for (float& v : values) v = static_cast<float>(bfloat16(numbers(random)));
    return values;
}

double openblas_seconds(Matrices& m, int threads) {
    const auto multiply = [&] { sgemm(kSize, m.a.data(), m.b.data(), m.c.data(), threads); };
    multiply();
    return median(kRuns, [&] { return wall_seconds(multiply); });
}

examples::Words tiles(const std::vector<float>& matrix) {
    std::vector<bfloat16> values(matrix.begin(), matrix.end());
    return pack_bfloat16_vec_into_uint32_vec(tilize_nfaces(values, kSize, kSize));
}

// Pearson's coefficient; sums of 2048 terms that are rounded to 8 bits after each 32 still give
// 0.99.
double correlation(const std::vector<bfloat16>& got, const std::vector<float>& want) {
    double x = 0, y = 0, xx = 0, yy = 0, xy = 0;
    const auto n = static_cast<double>(want.size());
    for (std::size_t i = 0; i < want.size(); i++) {
        const double g = static_cast<float>(got[i]), w = want[i];
        x += g, y += w, xx += g * g, yy += w * w, xy += g * w;
    }
    return (xy - x * y / n) / std::sqrt((xx - x * x / n) * (yy - y * y / n));
}

double ironbird_seconds(const Matrices& m, int runs) {
    constexpr std::uint32_t kBytes = kSize * kSize * 2;
    Session session;
    auto a = session.dram(kBytes, examples::kTileBytes);
    auto b = session.dram(kBytes, examples::kTileBytes);
    auto c = session.dram(kBytes, examples::kTileBytes);
    session.write(a, tiles(m.a));
    session.write(b, tiles(m.b));
    distributed::MeshWorkload workload;
    workload.add_program(distributed::MeshCoordinateRange(session.device().shape()),
                         examples::product(session, Product{}, a, b, c));
    auto& queue = session.device().mesh_command_queue();
    const auto run = [&] {
        distributed::EnqueueMeshWorkload(queue, workload, false);
        distributed::Finish(queue);
    };
    if (runs > 1) run();
    const double seconds = median(runs, [&] { return wall_seconds(run); });
    const auto got =
        untilize_nfaces(unpack_uint32_vec_into_bfloat16_vec(session.read(c)), kSize, kSize);
    session.close();
    if (const double r = correlation(got, m.c); r < 0.99)
        throw std::runtime_error(fmt::format("the product is wrong: correlation {:.4f}", r));
    return seconds;
}

// Our speed over OpenBLAS's. The engine is made once in a process, for its threads and arithmetic.
double ratio(const std::string& figure, int threads, const std::string& arithmetic, int runs) {
    if (!in_own_process()) {
        const std::string count = std::to_string(threads);
        const Variable ours("IRONBIRD_THREADS", count), theirs("OPENBLAS_NUM_THREADS", count);
        const Variable math("IRONBIRD_MATH", arithmetic);
        return own_process(figure);
    }
    const Pinned pinned(threads);
    Matrices m{random_bfloats(1), random_bfloats(2),
               std::vector<float>(std::size_t{kSize} * kSize)};
    const double blas = openblas_seconds(m, threads);
    return blas / ironbird_seconds(m, runs);
}

// Wall time of the product with a variable set to `on`, over that with `off`; on one thread.
double cost_ratio(const std::string& figure, const char* variable, const std::string& on,
                  const std::string& off) {
    if (in_own_process()) {
        const Pinned pinned(1);
        Matrices m{random_bfloats(1), random_bfloats(2),
                   std::vector<float>(std::size_t{kSize} * kSize)};
        sgemm(kSize, m.a.data(), m.b.data(), m.c.data(), 1);
        return ironbird_seconds(m, kRuns);
    }
    const Variable threads("IRONBIRD_THREADS", "1"), blas("OPENBLAS_NUM_THREADS", "1");
    return median(3, [&] {
        const auto seconds = [&](const std::string& value) {
            const Variable chosen(variable, value);
            return own_process(figure);
        };
        const double with = seconds(on);
        return with / seconds(off);
    });
}

}  // namespace

double profiler_cost_ratio() {
    const auto folder = std::filesystem::temp_directory_path() / "ironbird-profiler-bench";
    const Variable where("TT_METAL_PROFILER_DIR", folder.string());
    const double ratio = cost_ratio("profiler_cost_ratio", "TT_METAL_DEVICE_PROFILER", "1", "0");
    std::filesystem::remove_all(folder);
    return ratio;
}
double timing_cost_ratio() {
    return cost_ratio("timing_cost_ratio", "IRONBIRD_TIMING", "contended", "ideal");
}
double check_cost_matmul_ratio() {
    return cost_ratio("check_cost_matmul_ratio", "IRONBIRD_CHECK", "1", "0");
}
double matmul_vs_openblas_1t() {
    return ratio("matmul_vs_openblas_1t", 1, "fast", kRuns);
}
double matmul_vs_openblas_2t() {
    return ratio("matmul_vs_openblas_2t", 2, "fast", kRuns);
}
double exact_matmul_vs_openblas_1t() {
    return ratio("exact_matmul_vs_openblas_1t", 1, "exact", 1);
}

}  // namespace ironbird::bench
