// Building, launching and reading back.
#include "workloads.hpp"

#include <algorithm>
#include <numeric>
#include <sstream>

#include "statistics.hpp"

namespace ironbird::accuracy {

Workload::Workload(Session& session, Program&& program, KernelHandle kernel, const CoreRange& cores)
    : session_(session), kernel_(kernel), cores_(cores) {
    workload_.add_program(distributed::MeshCoordinateRange(session.device().shape()),
                          std::move(program));
}

void Workload::run() {
    auto& queue = session_.device().mesh_command_queue();
    distributed::EnqueueMeshWorkload(queue, workload_, false);
    distributed::Finish(queue);
}

std::vector<double> Workload::results(std::uint32_t address) {
    std::vector<double> cycles;
    for (const CoreCoord& core : cores_) {
        Words word;
        detail::ReadFromDeviceL1(&session_.device(), core, address, 4, word);
        cycles.push_back(word.at(0));
    }
    return cycles;
}

double Workload::median_cycles() {
    return median(results(kResult));
}

double Workload::span_cycles() {
    const auto begins = results(kResult + 4), ends = results(kResult + 8);
    return std::ranges::max(ends) - std::ranges::min(begins);
}

double Workload::mean_cycles(std::uint32_t address) {
    const auto all = results(address);
    return std::accumulate(all.begin(), all.end(), 0.0) / static_cast<double>(all.size());
}

std::string KernelChoice::key() const {
    return fmt::format("{} {} {} {} {} {}", file, reads, static_cast<int>(noc), compile_args,
                       cores.str(), arguments);
}

Workload& Workloads::get(const KernelChoice& choice, void (*more)(Program&, const CoreRange&)) {
    const std::string key = choice.key();
    if (const auto at = made_.find(key); at != made_.end()) return at->second;
    Program program = CreateProgram();
    if (more != nullptr) more(program, choice.cores);
    const auto processor =
        choice.reads ? DataMovementProcessor::RISCV_1 : DataMovementProcessor::RISCV_0;
    const KernelHandle kernel = CreateKernel(
        program, examples::kernel("accuracy/kernels/" + choice.file), choice.cores,
        DataMovementConfig{
            .processor = processor, .noc = choice.noc, .compile_args = choice.compile_args});
    return made_.try_emplace(key, session_, std::move(program), kernel, choice.cores).first->second;
}

CoreRange rectangle(const std::string& text) {
    std::istringstream in(text);
    std::size_t x = 0, y = 0, width = 0, height = 0;
    in >> x >> y >> width >> height;
    return {{x, y}, {x + width - 1, y + height - 1}};
}

std::uint32_t packed_place(Session& session, CoreCoord logical) {
    const CoreCoord at = session.device().worker_core_from_logical_core(logical);
    return static_cast<std::uint32_t>(at.x << 16 | at.y);
}

}  // namespace ironbird::accuracy
