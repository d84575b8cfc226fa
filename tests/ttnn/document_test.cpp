// docs/ttnn_ops.md is what the tables of operations say. TTNN_WRITE_DOCS=1 writes it.
#include <cstdlib>
#include <fstream>
#include <sstream>

#include "harness.hpp"
#include "ttnn/operations/own/own.hpp"
#include "ttnn/table.hpp"

namespace ttnn::test {
namespace {

constexpr DataType kTypes[] = {DataType::BFLOAT16, DataType::INT32, DataType::UINT32,
                               DataType::UINT16, DataType::UINT8};
constexpr const char* kNames[] = {"BFLOAT16, FLOAT32, BFLOAT8_B", "INT32", "UINT32", "UINT16",
                                  "UINT8"};

template <typename Row>
std::string types(const Row& row) {
    std::string text;
    for (std::size_t i = 0; i < std::size(kTypes); i++)
        if (row.takes(kTypes[i])) text += (text.empty() ? "" : ", ") + std::string(kNames[i]);
    return text;
}

std::string error(double relative, double absolute) {
    if (relative == 0 && absolute == 0) return "that of the data type";
    return fmt::format("{} relative, {} absolute", relative, absolute);
}

constexpr const char* kRealTypes = "BFLOAT16, FLOAT32, BFLOAT8_B";

std::string ternary() {
    std::string page =
        "\n## Three operands\n\n"
        "Shapes are broadcast. The second and the third may be numbers where upstream takes "
        "them.\n\n"
        "| operation | data types | error |\n|---|---|---|\n";
    for (const table::TernaryRow& row : table::ternary())
        page +=
            fmt::format("| `ttnn::{}` | {}{} | {} |\n", row.name, kRealTypes,
                        row.integers ? ", INT32, UINT32" : "", error(row.relative, row.absolute));
    return page;
}

std::string reductions() {
    std::string page =
        "\n## Reductions\n\n"
        "Over one dimension, several or all. The absolute error is for each element of a "
        "result.\n\n"
        "| operation | data types | error |\n|---|---|---|\n";
    for (const table::ReductionRow& row : table::reductions())
        page +=
            fmt::format("| `ttnn::{}` | {}{} | {} |\n", row.name, kRealTypes,
                        row.integers ? ", INT32, UINT32" : "", error(row.relative, row.absolute));
    return page;
}

std::string normalizations() {
    std::string page =
        "\n## Normalisations\n\n| operation | along | data types | error |\n|---|---|---|---|\n";
    for (const table::LineRow& row : table::normalizations())
        page += fmt::format("| `ttnn::{}` | {} | {} | {} |\n", row.name,
                            row.last_dim_only ? "the last dimension" : "any dimension", kRealTypes,
                            error(row.relative, row.absolute));
    return page;
}

std::string gradients() {
    std::string page =
        "\n## Gradients\n\n"
        "Of one operand, and of two. The error is 0.01, relative and absolute.\n\n"
        "| operation | range |\n|---|---|\n";
    for (const table::BackwardRow& row : table::backward())
        page += fmt::format("| `ttnn::{}` | {} to {} |\n", row.name, row.low, row.high);
    for (const table::PairBackwardRow& row : table::pair_backward())
        page += fmt::format("| `ttnn::{}` | {} to {}, {} to {} |\n", row.name, row.low_a,
                            row.high_a, row.low_b, row.high_b);
    return page;
}

std::string own() {
    std::string page =
        "\n## With a file of their own\n\n"
        "`ironbird new-op NAME` adds to these.\n\n| operation | what it makes of the tensor "
        "|\n|---|---|\n";
    for (const table::OwnRow& row : table::own())
        page += fmt::format("| `ttnn::{}` | {} |\n", row.name, row.what);
    return page;
}

std::string document() {
    std::string page =
        "# Operations of TT-NN\n\n"
        "Made from the tables of operations, which tests go through: do not edit. Errors are what "
        "tests\nallow beyond the rounding of the data type, over the range that they draw "
        "from.\n\n"
        "## One tensor\n\n| operation | numbers | data types | range | error |\n"
        "|---|---|---|---|---|\n";
    for (const table::UnaryRow& row : table::unary())
        page += fmt::format("| `ttnn::{}` | {} | {} | {} to {} | {} |\n", row.name, row.params,
                            types(row), row.low, row.high, error(row.relative, row.absolute));
    page +=
        "\n## Two tensors, or a tensor and a number\n\n"
        "Shapes are broadcast. With a `_` behind its name an operation works in place.\n\n"
        "| operation | data types | range of the second | error |\n|---|---|---|---|\n";
    for (const table::BinaryRow& row : table::binary())
        page += fmt::format("| `ttnn::{}` | {} | {} to {} | {} |\n", row.name, types(row),
                            row.low_b, row.high_b, error(row.relative, row.absolute));
    return page + ternary() + gradients() + reductions() + normalizations() + own();
}

TEST(Document, IsWhatTheRowsSay) {
    const char* path = TTNN_DOCS "/ttnn_ops.md";
    if (std::getenv("TTNN_WRITE_DOCS") != nullptr) std::ofstream(path) << document();
    std::ifstream file(path);
    std::stringstream page;
    page << file.rdbuf();
    EXPECT_TRUE(page.str() == document()) << "regenerate: TTNN_WRITE_DOCS=1 ttnn_test "
                                             "--gtest_filter=Document.*";
}

}  // namespace
}  // namespace ttnn::test
