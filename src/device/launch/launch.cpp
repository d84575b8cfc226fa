// Builds what a kernel sees of its processor.
#include "device/launch/launch.hpp"

#include <algorithm>
#include <bit>
#include <cstring>
#include <new>

#include "abi/window.hpp"
#include "device/tensix/tensix.hpp"

namespace ironbird::device {
namespace {

constexpr std::uint32_t kComputeUnit = 16;  // compute processors count addresses in these

void apply_writes(std::uint8_t* l1, std::span<const CoreLaunch::Write> writes) {
    for (const auto& w : writes) std::copy(w.bytes.begin(), w.bytes.end(), l1 + w.address);
}

// Field by field: a whole record on its way through the stack would wait for the stores before it.
void write_view(ib_cb_interface& i, const CbSetup& cb, std::uint32_t pages, bool compute) {
    const std::uint32_t unit = compute ? kComputeUnit : 1;
    i.fifo_size = cb.size / unit;
    i.fifo_limit = (cb.address + cb.size) / unit;
    i.fifo_page_size = cb.page_size / unit;
    i.fifo_num_pages = pages;
    i.fifo_rd_ptr = i.fifo_wr_ptr = cb.address / unit;
    i.tiles_acked_received_init = 0;
    i.fifo_wr_tile_ptr = 0;
}

// The views that a block's last user had or may have written are cleared; most of a context never
// is.
void view_cbs(const Core& core, Processor& p, std::span<const CbSetup> cbs) {
    ib_context& c = *p.context;
    std::uint64_t wanted = 0;
    for (const CbSetup& cb : cbs) wanted |= std::uint64_t{1} << cb.index;
    for (std::uint64_t left = p.cb_views & ~wanted; left != 0; left &= left - 1)
        c.cb[std::countr_zero(left)] = {};
    for (const CbSetup& cb : cbs)
        write_view(c.cb[cb.index], cb, core.cbs[cb.index].pages(), p.index >= kFirstCompute);
    p.cb_views = wanted;
}

void relocate(std::uint8_t* at, const abi::Relocation& r, std::uintptr_t globals,
              std::uintptr_t constants) {
    const std::uintptr_t base = r.base == abi::Relocation::Base::globals ? globals : constants;
    const std::uint64_t value = base + static_cast<std::uint64_t>(r.addend);
    std::memcpy(at + r.offset, &value, r.width);
}

// Small images live behind the context, in pages that the context touches anyway.
void place_globals(Processor& p) {
    const abi::Image& image = p.kernel->globals;
    p.global_pages = nullptr;
    p.context->globals = nullptr;
    if (image.bytes.empty()) return;
    const std::size_t align = std::max<std::size_t>(image.alignment, 16);
    const std::size_t offset = (sizeof(ib_context) + align - 1) / align * align;
    if (offset + image.bytes.size() <= IB_CONTEXT_BYTES) {
        p.context->globals = p.block() + offset;
    } else {
        p.global_bytes = image.bytes.size();
        p.global_pages = abi::take_pages(p.global_bytes);
        p.context->globals = p.global_pages;
    }
    std::memcpy(p.context->globals, image.bytes.data(), image.bytes.size());
    const auto globals = reinterpret_cast<std::uintptr_t>(p.context->globals);
    const auto constants = reinterpret_cast<std::uintptr_t>(p.kernel->constants_base);
    for (const abi::Relocation& r : image.relocations)
        relocate(p.context->globals, r, globals, constants);
}

void fill_context(const ChipModel& chip, const Core& core, Processor& p, const CoreLaunch& plan) {
    ib_context& c = *p.context;
    const arch::Product& product = chip.plan().product();
    c.l1 = core.l1;
    c.constants = p.kernel->constants_base;
    c.processor = &p;
    const ArgBlock& args = plan.args[p.index];
    c.rta_base = args.rta_base;
    c.rta_count = args.rta_count;
    c.crta_base = args.crta_base;
    c.crta_count = args.crta_count;
    c.sem_base = plan.sem_base;
    c.sem_count = plan.sem_count;
    c.cb_count = product.limits.cbs;
    c.l1_size = chip.plan().l1_bytes(core.id);
    const Virtual at = chip.plan().to_virtual(plan.core);
    for (int noc = 0; noc < 2; noc++) {
        c.noc_x[noc] = static_cast<std::uint8_t>(at.x);
        c.noc_y[noc] = static_cast<std::uint8_t>(at.y);
    }
    // Kernels know an Ethernet core as (0, channel).
    const bool ethernet = chip.plan().is_ethernet(core.id);
    c.logical_x = static_cast<std::uint8_t>(ethernet ? 0 : plan.core.x);
    c.logical_y = static_cast<std::uint8_t>(ethernet ? plan.core.x : plan.core.y);
    c.relative_x = static_cast<std::uint8_t>(plan.relative.x);
    c.relative_y = static_cast<std::uint8_t>(plan.relative.y);
    c.processor_index = p.index;
    c.device_id = static_cast<std::uint8_t>(chip.id());
    static std::array<std::uint8_t, IB_ASKED_BYTES> nothing{};
    c.asked[0] = c.asked[1] = nothing.data();
    std::memset(c.scratch, 0, sizeof c.scratch);
    std::memset(c.command_buffers, 0, sizeof c.command_buffers);
    view_cbs(core, p, plan.cbs);
}

void prepare_processor(const ChipModel& chip, Core& core, Processor& p, const CoreLaunch& plan,
                       Blocks& blocks) {
    p.kernel = plan.kernels[p.index];
    blocks.lend(p);
    p.launch++;
    p.deliveries = 0;
    core.niu.start(p.index);
    p.wait = {};
    p.asked = {};
    p.ended_at = {};
    p.multicasts.clear();
    fill_context(chip, core, p, plan);
    place_globals(p);
}

void set_up_cbs(Core& core, const CoreLaunch& plan) {
    static_assert(IB_MAX_CBS <= 64);
    for (std::uint64_t left = core.cbs_set_up; left != 0; left &= left - 1)
        core.cbs[static_cast<std::size_t>(std::countr_zero(left))].forget();
    core.cbs_set_up = 0;
    for (const CbSetup& cb : plan.cbs) {
        invariant(cb.page_size != 0, "a circular buffer has a page size");
        core.cbs[cb.index].configure(cb.size / cb.page_size);
        core.cbs_set_up |= std::uint64_t{1} << cb.index;
    }
}

bool computes(const CoreLaunch& plan) {
    return std::any_of(plan.kernels.begin() + kFirstCompute, plan.kernels.end(),
                       [](const abi::Kernel* k) { return k != nullptr; });
}

void prepare_tensix(Core& core, const CoreLaunch& plan) {
    core.mailboxes.reset();
    if (!computes(plan)) return;
    if (core.tensix == nullptr) core.tensix = std::make_unique<Tensix>(*core.chip.product);
    core.tensix->reset(core.chip.exact_math, core.chip.moves_data);
}

}  // namespace

Blocks::~Blocks() {
    for (const Block& b : free_) abi::give_block(b.memory);
}

std::size_t ActiveLaunch::processors() const {
    std::size_t n = 0;
    for (const CoreLaunch& p : plans)
        for (const abi::Kernel* k : p.kernels) n += k != nullptr ? 1 : 0;
    return n;
}

bool Blocks::has_room(std::size_t processors) const {
    return taken_ == 0 || taken_ + processors <= abi::most_blocks();
}

void Blocks::lend(Processor& p) {
    taken_++;
    Block block{};
    if (free_.empty()) {
        block.memory = abi::take_block();
        std::memset(block.memory, 0, sizeof(ib_context));  // another engine may have had it
    } else {
        block = free_.back();
        free_.pop_back();
    }
    p.context = reinterpret_cast<ib_context*>(block.memory);
    p.cb_views = block.cb_views;
}

// Where fill_context writes, and the first frame of the stack.
void Blocks::prefetch(std::size_t blocks) const {
    constexpr std::size_t kWritten[] = {0,
                                        64,
                                        offsetof(ib_context, scratch),
                                        offsetof(ib_context, scratch) + 64,
                                        offsetof(ib_context, command_buffers),
                                        offsetof(ib_context, command_buffers) + 64,
                                        offsetof(ib_context, asked),
                                        IB_BLOCK_BYTES - 128,
                                        IB_BLOCK_BYTES - 64};
    for (std::size_t n = 0; n < std::min(blocks, free_.size()); n++)
        for (const std::size_t at : kWritten)
            __builtin_prefetch(free_[free_.size() - 1 - n].memory + at, 1);
}

void Blocks::take_back(Processor& p) {
    free_.push_back({p.block(), p.kernel->cb_use.writes_views ? ~std::uint64_t{0} : p.cb_views});
    taken_--;
    p.context = nullptr;
}

void prepare_core(ChipModel& chip, std::uint32_t index, const CoreLaunch& plan, Cycles start,
                  Blocks& blocks) {
    Core& core = chip.core(index);
    apply_writes(core.l1, plan.writes);
    set_up_cbs(core, plan);
    prepare_tensix(core, plan);
    core.word_notes.clear();
    core.niu.forget_ids();
    core.all_ended = false;
    for (Processor& p : core.processors) {
        if (plan.kernels[p.index] == nullptr) continue;
        prepare_processor(chip, core, p, plan, blocks);
        core.start(p, start + Cycles{plan.delay + chip.plan().product().calls.kernel_start});
    }
    chip.core_changed(index);
}

void release_core(Core& core, Blocks& blocks) {
    for (Processor& p : core.processors) {
        if (p.context == nullptr) continue;
        if (p.global_pages != nullptr) abi::give_pages(p.global_pages, p.global_bytes);
        p.global_pages = nullptr;
        blocks.take_back(p);
        p.kernel = nullptr;
        p.state = State::idle;
    }
}

}  // namespace ironbird::device
