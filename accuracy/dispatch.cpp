// What a launch costs: programs in a trace, the gap between two, and buffers through PCIe.
#include <fmt/format.h>

#include <algorithm>
#include <numeric>

#include "row.hpp"
#include "statistics.hpp"
#include "workloads.hpp"

namespace ironbird::accuracy {
namespace {

constexpr std::uint32_t kLaunches = 10;   // of a program in a trace
constexpr std::uint32_t kRing = kResult;  // marks of kernels
constexpr std::uint32_t kEndRing = kResult + 0x400;
constexpr std::size_t kTraceBytes = 64 << 20;
constexpr std::uint32_t kTile = 2048;

class DispatchReplay final : public Replay {
 public:
    double predict(const Row& row) override {
        const std::string& kind = row.fields.text("kind");
        const double cycles = kind == "program" ? program_time(row.fields)
                              : kind == "gap"   ? gap()
                                                : transfer(row.fields, kind == "write");
        return cycles * 1000 / session_.device().get_clock_rate_mhz();
    }

 private:
    CoreRange everything() {
        const CoreCoord grid = session_.device().compute_with_storage_grid_size();
        return {{0, 0}, {grid.x - 1, grid.y - 1}};
    }

    // ---- a program again and again

    double program_time(const Fields& f) {
        Program program = CreateProgram();
        const CoreRange cores = f.text("cores") == "all" ? everything() : CoreRange({0, 0});
        for (std::uint32_t i = 0; i < f.count("semaphores"); i++)
            CreateSemaphore(program, cores, 3);
        add_buffers(program, f, cores);
        add_kernels(program, f, cores);
        const auto begins = run_traced(std::move(program), kRing, {0, 0});
        std::vector<double> times;
        for (std::size_t i = 2; i < begins.size(); i++) times.push_back(begins[i] - begins[i - 1]);
        return median(std::move(times));
    }

    // Buffers of the first group are everywhere but in the last columns, those of the others on
    // one core each.
    void add_buffers(Program& program, const Fields& f, const CoreRange& cores) {
        const std::uint32_t groups = f.count("cb_groups");
        CoreRange group(cores.start_coord, {cores.end_coord.x - groups + 1, cores.end_coord.y});
        for (std::uint32_t g = 0; g < groups; g++) {
            for (std::uint32_t i = 0; i < f.count("cbs"); i++)
                CreateCircularBuffer(program, group,
                                     CircularBufferConfig(16, {{i, tt::DataFormat::Float16_b}})
                                         .set_page_size(i, 16));
            const CoreCoord next{group.end_coord.x + 1, group.end_coord.y};
            group = CoreRange(next, next);
        }
    }

    // The first group of kernels has all columns but the last ones, which are one group each.
    void add_kernels(Program& program, const Fields& f, const CoreRange& cores) {
        const std::uint32_t groups = f.count("kernel_groups");
        CoreRange group(cores.start_coord, {cores.end_coord.x - groups + 1, cores.end_coord.y});
        for (std::uint32_t g = 0; g < groups; g++) {
            bool marks = true;
            for (const char processor : f.text("processors")) {
                const Words compile = {g, f.count("kernel_cycles"), marks ? kRing : 0};
                set_arguments(program, f, group, make_kernel(program, processor, group, compile));
                marks = false;
            }
            group.end_coord.x++;
            group.start_coord.x = group.end_coord.x;
        }
    }

    static KernelHandle make_kernel(Program& program, char processor, const CoreRange& cores,
                                    const Words& compile) {
        const std::string file = examples::kernel("accuracy/kernels/idle.cpp");
        if (processor == 't')
            return CreateKernel(program, file, cores, ComputeConfig{.compile_args = compile});
        return CreateKernel(
            program, file, cores,
            processor == 'b' ? examples::writer(compile) : examples::reader(compile));
    }

    static void set_arguments(Program& program, const Fields& f, const CoreRange& cores,
                              KernelHandle kernel) {
        if (f.count("arguments") > 0)
            SetRuntimeArgs(program, kernel, cores, Words(f.count("arguments")));
        if (f.count("common_arguments") > 0)
            SetCommonRuntimeArgs(program, kernel, Words(f.count("common_arguments")));
    }

    // Marks of one core, launch by launch.
    std::vector<double> run_traced(Program&& program, std::uint32_t ring, CoreCoord core) {
        clear_marks(ring, core);
        distributed::MeshDevice& device = session_.device();
        auto& queue = device.mesh_command_queue();
        distributed::MeshWorkload workload;
        workload.add_program(distributed::MeshCoordinateRange(device.shape()), std::move(program));
        const auto trace = distributed::BeginTraceCapture(&device, 0);
        for (std::uint32_t i = 0; i < kLaunches; i++)
            distributed::EnqueueMeshWorkload(queue, workload, false);
        distributed::EndTraceCapture(&device, 0, trace);
        distributed::ReplayTrace(&device, 0, trace, true);
        distributed::ReleaseTrace(&device, trace);
        return marks(ring, core);
    }

    void clear_marks(std::uint32_t ring, CoreCoord core) {
        Words zero = {0};
        detail::WriteToDeviceL1(&session_.device(), core, ring, zero);
    }

    std::vector<double> marks(std::uint32_t ring, CoreCoord core) {
        Words words;
        detail::ReadFromDeviceL1(&session_.device(), core, ring, 4 * 65, words);
        return {words.begin() + 1, words.begin() + 1 + std::min(words[0], 64u)};
    }

    // ---- from the last end of a program to the first beginning of the next

    double gap() {
        const CoreRange cores = everything();
        constexpr std::uint32_t kPages = 4, kIdle = 2000;
        auto in = session_.dram(static_cast<std::uint32_t>(cores.size()) * kPages * kTile, kTile);
        auto out = session_.dram(static_cast<std::uint32_t>(cores.size()) * kPages * kTile, kTile);
        Program program = CreateProgram();
        for (const std::uint32_t cb : {0u, 16u})
            CreateCircularBuffer(program, cores,
                                 CircularBufferConfig(2 * kTile, {{cb, tt::DataFormat::Float16_b}})
                                     .set_page_size(cb, kTile));
        const auto kernel = [](const char* name) {
            return examples::kernel(fmt::format("accuracy/kernels/gap_{}.cpp", name));
        };
        Words reads = {kRing}, writes = {kEndRing};
        TensorAccessorArgs(*in).append_to(reads);
        TensorAccessorArgs(*out).append_to(writes);
        const auto reader = CreateKernel(program, kernel("reader"), cores, examples::reader(reads));
        const auto writer =
            CreateKernel(program, kernel("writer"), cores, examples::writer(writes));
        const auto compute = CreateKernel(program, kernel("compute"), cores, ComputeConfig{});
        std::uint32_t first = 0;
        for (const CoreCoord& core : cores) {
            const auto place = [&](const auto& buffer) {
                return Words{static_cast<std::uint32_t>(buffer->address()), first, kPages};
            };
            SetRuntimeArgs(program, reader, core, place(in));
            SetRuntimeArgs(program, writer, core, place(out));
            SetRuntimeArgs(program, compute, core, {kPages, kIdle});
            first += kPages;
            clear_marks(kRing, core);
            clear_marks(kEndRing, core);
        }
        run_traced(std::move(program), kRing, {0, 0});
        return mean_gap(cores);
    }

    double mean_gap(const CoreRange& cores) {
        double begins = 0, end = 0;
        for (const CoreCoord& core : cores) {
            begins += marks(kRing, core).back() / static_cast<double>(cores.size());
            end = std::max(end, marks(kEndRing, core).at(kLaunches - 2));
        }
        return begins - end;
    }

    // ---- a buffer between two launches, against two launches without

    double transfer(const Fields& f, bool writes) {
        constexpr std::uint32_t kSize = 64 << 20;
        auto buffer = session_.buffer(
            kSize, {.page_size = f.count("page_bytes"),
                    .buffer_type = f.text("buffer") == "l1" ? BufferType::L1 : BufferType::DRAM});
        const double plain = between_launches([] {});
        const double with = between_launches([&] {
            if (writes)
                session_.write(buffer, Words(kSize / 4));
            else
                session_.read(buffer);
        });
        return with - plain;
    }

    template <class F>
    double between_launches(F&& act) {
        Workload& idle = workloads_.get({.file = "idle.cpp",
                                         .reads = false,
                                         .noc = NOC::RISCV_0_default,
                                         .compile_args = {0, 0, kRing},
                                         .cores = CoreRange({0, 0}),
                                         .arguments = 0});
        clear_marks(kRing, {0, 0});
        idle.run();
        act();
        idle.run();
        const auto times = marks(kRing, {0, 0});
        return times.at(1) - times.at(0);
    }

    Session session_{kTraceBytes};
    Workloads workloads_{session_};
};

}  // namespace

std::vector<Row> dispatch_rows() {
    std::vector<Row> rows;
    for (Fields& f : read_table(table_of("dispatch.csv"))) {
        const std::string& name = f.text("name");
        const std::string sweep = fmt::format("{} {} {}", f.text("arch"),
                                              name.substr(0, name.rfind('/')), f.text("buffer"));
        const std::string group = f.text("kind") == "program" ? "programs in a trace"
                                  : f.text("kind") == "gap"   ? "gap between programs"
                                                              : "buffers through PCIe";
        rows.push_back({product_of(f.text("arch")), group, sweep,
                        fmt::format("{} {} {}", f.text("arch"), f.text("kind"), f.text("buffer")),
                        fmt::format("{} {} {}", f.text("arch"), name, f.text("buffer")),
                        f.number("value"), std::move(f)});
    }
    return rows;
}

std::unique_ptr<Replay> make_dispatch_replay() {
    return std::make_unique<DispatchReplay>();
}

}  // namespace ironbird::accuracy
