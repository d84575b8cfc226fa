// Safetensors files that lie, are cut short or are no such files at all.
#include <gmock/gmock.h>

#include <cmath>
#include <cstring>

#include "folder.hpp"
#include "random.hpp"
#include "safetensors.hpp"

namespace qwen3::testing {
namespace {

using ::testing::HasSubstr;

std::string file_of(const std::string& header, std::size_t data_bytes) {
    const std::uint64_t length = header.size();
    std::string out(8, '\0');
    std::memcpy(out.data(), &length, 8);
    return out + header + std::string(data_bytes, '\1');
}

SafetensorsHeader parse(const std::string& bytes) {
    return parse_safetensors(std::as_bytes(std::span(bytes)), bytes.size(), "f");
}

std::string tensor(const char* name, const char* dtype, const char* shape, const char* offsets) {
    return fmt::format(R"("{}":{{"dtype":"{}","shape":{},"data_offsets":{}}})", name, dtype, shape,
                       offsets);
}

TEST(Hostile, HeadersAreRefusedByName) {
    const auto one = [](const char* dtype, const char* shape, const char* offsets) {
        return file_of("{" + tensor("a", dtype, shape, offsets) + "}", 8);
    };
    const auto two = [](const char* first, const char* second, std::size_t bytes) {
        return file_of(
            "{" + tensor("a", "U8", "[4]", first) + "," + tensor("b", "U8", "[4]", second) + "}",
            bytes);
    };
    const std::pair<std::string, const char*> rows[] = {
        {"", "too few"},
        {"1234567", "too few"},
        {std::string(8, '\xff'), "header of 18446744073709551615 bytes, at most"},
        {std::string("\x40\0\0\0\0\0\0\0{}", 10), "header of 64 bytes in a file of 10"},
        {file_of("", 0), "not JSON"},
        {file_of("[]", 0), "header is no object"},
        {file_of("{\"a\":", 0), "not JSON"},
        {file_of("{\"a\":3}", 0), "tensor a is no object"},
        {file_of("{\"a\":{}}", 0), "tensor a has no dtype"},
        {file_of(std::string(5000, '[') + std::string(5000, ']'), 0), "nested deeper"},
        {one("F32", "[2]", "[0,9]"), "ends at byte 9, the file holds 8"},
        {one("F32", "[2]", "[8,0]"), "not [begin, end]"},
        {one("F32", "[2]", "[0]"), "not [begin, end]"},
        {one("F32", "[3]", "[0,8]"), "has 8 bytes, its shape and dtype need 12"},
        {one("F32", "[-2]", "[0,8]"), "shape holds -2"},
        {one("F32", "[2.0]", "[0,8]"), "shape holds 2.0"},
        {one("F32", "3", "[0,8]"), "shape is no list"},
        {one("F33", "[2]", "[0,8]"), "dtype F33 is not known"},
        {one("F32", "[4294967296,4294967296]", "[0,8]"), "shape overflows"},
        {one("F32", "[9223372036854775807,2,0]", "[0,0]"), "shape overflows"},
        {one("F32", "[1]", "[4,8]"), "bytes 0 to 4 belong to no tensor"},
        {two("[0,4]", "[2,6]", 6), "tensors a and b overlap"},
        {two("[0,4]", "[0,4]", 4), "tensors a and b overlap"},
        {two("[0,4]", "[4,8]", 9), "bytes 8 to 9 belong to no tensor"},
        {file_of("{" + tensor("a", "U8", "[4]", "[0,4]") + "," + tensor("a", "U8", "[4]", "[4,8]") +
                     "}",
                 8),
         "tensor a is there twice"},
    };
    for (const auto& [bytes, text] : rows)
        EXPECT_THAT(refusal([&] { parse(bytes); }), HasSubstr(text));
}

TEST(Hostile, EveryCutIsRefused) {
    const std::string whole = file_of("{" + tensor("a", "F32", "[2]", "[0,8]") + "}", 8);
    EXPECT_EQ(parse(whole).tensors.at("a").elements(), 2);
    for (std::size_t bytes = 0; bytes < whole.size(); ++bytes)
        EXPECT_THROW(parse(whole.substr(0, bytes)), Error) << bytes;
}

TEST(Hostile, FlippedBytesNeverLeadOutside) {
    const std::string whole = file_of("{" + tensor("a", "BF16", "[2,3]", "[0,12]") + "," +
                                          tensor("b", "F32", "[1]", "[12,16]") + "}",
                                      16);
    Random random(7);
    int refused = 0;
    for (int i = 0; i < 3000; ++i) {
        std::string bytes = whole;
        for (int j = 0; j < 3; ++j)
            bytes[random.below(bytes.size())] = static_cast<char>(random.next());
        try {
            const auto header = parse(bytes);
            for (const auto& [name, info] : header.tensors)
                ASSERT_LE(header.data_at + info.end, bytes.size());
        } catch (const Error&) {
            ++refused;
        }
    }
    EXPECT_GT(refused, 0);
}

TEST(Safetensors, MetadataAndEmptyTensorsAreFine) {
    const auto header = parse(file_of(R"({"__metadata__":{"format":"pt"},)" +
                                          tensor("none", "F32", "[0,4]", "[0,0]") + "," +
                                          tensor("a", "F32", "[]", "[0,4]") + "}",
                                      4));
    EXPECT_EQ(header.tensors.size(), 2u);
    EXPECT_EQ(header.tensors.at("a").elements(), 1);
}

TEST(Safetensors, NumbersOfEveryFloat) {
    const auto values = [](Dtype dtype, std::string bytes, std::size_t count) {
        std::vector<float> out(count);
        to_float({.dtype = dtype}, std::as_bytes(std::span(bytes)), 0, out);
        return out;
    };
    using ::testing::ElementsAre;
    EXPECT_THAT(values(Dtype::bf16, std::string("\x80\x3f\x00\xc0", 4), 2), ElementsAre(1, -2));
    EXPECT_THAT(values(Dtype::f16, std::string("\x00\x3c\x01\x00\x00\xc0\x00\x7c", 8), 4),
                ElementsAre(1, 0x1p-24f, -2, INFINITY));
    EXPECT_THAT(values(Dtype::f32, std::string("\0\0\x80\x3f", 4), 1), ElementsAre(1));
    EXPECT_THAT(values(Dtype::f64, std::string("\0\0\0\0\0\0\xf0\x3f", 8), 1), ElementsAre(1));
    EXPECT_THROW(values(Dtype::other, "x", 1), Error);
}

TEST(Safetensors, FilesThatAreNone) {
    const Folder folder;
    EXPECT_THAT(refusal([&] { SafetensorsFile(folder.path() / "none"); }),
                HasSubstr("cannot be opened"));
    EXPECT_THAT(refusal([&] { SafetensorsFile{folder.path()}; }), HasSubstr("cannot be opened"));
    write_file(folder.path() / "empty", "");
    EXPECT_THAT(refusal([&] { SafetensorsFile(folder.path() / "empty"); }), HasSubstr("too few"));
}

}  // namespace
}  // namespace qwen3::testing
