// Virtual boards against the scalar reference and the host: operators, fusion, whole pipelines. The
// board is the one of IRONBIRD_CHIP.
#include <cmath>
#include <cstdlib>
#include <ironbird/statistics.hpp>

#include "board.hpp"
#include "chip/chip_backend.hpp"
#include "chip/lanes.hpp"
#include "engine.hpp"
#include "examples.hpp"
#include "support.hpp"

namespace piper {
namespace {

class Chips : public testing::Test {
 public:
    static void SetUpTestSuite() { chip_ = std::make_unique<chip::Chip>(""); }
    static void TearDownTestSuite() { chip_.reset(); }

 protected:
    static inline std::unique_ptr<chip::Chip> chip_;
    std::unique_ptr<Backend> backend_ = chip_backend(*chip_);
};

Column run_steps(Backend& backend, const std::vector<Step>& steps, Column column) {
    Traffic traffic;
    backend.run_columns({{ColumnWork{&steps, &column}}}, traffic);
    return column;
}

std::vector<Step> as_one(const std::vector<Operator>& operators) {
    return {{operators, operators.front().row->kind == Kind::wide}};
}
std::vector<Step> one_by_one(const std::vector<Operator>& operators) {
    std::vector<Step> steps;
    for (const Operator& op : operators) steps.push_back({{op}, op.row->kind == Kind::wide});
    return steps;
}

bool ends_in_logarithm(const std::vector<Operator>& operators) {
    return operators.back().name() == "Logarithm";
}

// Integers exact. A logarithm is within 1e-6, or 2 units of bfloat16 where Dst has 16 bits; around
// ln 1 by what half a unit of the sum makes.
void expect_same(const std::vector<Operator>& operators, const Column& got, const Column& want,
                 bool wide_dst) {
    ASSERT_EQ(got.words.size(), want.words.size()) << operators.front().name();
    EXPECT_EQ(got.type, want.type);
    EXPECT_EQ(got.width, want.width);
    EXPECT_EQ(got.missing, want.missing) << operators.front().name();
    const auto a = numbers(got), b = numbers(want);
    for (std::size_t i = 0; i < a.size(); ++i) {
        if (std::isnan(a[i]) && std::isnan(b[i])) continue;
        if (!ends_in_logarithm(operators) || std::isinf(b[i])) {
            ASSERT_EQ(got.words[i], want.words[i]) << operators.back().name() << " " << i;
        } else if (wide_dst) {
            ASSERT_NEAR(a[i], b[i], 1e-6 * std::max(1.0, std::fabs(b[i]))) << i;
        } else {
            using namespace ironbird::statistics;
            const double offset = operators.back().value(0);
            if (offset == 1 || std::fabs(b[i]) > 1)
                ASSERT_LE(ulps(a[i], b[i], kBfloat16), 2) << i << " " << a[i] << " " << b[i];
            else
                ASSERT_NEAR(a[i], b[i], 0x1p-7) << i;
        }
    }
}

// The vector unit takes numbers below the smallest normal one for 0.
Column without_denormals(Column column) {
    if (column.type == Type::f32)
        for (std::uint32_t& word : column.words)
            if ((word & 0x7f800000u) == 0) word &= 0x80000000u;
    return column;
}

struct Chained {
    Type type;
    std::vector<Operator> operators;
};
std::vector<Chained> chains() {
    return {{Type::i32, {FillMissing(7), Neg2Zero(), Logarithm(1)}},
            {Type::i32, {Clamp(-3, 1000), Modulus(7), Bucketize({-1e30, 0.5, 2, 3e9})}},
            {Type::u32, {FillMissing(7), Modulus(1000003), SigridHash(3, 5000), Neg2Zero()}},
            {Type::f32, {FillMissing(2.5), Clamp(-3, 1e6), Neg2Zero(), HashIndex(1000)}},
            {Type::f32, {Neg2Zero(), Logarithm(1e-7)}},
            {Type::f32, {Bucketize({-1, -0.0, 0.1, 100}), HashIndex(3)}}};
}

TEST_F(Chips, ChainsAreTheReference) {
    std::mt19937 random(1);
    for (const Chained& chain : chains()) {
        const Column column = random_column(chain.type, 5000, random);
        expect_same(chain.operators, run_steps(*backend_, as_one(chain.operators), column),
                    run_steps(*reference_backend(), as_one(chain.operators), column),
                    chip_->wide_dst());
    }
}

TEST_F(Chips, FusedIsUnfused) {
    std::mt19937 random(2);
    for (const std::size_t which : {0, 3}) {
        const Chained chain = chains()[which];
        const Column column = random_column(chain.type, 2500, random);
        const Column fused = run_steps(*backend_, as_one(chain.operators), column);
        const Column apart = run_steps(*backend_, one_by_one(chain.operators), column);
        EXPECT_EQ(fused.words, apart.words) << which;
        EXPECT_EQ(fused.type, apart.type);
    }
}

TEST_F(Chips, OperatorsThatChangeTheWidth) {
    std::mt19937 random(3);
    Column text = random_column(Type::text, 3000, random);
    const std::vector<Operator> hex{Hex2Int()};
    expect_same(hex, run_steps(*backend_, as_one(hex), text),
                run_steps(*reference_backend(), as_one(hex), text), true);
    Column ids = random_column(Type::u32, 1500, random);
    for (std::uint32_t& id : ids.words) id %= 70;
    for (const std::vector<Operator>& chain :
         {std::vector<Operator>{OneHot(5), FirstX(3)},
          {FirstX(2), Clamp(3, 60)},
          {EmbeddingLookup(50, 24, 3, 1, 4), Clamp(-0.1, 0.1)}})
        expect_same(chain, run_steps(*backend_, one_by_one(chain), ids),
                    run_steps(*reference_backend(), one_by_one(chain), ids), true);
}

// By hand: every example on every type that it takes, alone. Takes minutes of kernel builds.
TEST_F(Chips, DISABLED_EveryOperatorAlone) {
    std::mt19937 random(4);
    for (const Operator& op : examples())
        for (const Type type : {Type::i32, Type::u32, Type::f32, Type::text}) {
            if (op.row->types.find(name_of(type)[0]) == std::string_view::npos) continue;
            Column column = without_denormals(random_column(type, 3000, random));
            if (op.name() == "Logarithm" && !chip_->wide_dst())
                column = apply(*reference_backend(), Neg2Zero(), column);
            expect_same({op}, apply(*backend_, op, column), apply(*reference_backend(), op, column),
                        chip_->wide_dst());
        }
}

TEST_F(Chips, AsFewProgramsAsItTakes) {
    const auto count = [](const std::vector<Operator>& ops, Type type, bool wide) {
        return chip::lane_programs(ops, type, true, wide).size();
    };
    const std::vector<Operator> dense{FillMissing(0), Neg2Zero(), Logarithm(1), Bucketize({1})};
    EXPECT_EQ(count(dense, Type::i32, true), 1u);
    EXPECT_EQ(count(dense, Type::i32, false), 1u);
    EXPECT_EQ(count({Neg2Zero(), Modulus(5), Logarithm(1)}, Type::i32, true), 2u);
    EXPECT_EQ(count({Neg2Zero(), Modulus(5), Logarithm(1)}, Type::i32, false), 1u);
    EXPECT_EQ(count({Logarithm(1), FillMissing(2)}, Type::i32, true), 2u);
}

struct Files {
    std::string label, dense, categorical, vocabulary;
};
Files files_of(Backend& backend, const Pipeline& pipeline, const std::string& input,
               std::size_t batch) {
    const Folder folder;
    const Plan plan = make_plan(pipeline, {.hex_apart = backend.is_chip()});
    Output output(plan, folder / "out", OutputFormat::npy, false);
    run(plan, backend, find_inputs({input}), &output, {.batch_bytes = batch});
    const auto out = folder / "out";
    return {read_file(out / "label.npy"), read_file(out / "dense.npy"),
            read_file(out / "categorical.npy"), read_file(out / "vocabulary/C3.npy")};
}

std::vector<Column> floats_in(const std::string& npy) {
    Column column{.type = Type::f32};
    column.words.resize((npy.size() - 128) / 4);
    std::memcpy(column.words.data(), npy.data() + 128, npy.size() - 128);
    return {column};
}

// P-II has its tables of ids in L1, P-III in DRAM; each in several batches.
TEST_F(Chips, PipelinesAreTheHost) {
    const Folder folder;
    const auto input = folder.file("in.tsv", synthetic(2500));
    for (const Pipeline& pipeline : {dense_only(), small_vocabulary(), large_vocabulary()}) {
        const Files want = files_of(*host_backend(), pipeline, input, 1 << 24);
        const Files got = files_of(*backend_, pipeline, input, 400'000);
        EXPECT_EQ(got.label, want.label);
        EXPECT_EQ(got.categorical, want.categorical) << pipeline.name;
        EXPECT_EQ(got.vocabulary, want.vocabulary);
        expect_same({Logarithm(1)}, floats_in(got.dense)[0], floats_in(want.dense)[0],
                    chip_->wide_dst());
    }
}

// Of any size, and so many that their bits do not fit into L1.
TEST_F(Chips, VocabulariesWithoutKernelsAreRefusedOrTheHosts) {
    const Folder folder;
    const auto input = folder.file("in.tsv", synthetic(300));
    const auto values = columns({"C1", "C2"}) | Decode() | Hex2Int();
    const Pipeline any{
        "any",
        {values | VocabGen() | VocabMap(), columns({"C3"}) | Decode() | Hex2Int() | FillMissing(0) |
                                               Modulus(100) | VocabGen() | VocabMap()}};
    const Pipeline many{"many",
                        {values | FillMissing(0) | Modulus(1u << 30) | VocabGen() | VocabMap()}};
    EXPECT_THAT(refusal([&] { files_of(*backend_, any, input, 1 << 20); }),
                testing::HasSubstr("values need a range"));
    EXPECT_THAT(refusal([&] { files_of(*backend_, many, input, 1 << 20); }),
                testing::HasSubstr("do not fit into the L1"));
    const auto fallback = chip_backend(*chip_, true);
    for (const Pipeline& pipeline : {any, many})
        EXPECT_EQ(files_of(*fallback, pipeline, input, 30'000).categorical,
                  files_of(*host_backend(), pipeline, input, 1 << 24).categorical)
            << pipeline.name;
}

TEST_F(Chips, BudgetsKnowWhatProgramsGet) {
    const char* name = std::getenv("IRONBIRD_CHIP");
    for (const Board& board : boards()) {
        if (name == nullptr || board.name != name) continue;
        EXPECT_EQ(board.program_cores, chip_->cores());
        EXPECT_EQ(kProgramL1, static_cast<double>(chip_->l1_bytes()));
    }
}

}  // namespace
}  // namespace piper
