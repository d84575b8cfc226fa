// What programs are refused for, to the byte, and how they are laid out.
#include <gtest/gtest.h>

#include <tt-metalium/allocator.hpp>
#include <tt-metalium/distributed.hpp>
#include <tt-metalium/hal.hpp>
#include <tt-metalium/host_api.hpp>
#include <tt-metalium/program_descriptors.hpp>

#include "base/fault.hpp"
#include "host/device/device_state.hpp"
#include "host/program/prepared.hpp"
#include "host/program/program_state.hpp"
#include "host/program/request.hpp"

namespace tt::tt_metal {
namespace program_test {  // compiled together with other tests

using namespace ironbird;
using namespace ironbird::host;

constexpr const char* kEmpty = "void kernel_main() {}";
const DataMovementConfig kBrisc{.processor = DataMovementProcessor::RISCV_0, .noc = NOC::NOC_0};
const DataMovementConfig kNcrisc{.processor = DataMovementProcessor::RISCV_1, .noc = NOC::NOC_1};

template <class F>
Fault fault_of(F f) {
    try {
        f();
    } catch (const Error& e) {
        return e.fault();
    }
    return Fault::count_;
}

class ProgramTest : public testing::Test {
 protected:
    std::shared_ptr<distributed::MeshDevice> device_ = distributed::MeshDevice::create_unit_mesh(0);
    Program program_ = CreateProgram();
    const CoreCoord core_{0, 0};

    CBHandle cb(uint32_t size, uint8_t index = 0,
                const CoreRange& cores = CoreRange({0, 0}, {0, 0})) {
        CircularBufferConfig config(size, {{index, DataFormat::Float16_b}});
        return CreateCircularBuffer(program_, cores, config.set_page_size(index, size));
    }
    ConfigLayout layout() {
        return config_layout(program_.state(), device_->state().chip().product().memory);
    }
    void place() { place_circular_buffers(program_.state(), device_->state()); }
    uint32_t base() {
        return static_cast<uint32_t>(device_->allocator()->get_base_allocator_addr(HalMemType::L1));
    }
    uint32_t address_of(CBHandle handle) { return program_.state().cb(handle).address; }
};

TEST_F(ProgramTest, CircularBuffersMayFillL1ToTheLastByte) {
    const uint32_t room = hal::get_l1_size() - base();
    const CBHandle handle = cb(room);
    EXPECT_NO_THROW(place());
    UpdateCircularBufferPageSize(program_, handle, 0, 1);
    CircularBufferConfig larger(room + 1, {{1, DataFormat::Float16_b}});
    Program over = CreateProgram();
    CreateCircularBuffer(over, core_, larger.set_page_size(1, room + 1));
    EXPECT_EQ(fault_of([&] { place_circular_buffers(over.state(), device_->state()); }),
              Fault::cb_overflow);
}

TEST_F(ProgramTest, CircularBuffersMayTouchAnL1BufferButNotReachIntoIt) {
    const auto buffer = CreateBuffer({device_.get(), 2048, 2048, BufferType::L1});
    const uint32_t room = buffer->address() - base();
    cb(room);
    EXPECT_NO_THROW(place());
    Program over = CreateProgram();
    CircularBufferConfig larger(room + 1, {{0, DataFormat::Float16_b}});
    CreateCircularBuffer(over, core_, larger.set_page_size(0, room + 1));
    EXPECT_EQ(fault_of([&] { place_circular_buffers(over.state(), device_->state()); }),
              Fault::cb_clash);
}

TEST_F(ProgramTest, ACircularBufferHasOneAddressOnAllItsCores) {
    const CBHandle narrow = cb(64, 0, CoreRange({0, 0}, {0, 0}));
    const CBHandle wide = cb(64, 1, CoreRange({0, 0}, {1, 0}));
    const CBHandle other = cb(64, 2, CoreRange({3, 0}, {3, 0}));
    place();
    EXPECT_EQ(address_of(narrow), base());
    EXPECT_EQ(address_of(wide), base() + 64);
    EXPECT_EQ(address_of(other), base());
}

TEST_F(ProgramTest, CircularBuffersOnTopOfABuffer) {
    const ShardSpecBuffer spec(CoreRangeSet(CoreRange({0, 0}, {1, 0})), {2, 1},
                               ShardOrientation::ROW_MAJOR, {1, 1}, {4, 1});
    auto buffer = CreateBuffer(ShardedBufferConfig{device_.get(), 4 * 1024, 1024, BufferType::L1,
                                                   TensorMemoryLayout::HEIGHT_SHARDED, spec});
    CircularBufferConfig config(2048, {{0, DataFormat::Float16_b}}, *buffer);
    const CBHandle handle = CreateCircularBuffer(program_, core_, config.set_page_size(0, 1024));
    place();
    EXPECT_EQ(address_of(handle), buffer->address());
    EXPECT_EQ(fault_of([&] { CircularBufferConfig(2049, {{0, DataFormat::Float16_b}}, *buffer); }),
              Fault::cb_config);
    buffer.reset();
    EXPECT_EQ(fault_of([&] { place(); }), Fault::buffer_freed);
}

TEST_F(ProgramTest, BadCircularBuffers) {
    const uint32_t limit = hal::get_arch_num_circular_buffers();
    EXPECT_EQ(fault_of([&] {
                  CircularBufferConfig(64, {{static_cast<uint8_t>(limit), DataFormat::Float16_b}});
              }),
              Fault::cb_index);
    CircularBufferConfig config(100, {{0, DataFormat::Float16_b}});
    EXPECT_EQ(fault_of([&] { config.set_page_size(0, 33); }), Fault::cb_config);
    EXPECT_EQ(fault_of([&] { config.set_page_size(0, 0); }), Fault::cb_config);
    EXPECT_EQ(fault_of([&] { config.set_page_size(1, 50); }), Fault::cb_config);
    cb(64);
    EXPECT_EQ(fault_of([&] { cb(64); }), Fault::cb_config);
    EXPECT_EQ(fault_of([&] { cb(64, 1, CoreRange({0, 0}, {8, 0})); }), Fault::core_range);
}

TEST_F(ProgramTest, OneKernelForEachProcessor) {
    CreateKernelFromString(program_, kEmpty, core_, kBrisc);
    CreateKernelFromString(program_, kEmpty, core_, kNcrisc);
    CreateKernelFromString(program_, kEmpty, core_, ComputeConfig{});
    const CoreRange both({0, 0}, {1, 0});
    for (const auto& config :
         {std::variant<DataMovementConfig, ComputeConfig, EthernetConfig>(kBrisc),
          {kNcrisc},
          {ComputeConfig{}}})
        EXPECT_EQ(fault_of([&] { CreateKernelFromString(program_, kEmpty, both, config); }),
                  Fault::processor_taken);
    EXPECT_EQ(program_.state().kernels.size(), 3u);
}

TEST_F(ProgramTest, KernelsThatAreRefused) {
    for (const CoreCoord wrong : {CoreCoord(1, 0), CoreCoord(0, 16)})
        EXPECT_EQ(
            fault_of([&] { CreateKernelFromString(program_, kEmpty, wrong, EthernetConfig{}); }),
            Fault::core_range);
    const EthernetConfig second{.processor = DataMovementProcessor::RISCV_1};
    EXPECT_EQ(fault_of([&] { CreateKernelFromString(program_, kEmpty, core_, second); }),
              Fault::host_argument);
    CreateKernelFromString(program_, kEmpty, core_, EthernetConfig{});
    EXPECT_EQ(fault_of([&] { CreateKernelFromString(program_, kEmpty, core_, EthernetConfig{}); }),
              Fault::processor_taken);
    EXPECT_EQ(fault_of([&] { CreateKernel(program_, "no/such/kernel.cpp", core_, kBrisc); }),
              Fault::kernel_file);
    EXPECT_EQ(fault_of([&] { CreateKernelFromString(program_, kEmpty, CoreCoord(8, 0), kBrisc); }),
              Fault::core_range);
    CreateKernelFromString(program_, kEmpty, core_, kBrisc);
    DataMovementConfig same_noc = kNcrisc;
    same_noc.noc = kBrisc.noc;
    EXPECT_ANY_THROW(CreateKernelFromString(program_, kEmpty, core_, same_noc));
}

TEST_F(ProgramTest, ArgumentsUpToTheLimit) {
    const uint32_t limit = Machine::get().layout(0).product().limits.runtime_args;
    const auto k = CreateKernelFromString(program_, kEmpty, core_, kBrisc);
    const auto other = CreateKernelFromString(program_, kEmpty, CoreCoord(1, 0), kBrisc);
    SetRuntimeArgs(program_, k, core_, std::vector<uint32_t>(limit - 1));
    SetCommonRuntimeArgs(program_, k, std::vector<uint32_t>(1));
    EXPECT_EQ(fault_of([&] {
                  SetRuntimeArgs(program_, other, CoreCoord(1, 0),
                                 std::vector<uint32_t>(limit + 1));
              }),
              Fault::arg_count);
    SetRuntimeArgs(program_, other, CoreCoord(1, 0), std::vector<uint32_t>(limit));
    EXPECT_EQ(fault_of([&] { SetCommonRuntimeArgs(program_, other, {1}); }), Fault::arg_count);
}

TEST_F(ProgramTest, ArgumentsThatTheConfigAreaCannotHold) {
    const uint32_t limit = Machine::get().layout(0).product().limits.runtime_args;
    // Three classes of kernels with unique arguments at the limit, and common ones elsewhere.
    const std::vector<uint32_t> all(limit);
    for (uint32_t x = 0; x < 2; x++) {
        const CoreCoord core(x, 0);
        const KernelHandle ks[] = {CreateKernelFromString(program_, kEmpty, core, kBrisc),
                                   CreateKernelFromString(program_, kEmpty, core, kNcrisc),
                                   CreateKernelFromString(program_, kEmpty, core, ComputeConfig{})};
        for (KernelHandle k : ks) {
            if (x == 0)
                SetRuntimeArgs(program_, k, core, all);
            else
                SetCommonRuntimeArgs(program_, k, all);
        }
    }
    EXPECT_EQ(fault_of([&] { layout(); }), Fault::arg_count);
}

TEST_F(ProgramTest, ArgumentsAreChangedThroughViews) {
    const CoreRange cores({0, 0}, {1, 1});
    const auto k = CreateKernelFromString(program_, kEmpty, cores, kBrisc);
    SetRuntimeArgs(program_, k, cores, {1, 2, 3});
    GetRuntimeArgs(program_, k, CoreCoord(1, 0))[1] = 20;
    EXPECT_EQ(GetRuntimeArgs(program_, k)[1][0].at(1), 20u);
    EXPECT_EQ(program_.state().kernel(k).args.unique[1][0][1], 20u);
    EXPECT_EQ(program_.state().kernel(k).args.unique[0][0][1], 2u);
    EXPECT_ANY_THROW(SetRuntimeArgs(program_, k, cores, {1, 2}));
    EXPECT_NO_THROW(SetRuntimeArgs(program_, k, cores, {}));
    SetCommonRuntimeArgs(program_, k, {7});
    EXPECT_ANY_THROW(SetCommonRuntimeArgs(program_, k, {8}));
    GetCommonRuntimeArgs(program_, k)[0] = 9;
    EXPECT_EQ(program_.state().kernel(k).args.common[0], 9u);
    EXPECT_EQ(fault_of([&] { SetRuntimeArgs(program_, k, CoreCoord(5, 5), {1}); }),
              Fault::arg_core);
}

TEST_F(ProgramTest, SemaphoresAreNumberedByCore) {
    const CoreRange left({0, 0}, {0, 0}), right({1, 0}, {1, 0}), both({0, 0}, {1, 0});
    EXPECT_EQ(CreateSemaphore(program_, left, 0), 0u);
    EXPECT_EQ(CreateSemaphore(program_, right, 0), 0u);
    EXPECT_EQ(CreateSemaphore(program_, both, 0), 1u);
    for (uint32_t i = 2; i < 16; i++) EXPECT_EQ(CreateSemaphore(program_, left, 0), i);
    EXPECT_ANY_THROW(CreateSemaphore(program_, left, 0));
    EXPECT_EQ(CreateSemaphore(program_, right, 0), 2u);
    EXPECT_EQ(layout().semaphore_count, 16u);
    EXPECT_EQ(layout().semaphores % kSemaphoreSpacing, 0u);
}

TEST_F(ProgramTest, SemaphoresOfDescriptorsHaveTheirNumbersOnce) {
    const auto fault = [](const std::vector<SemaphoreDescriptor>& semaphores) {
        ProgramDescriptor descriptor;
        for (const SemaphoreDescriptor& s : semaphores) descriptor.semaphores.push_back(s);
        return fault_of([&] { const Program program(descriptor); });
    };
    const auto semaphore = [](uint32_t id, const CoreRange& cores) {
        return SemaphoreDescriptor{.id = id, .core_ranges = CoreRangeSet(cores)};
    };
    const CoreRange row({0, 0}, {1, 0}), column({0, 0}, {0, 1}), other({0, 1}, {1, 1});
    EXPECT_EQ(fault({semaphore(16, row)}), Fault::semaphore_count);
    EXPECT_EQ(fault({semaphore(0, row), semaphore(0, column)}), Fault::semaphore_count);
    EXPECT_EQ(fault({semaphore(0, row), semaphore(1, column), semaphore(0, other)}), Fault::count_);
}

TEST_F(ProgramTest, PrologueCarriesArgumentsAndFormats) {
    DataMovementConfig config = kBrisc;
    config.compile_args = {7, 8};
    config.named_compile_args = {{"b", 2}, {"a", 1}};
    config.defines = {{"X", "y z"}};
    const auto k = CreateKernelFromString(program_, kEmpty, core_, config);
    cb(2048, 1);
    const jit::Request r = request_for(program_.state(), program_.state().kernel(k),
                                       ironbird::abi::Processor::brisc, device_->state());
    for (const char* line : {"#define KERNEL_COMPILE_TIME_ARGS 7,8\n", "#define X y z\n",
                             "#define KERNEL_COMPILE_TIME_ARG_MAP {\"a\",1},{\"b\",2},\n",
                             "#define IB_CB_FORMATS 255,5\n", "#define IB_CB_TILE_BYTES 0,2048\n"})
        EXPECT_NE(r.prologue.find(line), std::string::npos) << line << r.prologue;
    EXPECT_NE(std::find(r.stable_defines.begin(), r.stable_defines.end(), "NOC_INDEX=0"),
              r.stable_defines.end());
}

TEST_F(ProgramTest, ComputeKernelsGetTablesOfOperands) {
    ComputeConfig config;
    config.fp32_dest_acc_en = true;
    config.math_fidelity = MathFidelity::HiFi2;
    const auto k = CreateKernelFromString(program_, kEmpty, core_, config);
    const auto add = [&](uint8_t index, tt::DataFormat format, const Tile& tile) {
        const uint32_t bytes = tile.get_tile_size(format);
        CreateCircularBuffer(program_, core_,
                             CircularBufferConfig(bytes, {{index, format}})
                                 .set_page_size(index, bytes)
                                 .set_tile_dims(index, tile));
    };
    add(1, tt::DataFormat::Float16_b, Tile({16, 32}));
    add(3, tt::DataFormat::Int32, Tile());
    const ib_compute_tables t = request_for(program_.state(), program_.state().kernel(k),
                                            ironbird::abi::Processor::math, device_->state())
                                    .tables;
    EXPECT_EQ(t.inputs[1].faces_down, 1u);
    EXPECT_EQ(t.inputs[1].faces_across, 2u);
    EXPECT_EQ(t.inputs[1].l1_format, static_cast<uint8_t>(tt::DataFormat::Float16_b));
    EXPECT_EQ(t.outputs[3].l1_format, static_cast<uint8_t>(tt::DataFormat::Int32));
    EXPECT_EQ(t.outputs[3].faces_down, 2u);
    // One that the program does not create.
    EXPECT_EQ(t.inputs[2].cb, 2u);
    EXPECT_EQ(t.inputs[2].l1_format, 255u);
    EXPECT_EQ(t.inputs[63].face_rows, 16u);
    EXPECT_EQ(t.settings.fp32_dest, 1u);
    EXPECT_EQ(t.settings.fidelity, 2u);
}

TEST_F(ProgramTest, DescriptorsMakeTheSameProgram) {
    ProgramDescriptor d;
    KernelDescriptor k;
    k.kernel_source = kEmpty;
    k.source_type = KernelDescriptor::SourceType::SOURCE_CODE;
    k.core_ranges = CoreRangeSet(CoreRange({0, 0}, {1, 0}));
    k.config = WriterConfigDescriptor{};
    k.emplace_runtime_args({0, 0}, {1u, 2u});
    d.kernels.push_back(k);
    CBDescriptor cb;
    cb.total_size = 4096;
    cb.core_ranges = k.core_ranges;
    cb.format_descriptors.push_back({.buffer_index = 3, .page_size = 2048});
    d.cbs.push_back(cb);
    d.semaphores.push_back({.id = 2, .core_ranges = k.core_ranges, .initial_value = 9});
    const Program made(d);
    EXPECT_EQ(made.state().kernels.at(0)->args.unique[0][0], (std::vector<uint32_t>{1, 2}));
    EXPECT_EQ(made.circular_buffers().at(0)->num_pages(3), 2u);
    EXPECT_EQ(made.state().semaphores.at(0).initial, 9u);
}

}  // namespace program_test
}  // namespace tt::tt_metal
