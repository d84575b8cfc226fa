// Compute kernels that misuse Dst, tiles and formats.
#include "fault.hpp"

namespace ironbird::tests {
namespace {

using namespace tt::tt_metal;

constexpr std::uint32_t kPages = 2;

void add_cb(Program& program, std::uint8_t index, tt::DataFormat format) {
    const std::uint32_t page = tt::tile_size(format);
    CreateCircularBuffer(
        program, kFirst,
        CircularBufferConfig(kPages * page, {{index, format}}).set_page_size(index, page));
}

// A compute kernel from a string, with CBs 0 and 16 of two pages each.
void run_compute(const std::string& body, const ComputeConfig& config = {},
                 tt::DataFormat in = tt::DataFormat::Float16_b) {
    examples::Session session;
    Program program = CreateProgram();
    add_cb(program, 0, in);
    add_cb(program, 16, tt::DataFormat::Float16_b);
    CreateKernelFromString(program,
                           "#include \"api/compute/compute_kernel_hw_startup.h\"\n"
                           "#include \"api/compute/matmul.h\"\n"
                           "#include \"api/compute/reduce.h\"\n"
                           "#include \"api/compute/tile_move_copy.h\"\n"
                           "#include \"api/compute/tilize.h\"\n"
                           "void kernel_main() {\n"
                           "compute_kernel_hw_startup(0, 16);\n"
                           "copy_tile_init(0);\n" +
                               body + "\n}\n",
                           kFirst, config);
    session.run(std::move(program));
}

TEST(ComputeFaults, DstIndexPastTheSection) {
    const std::string body =
        "tile_regs_acquire(); copy_tile(0, 0, DST_TILE); tile_regs_commit(); "
        "tile_regs_wait(); tile_regs_release();";
    expect_fault("dst-index", {"Dst tile 8", "16-bit data and half sync", "8 tiles"},
                 [&] { run_compute(body, {.defines = {{"DST_TILE", "8"}}}); });
    EXPECT_NO_THROW(run_compute(body, {.defines = {{"DST_TILE", "7"}}}));
    EXPECT_NO_THROW(run_compute(body, {.dst_full_sync_en = true, .defines = {{"DST_TILE", "15"}}}));
}

bool on_grayskull() {
    return examples::Session().device().arch() == tt::ARCH::GRAYSKULL;
}

TEST(ComputeFaults, WideDstHoldsHalfOrDoesNotExist) {
    const auto run = [] {
        run_compute("tile_regs_acquire(); copy_tile(0, 0, 4); tile_regs_commit();",
                    {.fp32_dest_acc_en = true});
    };
    if (on_grayskull())
        expect_fault("dst-width", {"fp32_dest_acc_en", "Grayskull"}, run);
    else
        expect_fault("dst-index", {"Dst tile 4", "32-bit", "4 tiles"}, run);
}

TEST(ComputeFaults, PackBeforeCommit) {
    expect_fault("dst-order", {"pack reads Dst before math has handed it over"},
                 [] { run_compute("tile_regs_acquire(); copy_tile(0, 0, 0); pack_tile(0, 16);"); });
}

TEST(ComputeFaults, UnbalancedAcquireAndRelease) {
    expect_fault("dst-order", {"acquires Dst twice"},
                 [] { run_compute("tile_regs_acquire(); tile_regs_acquire();"); });
    expect_fault("dst-order", {"commits Dst without"}, [] { run_compute("tile_regs_commit();"); });
    expect_fault("dst-order", {"releases Dst without"},
                 [] { run_compute("tile_regs_release();"); });
    expect_fault("dst-order", {"ends before Dst has gone round", "not committed"},
                 [] { run_compute("tile_regs_acquire();"); });
    expect_fault("dst-order", {"ends before Dst has gone round", "not released"},
                 [] { run_compute("tile_regs_acquire(); tile_regs_commit();"); });
    expect_fault("dst-order", {"without having acquired it"},
                 [] { run_compute("copy_tile(0, 0, 0);"); });
}

TEST(ComputeFaults, TileOutsideTheCb) {
    expect_fault("tile-index", {"tile 2 is outside CB 0", "2 pages"}, [] {
        run_compute("tile_regs_acquire(); copy_tile(0, 2, 0); tile_regs_commit();");
    });
    expect_fault("tile-index", {"tile 2 is outside CB 16"}, [] {
        run_compute(
            "tile_regs_acquire(); copy_tile(0, 0, 0); tile_regs_commit(); tile_regs_wait();"
            "pack_tile(0, 16); pack_tile(0, 16); pack_tile(0, 16); tile_regs_release();");
    });
    expect_fault(
        "cb-index", {"CB 5 is used but not set up", "set it up with CreateCircularBuffer"},
        [] { run_compute("tile_regs_acquire(); copy_tile(5, 0, 0); tile_regs_commit();"); });
}

TEST(ComputeFaults, MathWantsWhatUnpackDoesNotSupply) {
    expect_fault("src-order", {"the tiles of a matmul", "1 tile into SrcA"}, [] {
        run_compute(
            "tile_regs_acquire();\n#ifdef TRISC_MATH\nmatmul_block(0, 0, 0, 0, 0, 0, 2, 2, 1);\n"
            "#else\ncopy_tile(0, 0, 0);\n#endif\ntile_regs_commit();");
    });
}

TEST(ComputeFaults, UnpackSuppliesMoreThanMathTakes) {
    expect_fault("src-order", {"ends with operands in SrcA and SrcB"}, [] {
        run_compute("\n#ifdef TRISC_UNPACK\nmatmul_tiles(0, 0, 0, 0, 0);\n#endif\n");
    });
}

TEST(ComputeFaults, ConversionThatDoesNotExist) {
    expect_fault("not-modelled", {"tilizing", "Bfp8_b"}, [] {
        run_compute("cb_reserve_back(16, 1); tilize_block(0, 1, 16);", {}, tt::DataFormat::Bfp8_b);
    });
}

// What the chip loses between Dst and Src.
TEST(ComputeFaults, BytesThatGoBackToSrc) {
    const auto reduce = [](const std::string& kind) {
        run_compute(
            "reduce_init<" + kind + ">(0, 0, 16);\ntile_regs_acquire();\nreduce_tile<" + kind +
                ">(0, 0, 0, 0, 0);\ntile_regs_commit(); tile_regs_wait(); tile_regs_release();",
            {}, tt::DataFormat::Int8);
    };
    expect_fault("not-modelled", {"a maximum along rows of 8-bit integers", "upper 16"},
                 [&] { reduce("PoolType::MAX, ReduceDim::REDUCE_ROW"); });
    expect_fault("not-modelled", {"a reduction to one number of 8-bit integers"},
                 [&] { reduce("PoolType::SUM, ReduceDim::REDUCE_SCALAR"); });
    EXPECT_NO_THROW(reduce("PoolType::SUM, ReduceDim::REDUCE_ROW"));
    EXPECT_NO_THROW(reduce("PoolType::MAX, ReduceDim::REDUCE_COL"));
}

}  // namespace
}  // namespace ironbird::tests
