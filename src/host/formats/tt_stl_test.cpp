// The bits of tt_stl, the logger's filters, and names of enumerators.
#include <fmt/base.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <enchantum/enchantum.hpp>
#include <sstream>
#include <tt-metalium/buffer_types.hpp>
#include <tt-metalium/data_types.hpp>
#include <tt-metalium/sub_device_types.hpp>
#include <tt-metalium/tt_align.hpp>
#include <tt_stl/aligned_allocator.hpp>
#include <tt_stl/assert.hpp>
#include <tt_stl/caseless_comparison.hpp>
#include <tt_stl/cleanup.hpp>
#include <tt_stl/indestructible.hpp>
#include <tt_stl/optional_reference.hpp>
#include <tt_stl/overloaded.hpp>
#include <tt_stl/reflection.hpp>
#include <tt_stl/span.hpp>
#include <tt_stl/unique_any.hpp>
#include <umd/device/types/cluster_descriptor_types.hpp>
#include <unordered_set>

namespace {

using testing::HasSubstr;

struct Point {
    int x;
    int y;
};

struct Named {
    std::string name;
    Point point;
    static constexpr auto attribute_names = std::forward_as_tuple("name", "point");
    auto attribute_values() const { return std::forward_as_tuple(name, point); }
};

std::string thrown(const std::function<void()>& f) {
    try {
        f();
    } catch (const std::runtime_error& e) {
        return e.what();
    }
    return "";
}

TEST(Assert, TextHasPlaceConditionAndMessage) {
    const std::string text = thrown([] { TT_FATAL(1 > 2, "{} is not {}", 1, 2); });
    EXPECT_THAT(text, HasSubstr("TT_FATAL @ "));
    EXPECT_THAT(text, HasSubstr("tt_stl_test.cpp:"));
    EXPECT_THAT(text, HasSubstr("1 > 2\ninfo:\n1 is not 2\n"));
    EXPECT_THAT(thrown([] { TT_THROW("no"); }), HasSubstr("TT_THROW @ "));
    int evaluated = 0;
    TT_ASSERT(++evaluated > 0);
    EXPECT_EQ(evaluated, 1);
    TT_FATAL(true, "not formatted");
}

TEST(Enchantum, NamesAndBack) {
    EXPECT_EQ(enchantum::to_string(tt::tt_metal::BufferType::L1_SMALL), "L1_SMALL");
    EXPECT_EQ(enchantum::to_string(tt::DataFormat::Invalid), "Invalid");
    EXPECT_EQ(enchantum::to_string(static_cast<tt::DataFormat>(23)), "");
    EXPECT_EQ(enchantum::cast<tt::DataFormat>("Bfp8_b"), tt::DataFormat::Bfp8_b);
    EXPECT_EQ(enchantum::cast<tt::DataFormat>("nothing"), std::nullopt);
    EXPECT_EQ(enchantum::count<tt::tt_metal::BufferType>, 5u);
    EXPECT_EQ(tt::umd::board_type_from_string("P150a"), BoardType::P150);
    EXPECT_EQ(tt::umd::board_type_to_string(BoardType::N300), "n300");
    EXPECT_EQ(tt::arch_from_str("Wormhole"), tt::ARCH::WORMHOLE_B0);
    EXPECT_EQ(tt::arch_from_str("other"), tt::ARCH::Invalid);
}

TEST(Formats, SizesAndNames) {
    EXPECT_EQ(tile_size(tt::DataFormat::Float16_b), 2048u);
    EXPECT_EQ(tile_size(tt::DataFormat::Bfp8_b), 1088u);
    EXPECT_EQ(tile_size(tt::DataFormat::Bfp4), 576u);
    EXPECT_EQ(tile_size(tt::DataFormat::MxFp4), 544u);
    EXPECT_EQ(datum_size(tt::DataFormat::UInt16), 2u);
    EXPECT_THROW(datum_size(tt::DataFormat::Bfp8), std::invalid_argument);
    EXPECT_THROW(tile_size(tt::DataFormat::Tf32), std::invalid_argument);
    EXPECT_FALSE(tt::is_data_format_supported(tt::DataFormat::Fp8_e4m3, tt::ARCH::WORMHOLE_B0));
    EXPECT_EQ(fmt::format("{}", tt::DataFormat::Float16_b), "Float16_b");
    EXPECT_EQ(tt::align(100u, 32u), 128u);
    using tt::tt_metal::DataType;
    EXPECT_EQ(tt::tt_metal::datatype_to_dataformat_converter(DataType::BFLOAT8_B),
              tt::DataFormat::Bfp8_b);
    EXPECT_THROW(tt::tt_metal::datatype_to_dataformat_converter(DataType::INVALID),
                 std::runtime_error);
}

TEST(Fmt, ContainersAndOwnTypes) {
    EXPECT_EQ(fmt::format("{}", std::vector<int>{1, 2}), "{1, 2}");
    EXPECT_EQ(fmt::format("{}", std::vector<bool>{true, false}), "{true, false}");
    EXPECT_EQ(fmt::format("{}", std::map<std::string, int>{{"a", 1}}), "{a: 1}");
    EXPECT_EQ(fmt::format("{}", std::tuple(1, "x")), "(1, x)");
    EXPECT_EQ(fmt::format("{}", std::optional<int>()), "std::nullopt");
    EXPECT_EQ(fmt::format("{}", std::variant<int, std::string>("v")), "v");
    EXPECT_EQ(fmt::format("{}", tt::tt_metal::SubDeviceId(3)), "3");
    EXPECT_EQ(fmt::format("{}", tt::tt_metal::BufferType::DRAM), "BufferType::DRAM");
    EXPECT_EQ(fmt::format("{}", Point{1, 2}), "Point(x=1,y=2)");
    EXPECT_EQ(fmt::format("{}", Named{"n", {3, 4}}), "Named(name=n,point=Point(x=3,y=4))");
}

TEST(Reflection, StreamHashJson) {
    using ttsl::reflection::operator<<;
    std::ostringstream out;
    out << std::vector<Point>{{1, 2}} << std::optional<Point>();
    EXPECT_EQ(out.str(), "{Point(x=1,y=2)}std::nullopt");
    const auto hash = [](const auto&... v) {
        return ttsl::hash::hash_objects_with_default_seed(v...);
    };
    EXPECT_EQ(hash(Named{"a", {1, 2}}), hash(Named{"a", {1, 2}}));
    EXPECT_NE(hash(Named{"a", {1, 2}}), hash(Named{"a", {2, 1}}));
    EXPECT_NE(hash(std::optional<int>(0)), hash(std::optional<int>()));
    EXPECT_NE(hash(1, 2), hash(2, 1));
    EXPECT_EQ(ttsl::json::to_json(Named{"a", {1, 2}}).dump(),
              R"({"name":"a","point":{"x":1,"y":2}})");
    const std::map<int, std::vector<int>> map{{1, {2, 3}}};
    EXPECT_EQ((ttsl::json::from_json<std::map<int, std::vector<int>>>(ttsl::json::to_json(map))),
              map);
    EXPECT_EQ(ttsl::get_type_name<Point>(), "Point");
}

TEST(Bits, SmallThingsDoTheirPart) {
    int value = 5;
    const ttsl::optional_reference<int> bound(value), absent(std::nullopt);
    *bound = 6;
    EXPECT_EQ(value, 6);
    EXPECT_FALSE(absent.has_value());
    {
        auto cleanup = ttsl::make_cleanup([&] { value = 7; });
        auto cancelled = ttsl::make_cleanup([&] { value = 8; });
        std::move(cancelled).cancel();
    }
    EXPECT_EQ(value, 7);
    EXPECT_EQ(std::visit(ttsl::overloaded{[](int) { return 1; }, [](float) { return 2; }},
                         std::variant<int, float>(1.0f)),
              2);
    static ttsl::Indestructible<std::string> text("kept");
    EXPECT_EQ(text.get(), "kept");
    EXPECT_TRUE(ttsl::ascii_caseless_comp(std::string_view("AbC"), std::string_view("aBc")));
    std::vector<int, ttsl::aligned_allocator<int, 64>> aligned(3);
    EXPECT_EQ(reinterpret_cast<std::uintptr_t>(aligned.data()) % 64, 0u);
    EXPECT_EQ(ttsl::make_const_span(std::vector<int>{1, 2, 3}).size(), 3u);
    ttsl::SmallVector<int> small{1, 2};
    small.append(2, 9);
    EXPECT_EQ(small.pop_back_val(), 9);
    EXPECT_EQ(small, (ttsl::SmallVector<int>{1, 2, 9}));
    ttsl::unique_any<64, 16> any(std::make_unique<int>(4));
    ttsl::unique_any<64, 16> moved(std::move(any));
    EXPECT_EQ(*moved.get<std::unique_ptr<int>>(), 4);
    std::unordered_set<tt::tt_metal::SubDeviceId> ids{tt::tt_metal::SubDeviceId(1)};
    EXPECT_TRUE(ids.contains(tt::tt_metal::SubDeviceId(1)));
    EXPECT_LT(tt::tt_metal::SubDeviceId(1), tt::tt_metal::SubDeviceId(2));
}

TEST(Println, IsThere) {
    testing::internal::CaptureStdout();
    fmt::println("{} and {}", 1, 2);
    fmt::println("");
    EXPECT_EQ(testing::internal::GetCapturedStdout(), "1 and 2\n\n");
}

TEST(Logger, ShowsInfoByDefault) {
    testing::internal::CaptureStdout();
    log_info(tt::LogTest, "seen {}", 1);
    log_debug(tt::LogTest, "unseen");
    const std::string out = testing::internal::GetCapturedStdout();
    EXPECT_THAT(out, HasSubstr("| info     |           Test | seen 1\n"));
    EXPECT_THAT(out, testing::Not(HasSubstr("unseen")));
    EXPECT_STREQ(tt::logtype_to_string(tt::LogMetalTrace), "MetalTrace");
}

}  // namespace
