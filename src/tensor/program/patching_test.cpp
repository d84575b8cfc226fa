// What operations need: arguments that are tensors, patching of cached programs, the program cache,
// graph tracking, global circular buffers.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <tt-metalium/distributed.hpp>
#include <tt-metalium/experimental/program_descriptor_patching.hpp>
#include <tt-metalium/global_circular_buffer.hpp>
#include <tt-metalium/graph_tracking.hpp>
#include <tt-metalium/host_api.hpp>
#include <tt-metalium/program_cache.hpp>
#include <tt-metalium/tensor/mesh_tensor.hpp>
#include <tt-metalium/tensor_accessor_args.hpp>

#include "tensor/test_support.hpp"

namespace {

using namespace tt::tt_metal;
using namespace tt::tt_metal::distributed;
using ironbird::tensor::spec_of;
using ironbird::tensor::thrown;
using testing::HasSubstr;

class Operations : public testing::Test {
 protected:
    std::shared_ptr<MeshDevice> mesh_ = MeshDevice::create_unit_mesh(0);

    MeshTensor tensor() const {
        const MemoryConfig memory(TensorMemoryLayout::HEIGHT_SHARDED, BufferType::L1,
                                  ShardSpec(CoreRangeSet(CoreRange({0, 0}, {0, 0})), {32, 32}));
        return MeshTensor::allocate_on_device(
            *mesh_, spec_of(Shape({32, 32}), DataType::BFLOAT16, Layout::TILE, memory));
    }
    static Buffer* buffer_of(const MeshTensor& t) { return t.mesh_buffer().get_reference_buffer(); }
    // One kernel that gets both tensors, and a circular buffer on the first.
    static ProgramDescriptor descriptor(const MeshTensor& in, const MeshTensor& out) {
        KernelDescriptor kernel;
        kernel.kernel_source = "void kernel_main() {}";
        kernel.source_type = KernelDescriptor::SourceType::SOURCE_CODE;
        kernel.core_ranges = CoreRangeSet(CoreRange({0, 0}, {0, 0}));
        kernel.config = ReaderConfigDescriptor{};
        kernel.emplace_runtime_args({0, 0}, {std::cref(in), 7u, std::cref(out)});
        kernel.emplace_common_runtime_args({std::cref(out)});
        CBDescriptor cb{.total_size = 2048, .core_ranges = kernel.core_ranges, .tensor = &in};
        cb.format_descriptors.push_back(
            {.buffer_index = 0, .data_format = tt::DataFormat::Float16_b, .page_size = 2048});
        ProgramDescriptor all;
        all.kernels.push_back(kernel);
        all.cbs.push_back(cb);
        return all;
    }
};

TEST_F(Operations, TensorsAreArguments) {
    const MeshTensor in = tensor(), out = tensor();
    const ProgramDescriptor d = descriptor(in, out);
    const auto& [core, args] = d.kernels[0].runtime_args.at(0);
    EXPECT_EQ(args, (std::vector<uint32_t>{static_cast<uint32_t>(in.address()), 7,
                                           static_cast<uint32_t>(out.address())}));
    ASSERT_EQ(d.kernels[0].buffer_bindings.size(), 2u);
    EXPECT_EQ(d.kernels[0].buffer_bindings[1].buffer, buffer_of(out));
    EXPECT_EQ(TensorAccessorArgs(in).get_compile_time_args(),
              TensorAccessorArgs(buffer_of(in)).get_compile_time_args());
    EXPECT_EQ(
        TensorAccessorArgs(ttsl::optional_reference<const MeshTensor>()).get_compile_time_args(),
        TensorAccessorArgs(static_cast<const Buffer*>(nullptr)).get_compile_time_args());
    EXPECT_EQ(std::hash<ProgramDescriptor>{}(d),
              std::hash<ProgramDescriptor>{}(descriptor(out, in)));
}

// Of arguments by name: kernels are compiled for the names and the number of words, not for values.
TEST_F(Operations, NamesOfArgumentsArePartOfAProgramsHash) {
    const auto hash = [&](const std::string& name, const std::vector<uint32_t>& values) {
        ProgramDescriptor d;
        d.kernels.emplace_back();
        d.kernels[0].blaze_named_args.named_per_core_runtime_arg_arrays = {
            {name, {{CoreCoord(0, 0), values}}}};
        return std::hash<ProgramDescriptor>{}(d);
    };
    EXPECT_EQ(hash("a", {1, 2}), hash("a", {3, 4}));
    EXPECT_NE(hash("a", {1, 2}), hash("b", {1, 2}));
    EXPECT_NE(hash("a", {1, 2}), hash("a", {1, 2, 3}));
}

TEST_F(Operations, ACachedProgramGetsNewAddresses) {
    const MeshTensor in = tensor(), out = tensor(), other_in = tensor(), other_out = tensor();
    const ProgramDescriptor d = descriptor(in, out);
    Program program(d);
    Buffer* const first[] = {buffer_of(in), buffer_of(out)};
    const ResolvedBindings bindings = resolve_bindings(program, d, first, 1);
    ASSERT_EQ(bindings.rt_args.size(), 3u);
    EXPECT_TRUE(bindings.rt_args[2].is_common);
    ASSERT_EQ(bindings.cbs.size(), 1u);

    Buffer* const next[] = {buffer_of(other_in), buffer_of(other_out)};
    apply_resolved_bindings(program, bindings, next);
    const RuntimeArgsData& args = GetRuntimeArgs(program, 0, CoreCoord{0, 0});
    EXPECT_EQ(args[0], other_in.address());
    EXPECT_EQ(args[1], 7u);
    EXPECT_EQ(args[2], other_out.address());
    EXPECT_EQ(GetCommonRuntimeArgs(program, 0)[0], other_out.address());
    EXPECT_EQ(GetCircularBufferConfig(program, 0).globally_allocated_address(), other_in.address());

    const ProgramDescriptor again = descriptor(other_in, other_out);
    Program rebuilt(again);
    assert_fastpath_parity(program, rebuilt, again, "test");
    const DynamicRuntimeArg arg{.kernel_idx = 0, .core = {0, 0}, .arg_idx = 1, .value = 8};
    apply_dynamic_runtime_args(program, {&arg, 1});
    EXPECT_EQ(args[1], 8u);
    EXPECT_THAT(thrown([&] { assert_fastpath_parity(program, rebuilt, again, "test"); }),
                HasSubstr("descriptor fast-path parity FAILED for op test"));
    const DynamicRuntimeArg beyond{.kernel_idx = 0, .core = {0, 0}, .arg_idx = 9, .value = 8};
    EXPECT_THAT(thrown([&] { apply_dynamic_runtime_args(program, {&beyond, 1}); }),
                HasSubstr("is out of range (runtime args size 3)"));
}

TEST_F(Operations, AliasesMeanThatNothingCanBePatched) {
    const MeshTensor in = tensor(), out = tensor();
    const ProgramDescriptor d = descriptor(in, out);
    Program program(d);
    Buffer *const a = buffer_of(in), *const b = buffer_of(out);
    const auto empty = [&](std::vector<Buffer*> list, std::size_t inputs, bool allow = false) {
        return resolve_bindings(program, d, list, inputs, allow).empty();
    };
    EXPECT_TRUE(empty({a, a, b}, 2));   // f(X, X)
    EXPECT_TRUE(empty({a, b, b}, 1));   // two outputs in one place
    EXPECT_FALSE(empty({a, b, b}, 2));  // in place
    EXPECT_FALSE(empty({a, nullptr, b}, 2));
    EXPECT_TRUE(empty({a, b, b, b}, 3));
    EXPECT_FALSE(empty({a, b, b, b}, 3, true));  // the output stands among the arguments too
    EXPECT_THAT(thrown([&] { empty({a}, 1); }),
                HasSubstr("not found in tensor_args/tensor_return_value enumeration"));
}

TEST_F(Operations, ProgramCacheOfADevice) {
    using namespace program_cache::detail;
    ProgramCache& cache = mesh_->get_program_cache();
    EXPECT_TRUE(cache.is_enabled() && cache.cache_misses_allowed());
    const ProgramCacheKey one{1, "a"}, same_hash{1, "b"};
    cache.insert(one, CachedProgramFactory(CachedProgram<int>(Program(), 5), 2));
    EXPECT_TRUE(cache.contains(one));
    EXPECT_FALSE(cache.contains(same_hash));
    EXPECT_EQ(cache.get(one).program_factory_index, 2u);
    EXPECT_EQ(cache.get(one).cached_program.get<CachedProgram<int>>().shared_variables, 5);
    cache.insert(one, CachedProgramFactory(CachedProgram<int>(Program(), 6), 3));
    EXPECT_EQ(cache.get(one).program_factory_index, 2u);
    EXPECT_EQ(mesh_->num_program_cache_entries(), 1u);
    mesh_->disable_and_clear_program_cache();
    EXPECT_EQ(cache.num_entries(), 0u);
    EXPECT_FALSE(cache.is_enabled());
    EXPECT_THROW(cache.get(one), std::out_of_range);
}

struct Counter final : IGraphProcessor {
    int allocated = 0, freed = 0;
    void track_allocate(const Buffer*) override { allocated++; }
    void track_deallocate(Buffer*) override { freed++; }
};

// Takes the place of all memory.
struct Swallow final : IGraphHooks {
    bool hook_allocate(const Buffer*) override { return true; }
    bool hook_deallocate(Buffer*) override { return true; }
    bool hook_program(Program*) override { return true; }
    bool hook_write_to_device(const Buffer*) override { return true; }
    bool hook_read_from_device(Buffer*) override { return true; }
    bool hook_read_from_device(const MeshBuffer*) override { return true; }
    bool hook_write_to_device(const MeshBuffer*) override { return true; }
};

TEST_F(Operations, GraphTrackerSeesAllocations) {
    GraphTracker& tracker = GraphTracker::instance();
    const auto counter = std::make_shared<Counter>();
    EXPECT_FALSE(tracker.is_enabled());
    tracker.push_processor(counter);
    EXPECT_TRUE(tracker.is_enabled());
    {
        const MeshTensor t = tensor();
    }
    tracker.pop_processor();
    EXPECT_EQ(counter->allocated, 1);
    EXPECT_EQ(counter->freed, 1);
    {
        const MeshTensor t = tensor();
    }
    EXPECT_EQ(counter->allocated, 1);
    EXPECT_EQ(counter->end_capture(), nullptr);
}

TEST_F(Operations, HooksTakeThePlaceOfMemory) {
    GraphTracker& tracker = GraphTracker::instance();
    const DeviceAddr before = tensor().address();
    ASSERT_TRUE(tracker.add_hook(std::make_shared<Swallow>()));
    EXPECT_FALSE(tracker.add_hook(std::make_shared<Swallow>()));
    {
        const MeshTensor none = tensor();
        EXPECT_EQ(none.address(), 0u);
        tracker.clear_hook();
        EXPECT_EQ(tensor().address(), before);  // nothing was taken
    }
    EXPECT_EQ(tensor().address(), before);  // and nothing was given back
}

TEST_F(Operations, GlobalCircularBuffers) {
    using experimental::GlobalCircularBuffer;
    const CoreRangeSet right(CoreRange({1, 0}, {2, 0}));
    const GlobalCircularBuffer buffer(*mesh_, {{CoreCoord(0, 0), right}}, 4096);
    EXPECT_EQ(buffer.size(), 4096u);
    EXPECT_EQ(buffer.all_cores().num_cores(), 3u);
    EXPECT_EQ(buffer.receiver_cores(), right);
    EXPECT_NE(buffer.buffer_address(), buffer.config_address());
    EXPECT_EQ(std::hash<GlobalCircularBuffer>{}(buffer),
              std::hash<GlobalCircularBuffer>{}(GlobalCircularBuffer(buffer)));
    const auto made = [&](const GlobalCircularBuffer::Mapping& mapping) {
        return thrown([&] { GlobalCircularBuffer(*mesh_, mapping, 1024); });
    };
    EXPECT_THAT(made({}), HasSubstr("At least one sender required"));
    EXPECT_THAT(made({{CoreCoord(0, 0), right}, {CoreCoord(0, 0), right}}),
                HasSubstr("Duplicate sender cores found"));
    EXPECT_THAT(made({{CoreCoord(0, 0), right}, {CoreCoord(4, 0), right}}),
                HasSubstr("Duplicate receiver cores found"));
    EXPECT_THAT(made({{CoreCoord(1, 0), right}}), HasSubstr("Duplicate cores found"));
    Program program;
    EXPECT_THAT(thrown([&] {
                    experimental::CreateCircularBuffer(program, CoreCoord(0, 0),
                                                       CircularBufferConfig(1024), buffer);
                }),
                HasSubstr("GlobalCircularBuffer is not modelled"));
}

}  // namespace
