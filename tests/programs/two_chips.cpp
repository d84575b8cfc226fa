// One program, made before any device is open, on each of the devices that are named: a product of
// tiles with CBs, a compute kernel and DRAM on both ends. Prints the chip and the sum of the
// result.
#include <tt-metalium/command_queue.hpp>
#include <tt-metalium/tt_metal.hpp>

#include "compute.hpp"

using namespace examples;
using namespace ironbird::tests;

namespace {

constexpr CoreCoord kCore{0, 0};
constexpr std::uint32_t kRows = 2, kInner = 3, kColumns = 2;  // of tiles

struct Work {
    Program program = CreateProgram();
    KernelHandle in = 0, out = 0;
};

// The accessors of interleaved DRAM buffers are the same for all chips.
Work make(const Words& accessor) {
    Work w;
    const auto cb = [&](std::uint8_t index, std::uint32_t pages) {
        CreateCircularBuffer(
            w.program, kCore,
            CircularBufferConfig(pages * kTileBytes, {{index, tt::DataFormat::Float16_b}})
                .set_page_size(index, kTileBytes));
    };
    cb(0, kRows * kInner);
    cb(1, kInner * kColumns);
    cb(kOutput, 2);
    Words reader_args = {2};
    reader_args.insert(reader_args.end(), accessor.begin(), accessor.end());
    const std::string folder = "tests/programs/kernels/compute/";
    w.in = CreateKernel(w.program, kernel(folder + "read_tiles.cpp"), kCore, reader(reader_args));
    w.out = CreateKernel(w.program, kernel(folder + "write_tiles.cpp"), kCore, writer(accessor));
    CreateKernel(w.program, kernel(folder + "matmul.cpp"), kCore,
                 ComputeConfig{.compile_args = {kRows, kInner, kColumns}});
    return w;
}

std::shared_ptr<Buffer> dram(IDevice* device, std::uint32_t tiles) {
    return CreateBuffer(InterleavedBufferConfig{.device = device,
                                                .size = tiles * kTileBytes,
                                                .page_size = kTileBytes,
                                                .buffer_type = BufferType::DRAM});
}

void run(Work& w, IDevice* device, const Words& a, const Words& b) {
    CommandQueue& queue = device->command_queue();
    const auto from_a = dram(device, kRows * kInner), from_b = dram(device, kInner * kColumns),
               to = dram(device, kRows * kColumns);
    EnqueueWriteBuffer(queue, from_a, a.data(), false);
    EnqueueWriteBuffer(queue, from_b, b.data(), false);
    SetRuntimeArgs(w.program, w.in, kCore,
                   {from_a->address(), kRows * kInner, from_b->address(), kInner * kColumns});
    SetRuntimeArgs(w.program, w.out, kCore, {to->address(), kRows * kColumns});
    EnqueueProgram(queue, w.program, false);
    Words result(kRows * kColumns * kTileWords);
    EnqueueReadBuffer(queue, to, result.data(), true);
    std::uint64_t sum = 14695981039346656037u;
    for (const std::uint32_t word : result) sum = (sum ^ word) * 1099511628211u;
    fmt::print(
        "{} {} cores {:016x}\n", static_cast<int>(device->arch()),
        device->compute_with_storage_grid_size().x * device->compute_with_storage_grid_size().y,
        sum);
}

}  // namespace

int main(int argc, char** argv) {
    Words accessor;
    TensorAccessorArgs::create_dram_interleaved().append_to(accessor);
    Work work = make(accessor);
    const Words a = pack_bf16(random_matrix(kRows * 32, kInner * 32, 1));
    const Words b = pack_bf16(random_matrix(kInner * 32, kColumns * 32, 2));
    std::vector<IDevice*> devices;
    for (int i = 1; i < argc; i++) devices.push_back(CreateDevice(std::stoi(argv[i])));
    for (int round = 0; round < 2; round++)
        for (IDevice* device : devices) run(work, device, a, b);
    for (IDevice* device : devices) CloseDevice(device);
}
