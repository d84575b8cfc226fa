// The 2D multicast product of 2048 x 2048 matrices against OpenBLAS, in one run on the same
// threads.
#include <sched.h>

#include <chrono>
#include <filesystem>
#include <ironbird/statistics.hpp>
#include <stdexcept>
#include <thread>

#include "figures.hpp"
#include "matrices.hpp"
#include "processes.hpp"
#include "sgemm.hpp"
#include "timing.hpp"

namespace ironbird::bench {
namespace {

using namespace tt::tt_metal;
using examples::Matmul;
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

// The program on its device, as often as wanted.
class Ours {
 public:
    explicit Ours(const Matrices& m) {
        session_.write(a_, tiles(m.a, kSize));
        session_.write(b_, tiles(m.b, kSize));
        workload_.add_program(distributed::MeshCoordinateRange(session_.device().shape()),
                              examples::matmul(session_, Matmul{}, a_, b_, c_));
    }

    void run() {
        auto& queue = session_.device().mesh_command_queue();
        distributed::EnqueueMeshWorkload(queue, workload_, false);
        distributed::Finish(queue);
    }

    // Throws if the last result is not `want`.
    void close(const std::vector<float>& want) {
        const auto got =
            untilize_nfaces(unpack_uint32_vec_into_bfloat16_vec(session_.read(c_)), kSize, kSize);
        session_.close();
        // Sums of 2048 terms that are rounded to 8 bits after each 32 still give 0.99.
        if (const double r = statistics::pcc(got, want); r < 0.99)
            throw std::runtime_error(fmt::format("the product is wrong: correlation {:.4f}", r));
    }

 private:
    using Buffer = std::shared_ptr<distributed::MeshBuffer>;
    Buffer matrix() { return session_.dram(kSize * kSize * 2, examples::kTileBytes); }

    Session session_;
    Buffer a_ = matrix(), b_ = matrix(), c_ = matrix();
    distributed::MeshWorkload workload_;
};

Matrices random_matrices() {
    return {random_bfloats(kSize, 1), random_bfloats(kSize, 2),
            std::vector<float>(std::size_t{kSize} * kSize)};
}

// OpenBLAS's threads spin for a while after a call, some still after 60 ms, and a thread of ours
// that they keep off its processor shares the other one with the first.
void let_others_sleep() {
    std::this_thread::sleep_for(std::chrono::milliseconds(300));
}

// Our speed over OpenBLAS's, in turns: what disturbs the machine for a while disturbs both. The
// engine is made once in a process, for its threads and arithmetic.
double ratio(const std::string& figure, int threads, const std::string& arithmetic, int runs) {
    if (!in_own_process()) {
        const std::string count = std::to_string(threads);
        const Variable ours("IRONBIRD_THREADS", count), theirs("OPENBLAS_NUM_THREADS", count);
        const Variable math("IRONBIRD_MATH", arithmetic);
        return own_process(figure);
    }
    const Pinned pinned(threads);
    Matrices m = random_matrices();
    Ours ours(m);
    std::vector<double> theirs_seconds, ours_seconds;
    for (int i = runs > 1 ? -1 : 0; i < runs; i++) {  // the first time warms up
        const double theirs =
            wall_seconds([&] { sgemm(kSize, m.a.data(), m.b.data(), m.c.data(), threads); });
        let_others_sleep();
        const double mine = wall_seconds([&] { ours.run(); });
        if (i < 0) continue;
        theirs_seconds.push_back(theirs);
        ours_seconds.push_back(mine);
    }
    ours.close(m.c);
    return median(std::move(theirs_seconds)) / median(std::move(ours_seconds));
}

// Wall time of the product with a variable set to `on`, over that with `off`; on one thread.
double cost_ratio(const std::string& figure, const char* variable, const std::string& on,
                  const std::string& off) {
    if (in_own_process()) {
        const Pinned pinned(1);
        Matrices m = random_matrices();
        sgemm(kSize, m.a.data(), m.b.data(), m.c.data(), 1);
        Ours ours(m);
        ours.run();
        const double seconds = median(kRuns, [&] { return wall_seconds([&] { ours.run(); }); });
        ours.close(m.c);
        return seconds;
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
