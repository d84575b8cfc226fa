// One program for each hint: as somebody might write it at first, or repaired.
#include <cstdio>
#include <functional>
#include <map>
#include <string>

#include "session.hpp"

using namespace examples;

namespace {

constexpr std::uint32_t kPage = 2048;

std::string here(const std::string& file) {
    return kernel("tests/hints/kernels/" + file);
}

void add_cb(Program& program, const CoreRange& cores, std::uint32_t index, std::uint32_t pages,
            std::uint32_t page = kPage) {
    CreateCircularBuffer(program, cores,
                         CircularBufferConfig(pages * page, {{index, tt::DataFormat::Float16_b}})
                             .set_page_size(index, page));
}

// Every core reads its part of a buffer.
struct Reads {
    std::uint32_t pages, page = kPage, batch = 8, stride = 1;
    CoreCoord last{0, 0};
};

void run_reads(const Reads& r) {
    Session session;
    auto from = session.dram(r.pages * r.stride * r.page, r.page);
    Program program = CreateProgram();
    const CoreRange cores({0, 0}, r.last);
    add_cb(program, cores, 0, r.batch, r.page);
    Words args = {r.batch, r.stride};
    TensorAccessorArgs(*from).append_to(args);
    const KernelHandle read = CreateKernel(program, here("read_pages.cpp"), cores, reader(args));
    const auto count = static_cast<std::uint32_t>(cores.size());
    std::uint32_t n = 0;
    for (const CoreCoord& core : cores) {
        SetRuntimeArgs(program, read, core,
                       {static_cast<std::uint32_t>(from->address()), n * (r.pages / count),
                        r.pages / count, r.page});
        n++;
    }
    session.run(std::move(program));
    session.close();
}

void barrier_per_read(bool repaired) {
    run_reads({.pages = 64, .batch = repaired ? 8u : 1u});
}

void one_core(bool repaired) {
    run_reads({.pages = 1024, .last = repaired ? CoreCoord{3, 3} : CoreCoord{0, 0}});
}

void small_pages(bool repaired) {
    run_reads({.pages = repaired ? 32u : 1024u, .page = repaired ? 2048u : 64u, .batch = 32});
}

void dram_imbalance(bool repaired) {
    const auto banks = static_cast<std::uint32_t>(Session().device().num_dram_channels());
    run_reads({.pages = 512, .stride = repaired ? 1 : banks, .last = {3, 1}});
}

void fpu_behind_unpack(bool repaired) {
    constexpr std::uint32_t kTiles = 8, kBlocks = 64;
    Session session;
    Program program = CreateProgram();
    const CoreRange core({0, 0}, {0, 0});
    for (const std::uint32_t cb : {0u, 1u, 16u}) add_cb(program, core, cb, kTiles);
    CreateKernel(program, here("feed.cpp"), core, reader({kTiles}));
    CreateKernel(program, here("products.cpp"), core,
                 ComputeConfig{.math_fidelity = MathFidelity::HiFi2,
                               .compile_args = {kBlocks, repaired ? 1u : 0u}});
    session.run(std::move(program));
    session.close();
}

void unlinked_multicast(bool repaired) {
    constexpr std::uint32_t kPages = 64, kSide = 4;
    Session session;
    Program program = CreateProgram();
    add_cb(program, CoreRange({0, 0}, {kSide, kSide}), 0, 1);
    const KernelHandle send =
        CreateKernel(program, here("multicast.cpp"), CoreCoord{0, 0}, writer({repaired ? 1u : 0u}));
    const CoreCoord first = session.device().worker_core_from_logical_core({1, 1});
    const CoreCoord last = session.device().worker_core_from_logical_core({kSide, kSide});
    SetRuntimeArgs(program, send, CoreCoord{0, 0},
                   {kPages, 512, first.x, first.y, last.x, last.y, kSide * kSide});
    session.run(std::move(program));
    session.close();
}

void scalar_loop(bool repaired) {
    Session session;
    Program program = CreateProgram();
    const CoreRange core({0, 0}, {0, 0});
    add_cb(program, core, 0, 32);
    CreateKernel(program, here("clear.cpp"), core, reader({repaired ? 1u : 0u}));
    session.run(std::move(program));
    session.close();
}

void cb_depth(bool repaired) {
    constexpr std::uint32_t kPages = 64;
    Session session;
    auto from = session.dram(kPages * kPage, kPage), to = session.dram(kPages * kPage, kPage);
    Program program = CreateProgram();
    const CoreRange core({0, 0}, {0, 0});
    add_cb(program, core, 0, repaired ? 2 : 1);
    const auto in = CreateKernel(program, here("produce.cpp"), core, reader(accessor_args({from})));
    const auto out = CreateKernel(program, here("consume.cpp"), core, writer(accessor_args({to})));
    SetRuntimeArgs(program, in, core, {static_cast<std::uint32_t>(from->address()), kPages, kPage});
    SetRuntimeArgs(program, out, core, {static_cast<std::uint32_t>(to->address()), kPages, kPage});
    session.run(std::move(program));
    session.close();
}

const std::map<std::string, std::function<void(bool)>> kPrograms = {
    {"barrier-per-read", barrier_per_read},
    {"cb-depth", cb_depth},
    {"dram-imbalance", dram_imbalance},
    {"fpu-behind-unpack", fpu_behind_unpack},
    {"one-core", one_core},
    {"scalar-loop", scalar_loop},
    {"small-pages", small_pages},
    {"unlinked-multicast", unlinked_multicast},
};

}  // namespace

int main(int argc, char** argv) {
    const auto program = argc > 1 ? kPrograms.find(argv[1]) : kPrograms.end();
    if (program == kPrograms.end()) {
        std::fprintf(stderr, "usage: hint_programs HINT [repaired]\n");
        return 1;
    }
    program->second(argc > 2 && std::string(argv[2]) == "repaired");
    return 0;
}
