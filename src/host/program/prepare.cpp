// From a program to what the engine starts: arguments and semaphores as bytes for each core's L1.
#include <fmt/format.h>

#include <cstring>
#include <map>
#include <optional>

#include "base/fault.hpp"
#include "host/device/device_state.hpp"
#include "host/program/chip_checks.hpp"
#include "host/program/prepared.hpp"
#include "host/program/program_state.hpp"
#include "host/program/request.hpp"
#include "host/queue/launch_cost.hpp"

namespace ironbird::host {
namespace {

constexpr std::uint32_t kWord = 4;
constexpr std::uint32_t kCbWords =
    4;  // address, size, pages, page size, as the chip's firmware reads

std::uint32_t up16(std::uint32_t n) {
    return (n + 15) / 16 * 16;
}

struct ArgSizes {
    std::array<std::uint32_t, kKernelClasses> unique{}, common{};
};

ArgSizes largest_args(const ProgramState& program) {
    ArgSizes most;
    for (const auto& k : program.kernels) {
        const auto c = static_cast<std::size_t>(k->kernel_class);
        most.unique[c] = std::max(most.unique[c], k->args.most_unique);
        most.common[c] =
            std::max(most.common[c], static_cast<std::uint32_t>(k->args.common.size()));
    }
    return most;
}

std::uint32_t highest_cb(const ProgramState& program) {
    std::uint32_t count = 0;
    for (const auto& cb : program.cbs)
        for (std::uint8_t i : cb->config.buffer_indices()) count = std::max(count, i + 1u);
    return count;
}

// The writes of one core are put together in `bytes`; spans are made when nothing grows any more.
struct PendingWrite {
    std::uint32_t address;
    std::size_t begin, size;
};

class Builder {
 public:
    Builder(ProgramState& program, const CompiledProgram& compiled, const DeviceState& device)
        : program_(program),
          compiled_(compiled),
          device_(device),
          layout_(config_layout(program, device.chip().product().memory)),
          ethernet_layout_(config_layout(program, device.chip().product().ethernet)) {}

    std::shared_ptr<Prepared> build();

 private:
    void choose_cores();
    void add_core(std::size_t place);
    void add_kernel(device::CoreLaunch& core, std::size_t kernel, Logical at);
    void add_semaphores(std::size_t place);
    void add_cb_words(const std::vector<device::CbSetup>& cbs);
    std::size_t cb_list(std::size_t place);
    device::ArgBlock add_args(std::size_t kernel, Logical at);
    void add_words(std::uint32_t address, std::span<const std::uint32_t> words);
    void keep_place(std::size_t kernel, std::optional<Logical> at,
                    std::span<const std::uint32_t> words);
    void close_spans();

    ProgramState& program_;
    const CompiledProgram& compiled_;
    const DeviceState& device_;
    const ConfigLayout& layout_of(Logical at) const {
        return at.y == kEthernetRow ? ethernet_layout_ : layout_;
    }

    ConfigLayout layout_, ethernet_layout_;
    CoreMask used_;
    std::shared_ptr<Prepared> out_ = std::make_shared<Prepared>();
    std::vector<PendingWrite> pending_;
    std::vector<std::size_t> first_write_, cb_list_of_;
    std::map<std::vector<bool>, std::size_t> cb_lists_;
};

// A program may only use cores of sub-devices; it occupies those that it touches as a whole.
void Builder::choose_cores() {
    for (const auto& k : program_.kernels) used_ |= k->mask;
    // Ethernet cores belong to no sub-device.
    const CoreMask ethernet = used_ & ethernet_places();
    out_->occupied |= ethernet;
    out_->links = ethernet.any();
    CoreMask rest = used_ & ~ethernet;
    for (const CoreMask& part : device_.sub_devices->active().masks) {
        if ((part & used_).none()) continue;
        out_->occupied |= part;
        rest &= ~part;
    }
    if (rest.none()) return;
    const Logical core = core_at(rest._Find_first());
    throw Error(Fault::core_range,
                fmt::format("a kernel runs on core ({},{}), which belongs to no sub-device", core.x,
                            core.y));
}

void Builder::add_words(std::uint32_t address, std::span<const std::uint32_t> words) {
    if (words.empty()) return;
    const auto* bytes = reinterpret_cast<const std::uint8_t*>(words.data());
    pending_.push_back({address, out_->bytes.size(), words.size_bytes()});
    out_->bytes.insert(out_->bytes.end(), bytes, bytes + words.size_bytes());
}

// Where arguments stand, for the next launch of the program; words that follow are added there.
void Builder::keep_place(std::size_t kernel, std::optional<Logical> at,
                         std::span<const std::uint32_t> words) {
    out_->arguments.push_back({kernel, at, out_->bytes.size(), words.size()});
}

device::ArgBlock Builder::add_args(std::size_t kernel, Logical at) {
    const KernelRecord& k = *program_.kernels[kernel];
    const auto& where = layout_of(at).args[static_cast<std::size_t>(k.kernel_class)];
    if (at.y == kEthernetRow) at = {0, at.x};  // as the program names it
    device::ArgBlock block{where.rta, 0, where.crta,
                           static_cast<std::uint32_t>(k.args.common.size())};
    const std::span<const std::uint32_t> words = k.args.on(at);
    block.rta_count = static_cast<std::uint32_t>(words.size());
    keep_place(kernel, at, words);
    add_words(where.rta, words);
    keep_place(kernel, std::nullopt, k.args.common);
    add_words(where.crta, k.args.common);
    return block;
}

void Builder::add_kernel(device::CoreLaunch& core, std::size_t kernel, Logical at) {
    const device::ArgBlock block = add_args(kernel, at);
    const auto processors = processors_of(program_.kernels[kernel]->kernel_class);
    for (std::size_t i = 0; i < processors.size(); i++) {
        const auto p = static_cast<std::size_t>(processors[i]);
        core.kernels[p] = compiled_.code[kernel][i].get();
        core.args[p] = block;
    }
}

void Builder::add_semaphores(std::size_t place) {
    const ConfigLayout& layout = layout_of(core_at(place));
    std::vector<std::uint32_t> words(layout.semaphore_count * kSemaphoreSpacing / kWord, 0);
    bool any = false;
    for (const SemaphoreRecord& s : program_.semaphores) {
        if (!s.mask[place]) continue;
        words[s.id * kSemaphoreSpacing / kWord] = s.initial;
        any = true;
    }
    if (any) add_words(layout.semaphores, words);
}

// Cores with the same circular buffers share one list.
std::size_t Builder::cb_list(std::size_t place) {
    std::vector<bool> key;
    for (const auto& cb : program_.cbs) key.push_back(cb->mask[place]);
    const auto [at, fresh] = cb_lists_.try_emplace(std::move(key), out_->cbs.size());
    if (!fresh) return at->second;
    auto& list = out_->cbs.emplace_back();
    for (const auto& cb : program_.cbs) {
        if (!cb->mask[place]) continue;
        for (std::uint8_t i : cb->config.buffer_indices()) {
            const auto page = cb->config.page_sizes()[i];
            if (!page)
                throw Error(Fault::cb_config,
                            fmt::format("circular buffer {} has no page size", i));
            const auto format = cb->config.data_formats()[i].value_or(tt::DataFormat::Invalid);
            list.push_back({i, static_cast<std::uint8_t>(format), cb->address, cb->bytes, *page,
                            cb->config.dynamic_cb()});
        }
    }
    std::sort(list.begin(), list.end(), [](auto& a, auto& b) { return a.index < b.index; });
    return at->second;
}

void Builder::add_cb_words(const std::vector<device::CbSetup>& cbs) {
    std::vector<std::uint32_t> words(layout_.cb_words, 0);
    for (const device::CbSetup& cb : cbs) {
        const std::uint32_t row[] = {cb.address, cb.size, cb.size / cb.page_size, cb.page_size};
        std::copy(std::begin(row), std::end(row), words.begin() + cb.index * kCbWords);
    }
    if (!cbs.empty()) add_words(layout_.cbs, words);
}

void Builder::add_core(std::size_t place) {
    const Logical at = core_at(place);
    const Division& division = device_.sub_devices->active();
    device::CoreLaunch core;
    core.core = at;
    for (std::size_t i = 0; i < division.masks.size(); i++)
        if (division.masks[i][place])
            core.relative = {at.x - division.origins[i].x, at.y - division.origins[i].y};
    first_write_.push_back(pending_.size());
    for (std::size_t k = 0; k < program_.kernels.size(); k++)
        if (program_.kernels[k]->mask[place]) add_kernel(core, k, at);
    core.sem_base = layout_of(at).semaphores;
    core.sem_count = layout_of(at).semaphore_count;
    add_semaphores(place);
    cb_list_of_.push_back(cb_list(place));
    add_cb_words(out_->cbs[cb_list_of_.back()]);
    out_->cores.push_back(core);
}

void Builder::close_spans() {
    for (const PendingWrite& w : pending_)
        out_->writes.push_back({w.address, std::span(out_->bytes).subspan(w.begin, w.size)});
    first_write_.push_back(pending_.size());
    for (std::size_t i = 0; i < out_->cores.size(); i++) {
        out_->cores[i].cbs = out_->cbs[cb_list_of_[i]];
        out_->cores[i].writes =
            std::span(out_->writes).subspan(first_write_[i], first_write_[i + 1] - first_write_[i]);
    }
}

std::shared_ptr<Prepared> Builder::build() {
    out_->program_id = program_.profile_id();
    out_->program = program_.id;
    out_->name = fmt::format("program {}", program_.id);
    for (const auto& code : compiled_.code)
        out_->kernels.insert(out_->kernels.end(), code.begin(), code.end());
    choose_cores();
    for_each_place(used_, [this](std::size_t place) { add_core(place); });
    close_spans();
    const arch::Floorplan& plan = device_.chip().plan();
    for (device::CoreLaunch& core : out_->cores) core.delay = start_delay(plan, core);
    out_->dispatch = dispatch_cycles(*out_, plan.product().launch);
    return out_;
}

}  // namespace

namespace {

struct Area {
    std::uint32_t base, bytes;
    bool ethernet;
};

ConfigLayout laid_out(const ProgramState& program, const Area& area) {
    const ArgSizes most = largest_args(program);
    ConfigLayout l;
    std::uint32_t at = area.base;
    for (std::size_t c = 0; c < kKernelClasses; c++) {
        if (is_ethernet(static_cast<KernelClass>(c)) != area.ethernet) continue;
        l.args[c].rta = at;
        at = up16(at + most.unique[c] * kWord);
        l.args[c].crta = at;
        at = up16(at + most.common[c] * kWord);
    }
    l.semaphores = at;
    for (const SemaphoreRecord& s : program.semaphores)
        if ((s.mask & ethernet_places()).any() == area.ethernet)
            l.semaphore_count = std::max(l.semaphore_count, s.id + 1);
    at += l.semaphore_count * kSemaphoreSpacing;
    l.cbs = at;
    l.cb_words = area.ethernet ? 0 : highest_cb(program) * kCbWords;
    l.end = up16(at + l.cb_words * kWord);
    if (l.end > area.base + area.bytes)
        throw Error(
            Fault::arg_count,
            fmt::format("arguments, semaphores and circular buffers take {} bytes of a core's "
                        "kernel-config area, which has {}",
                        l.end - area.base, area.bytes));
    return l;
}

}  // namespace

ConfigLayout config_layout(const ProgramState& program, const arch::MemoryMap& map) {
    return laid_out(program, {map.kernel_config_base, map.kernel_config_bytes, false});
}

ConfigLayout config_layout(const ProgramState& program, const arch::Ethernet& tiles) {
    return laid_out(program, {tiles.kernel_config_base, tiles.kernel_config_bytes, true});
}

std::shared_ptr<const Prepared> prepare(ProgramState& program, const DeviceState& device) {
    // With one kind of chip everything has been checked as it came.
    if (device.machine().chips_differ()) check_program(device.chip(), program);
    place_circular_buffers(program, device);
    config_layout(program, device.chip().product().memory);
    const CompiledProgram& compiled = compile(program, device);
    std::vector<std::uint64_t> made_of = makings(program, compiled, device);
    if (auto known = prepared_again(program, made_of)) return known;
    const auto fresh = Builder(program, compiled, device).build();
    fresh->made_of = std::move(made_of);
    program.prepared = fresh;
    return fresh;
}

}  // namespace ironbird::host
