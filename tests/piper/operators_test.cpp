// Every operator of the table against its scalar reference, and the references against known
// values.
#include <bit>
#include <cmath>
#include <cstring>
#include <limits>
#include <random>

#include "examples.hpp"
#include "support.hpp"

namespace piper {
namespace {

constexpr float kNan = std::numeric_limits<float>::quiet_NaN();
constexpr float kInf = std::numeric_limits<float>::infinity();

Column floats_of(const std::vector<float>& values) {
    Column column{.type = Type::f32};
    for (const float v : values) column.words.push_back(std::bit_cast<std::uint32_t>(v));
    return column;
}
Column column_of(const std::vector<std::int32_t>& values, Type type = Type::i32) {
    return {.type = type, .words = {values.begin(), values.end()}};
}

std::vector<double> on_host(const Operator& op, Column column) {
    return numbers(apply(*host_backend(), op, std::move(column)));
}

// Integers exact; a logarithm within 4 units in the last place, near 1 by its absolute error.
void expect_close(const Operator& op, const Column& host, const Column& plain) {
    ASSERT_EQ(host.words.size(), plain.words.size()) << op.name();
    EXPECT_EQ(host.type, plain.type);
    EXPECT_EQ(host.width, plain.width);
    EXPECT_EQ(host.missing, plain.missing);
    const auto a = numbers(host), b = numbers(plain);
    for (std::size_t i = 0; i < a.size(); ++i) {
        if (std::isnan(a[i]) && std::isnan(b[i])) continue;
        if (op.name() != "Logarithm" || std::isinf(b[i]))
            ASSERT_EQ(host.words[i], plain.words[i]) << op.name() << " " << i;
        else
            ASSERT_NEAR(a[i], b[i], 1e-6 * std::max(1.0, std::fabs(b[i]))) << i;
    }
}

TEST(Operators, HostIsReference) {
    std::mt19937 random(1);
    std::size_t compared = 0;
    for (const Operator& op : examples())
        for (const Type type : {Type::i32, Type::u32, Type::f32, Type::text})
            for (const std::size_t count : {0, 1, 15, 1000, 5000}) {
                if (op.row->types.find(name_of(type)[0]) == std::string_view::npos) continue;
                const Column column = random_column(type, count, random);
                expect_close(op, apply(*host_backend(), op, column),
                             apply(*reference_backend(), op, column));
                ++compared;
            }
    EXPECT_GT(compared, 150u);
}

// An operator without an example above would not be tested.
TEST(Operators, AllHaveExamples) {
    for (const OperatorRow& row : operator_table()) {
        if (row.kind != Kind::lane && row.kind != Kind::wide) continue;
        EXPECT_TRUE(std::ranges::any_of(examples(), [&](const auto& op) { return op.row == &row; }))
            << row.name;
        EXPECT_TRUE(std::ranges::is_sorted(operator_table(), {}, &OperatorRow::name));
    }
}

TEST(Operators, KnownValues) {
    using Numbers = std::vector<double>;
    EXPECT_EQ(on_host(Neg2Zero(), floats_of({-1.f, 2.f, kNan, kInf, -kInf})),
              (Numbers{0, 2, 0, kInf, 0}));
    EXPECT_EQ(apply(*host_backend(), Neg2Zero(), floats_of({-0.f})).words[0], 0u);
    EXPECT_EQ(on_host(Neg2Zero(), column_of({-7, 0, 7})), (Numbers{0, 0, 7}));
    EXPECT_EQ(on_host(Clamp(-1, 1), floats_of({-2.f, .5f, 3.f, kNan})), (Numbers{-1, .5, 1, -1}));
    EXPECT_EQ(on_host(Modulus(10), column_of({0, 5, 10, 15, 99, 100, 101}, Type::u32)),
              (Numbers{0, 5, 0, 5, 9, 0, 1}));
    EXPECT_EQ(on_host(Modulus(10), column_of({-1, -10, -11, INT32_MIN})), (Numbers{9, 0, 9, 2}));
    EXPECT_EQ(on_host(Modulus(5000), column_of({-1}, Type::u32)), (Numbers{4294967295u % 5000}));
    EXPECT_EQ(on_host(HashIndex(100), floats_of({-250.9f, 99.f, kNan})), (Numbers{50, 99, 0}));
    EXPECT_EQ(on_host(Bucketize({0, 10}), column_of({-1, 0, 1, 10, 11})), (Numbers{0, 0, 1, 1, 2}));
    EXPECT_EQ(on_host(OneHot(3), column_of({1, 3}, Type::u32)), (Numbers{0, 1, 0, 0, 0, 0}));
    EXPECT_EQ(on_host(FillMissing(4), floats_of({1.f, kNan})), (Numbers{1, 4}));
    Column holes = column_of({1, 0});
    holes.missing = {0, 1};
    EXPECT_EQ(on_host(FillMissing(-4), holes), (Numbers{1, -4}));
}

TEST(Operators, LogarithmAtKnownPoints) {
    EXPECT_NEAR(on_host(Logarithm(1), column_of({0}))[0], 0, 1e-6);
    EXPECT_EQ(numbers(apply(*reference_backend(), Logarithm(1), floats_of({0x1p-40f})))[0],
              0x1p-40);
    EXPECT_NEAR(on_host(Logarithm(1), column_of({1}))[0], 0.69314718, 1e-6);
    EXPECT_NEAR(on_host(Logarithm(1e-7), floats_of({0.f}))[0], -16.11809565, 2e-6);
}

TEST(Operators, HexadecimalOfEitherCase) {
    Column text{.type = Type::text, .width = 2};
    for (const char* digits : {"0000beef", "FFFFFFFF", "0000001g"}) {
        std::uint32_t words[2];
        std::memcpy(words, digits, 8);
        text.words.insert(text.words.end(), words, words + 2);
    }
    const Column out = apply(*host_backend(), Hex2Int(), text);
    EXPECT_EQ(out.words, (std::vector<std::uint32_t>{0xbeef, 0xffffffff, 0}));
    EXPECT_EQ(out.missing, (std::vector<std::uint8_t>{0, 0, 1}));
}

// Rows of a table that is split over operators, against the whole.
TEST(Operators, ShardsAreTheWholeTable) {
    const Column ids = column_of({0, 3, 49, 50, 17, 12, 13}, Type::u32);
    const auto whole = on_host(EmbeddingLookup(50, 16, 3), ids);
    for (const double shards : {2, 3, 7, 50, 64})
        EXPECT_EQ(on_host(EmbeddingLookup(50, 16, 3, 1, shards), ids), whole) << shards;
    EXPECT_EQ(whole[1 * 16], 0);  // the padding row
    EXPECT_EQ(whole[3 * 16], 0);  // out of range
    const double bound = std::sqrt(6.0 / 66);
    EXPECT_NE(whole[0], 0);
    for (const double v : whole) EXPECT_LE(std::fabs(v), bound * 1.000001);
}

TEST(Operators, WrongParameters) {
    EXPECT_EQ(refusal([] { Modulus(0); }), "Modulus: m is 0, 1 to 2147483648 is allowed");
    EXPECT_EQ(refusal([] { make_operator("Cube"); }), "no operator is called Cube");
    EXPECT_EQ(refusal([] { Bucketize({2, 1}); }), "Bucketize: boundaries are not sorted");
    EXPECT_EQ(refusal([] { Modulus(5).result(Type::f32); }),
              "Modulus: the column's type is f32, one of iu is allowed");
}

}  // namespace
}  // namespace piper
