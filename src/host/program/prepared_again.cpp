// Launching a program again: arguments are all that changes from one launch to the next.
#include <algorithm>
#include <cstring>

#include "host/device/device_state.hpp"
#include "host/program/prepared.hpp"
#include "host/program/program_state.hpp"

namespace ironbird::host {
namespace {

using Makings = std::vector<std::uint64_t>;

std::uint64_t number_of(const void* thing) {
    return reinterpret_cast<std::uintptr_t>(thing);
}

void add(Makings& all, const CoreMask& cores) {
    static const CoreMask kWord(~std::uint64_t{0});
    for (std::size_t first = 0; first < cores.size(); first += 64)
        all.push_back(((cores >> first) & kWord).to_ullong());
}

void add(Makings& all, const CbRecord& cb) {
    const auto& config = cb.config;
    all.insert(all.end(), {cb.address, cb.bytes, config.dynamic_cb() ? 1u : 0u});
    for (const std::uint8_t i : config.buffer_indices()) {
        const auto format = config.data_formats()[i].value_or(tt::DataFormat::Invalid);
        all.insert(all.end(),
                   {i, config.page_sizes()[i].value_or(0), static_cast<std::uint64_t>(format)});
    }
}

std::span<const std::uint32_t> words_of(const ProgramState& program,
                                        const Prepared::Arguments& at) {
    const KernelArgs& args = program.kernels[at.kernel]->args;
    return at.core ? args.on(*at.core) : std::span<const std::uint32_t>(args.common);
}

// A copy whose spans are its own.
std::shared_ptr<Prepared> copy_of(const Prepared& old) {
    auto fresh = std::make_shared<Prepared>(old);
    for (device::CoreLaunch::Write& w : fresh->writes)
        w.bytes = {fresh->bytes.data() + (w.bytes.data() - old.bytes.data()), w.bytes.size()};
    for (device::CoreLaunch& core : fresh->cores) {
        core.writes = {fresh->writes.data() + (core.writes.data() - old.writes.data()),
                       core.writes.size()};
        const auto list =
            std::ranges::find(old.cbs, core.cbs.data(), [](const auto& cbs) { return cbs.data(); });
        core.cbs = fresh->cbs[static_cast<std::size_t>(list - old.cbs.begin())];
    }
    return fresh;
}

}  // namespace

Makings makings(const ProgramState& program, const CompiledProgram& compiled,
                const DeviceState& device) {
    Makings all{number_of(compiled.product), program.id, program.runtime_id};
    for (const auto& code : compiled.code)
        for (const auto& kernel : code) all.push_back(number_of(kernel.get()));
    const Division& division = device.sub_devices->active();
    for (std::size_t i = 0; i < division.masks.size(); i++) {
        add(all, division.masks[i]);
        all.insert(all.end(), {division.origins[i].x, division.origins[i].y});
    }
    for (const auto& cb : program.cbs) add(all, *cb);
    for (const SemaphoreRecord& s : program.semaphores) all.insert(all.end(), {s.id, s.initial});
    return all;
}

std::shared_ptr<const Prepared> prepared_again(ProgramState& program,
                                               std::span<const std::uint64_t> made_of) {
    if (program.prepared == nullptr || !std::ranges::equal(program.prepared->made_of, made_of))
        return nullptr;
    const auto same_size = [&](const Prepared::Arguments& at) {
        return words_of(program, at).size() == at.count;
    };
    if (!std::ranges::all_of(program.prepared->arguments, same_size)) return nullptr;
    // What has not run yet, or belongs to a trace, keeps its own.
    if (program.prepared.use_count() > 1) program.prepared = copy_of(*program.prepared);
    Prepared& work = *program.prepared;
    for (const Prepared::Arguments& at : work.arguments)
        if (at.count != 0)
            std::memcpy(work.bytes.data() + at.begin, words_of(program, at).data(),
                        at.count * sizeof(std::uint32_t));
    return program.prepared;
}

}  // namespace ironbird::host
