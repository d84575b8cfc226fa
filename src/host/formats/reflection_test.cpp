// Members of structs: counted, named, hashed, written, found and replaced.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <reflect>
#include <tt_stl/reflection.hpp>

namespace {

using testing::HasSubstr;

struct Empty {
    bool operator==(const Empty&) const = default;
};

// More members than letters: upstream hashes structs of 17 and more.
struct Wide {
    int a0 = 0, a1 = 1, a2 = 2, a3 = 3, a4 = 4, a5 = 5, a6 = 6, a7 = 7, a8 = 8, a9 = 9;
    std::optional<int> b0, b1, b2, b3;
    std::vector<int> c0, c1;
    std::string d0, d1;
    bool last = false;
    bool operator==(const Wide&) const = default;
};

struct Bytes64 {
    // clang-format off
    char a0 = 0, a1 = 0, a2 = 0, a3 = 0, a4 = 0, a5 = 0, a6 = 0, a7 = 0, a8 = 0, a9 = 0, a10 = 0,
         a11 = 0, a12 = 0, a13 = 0, a14 = 0, a15 = 0, a16 = 0, a17 = 0, a18 = 0, a19 = 0, a20 = 0,
         a21 = 0, a22 = 0, a23 = 0, a24 = 0, a25 = 0, a26 = 0, a27 = 0, a28 = 0, a29 = 0, a30 = 0,
         a31 = 0, a32 = 0, a33 = 0, a34 = 0, a35 = 0, a36 = 0, a37 = 0, a38 = 0, a39 = 0, a40 = 0,
         a41 = 0, a42 = 0, a43 = 0, a44 = 0, a45 = 0, a46 = 0, a47 = 0, a48 = 0, a49 = 0, a50 = 0,
         a51 = 0, a52 = 0, a53 = 0, a54 = 0, a55 = 0, a56 = 0, a57 = 0, a58 = 0, a59 = 0, a60 = 0,
         a61 = 0, a62 = 0, a63 = 0;
    // clang-format on
};

}  // namespace

// Stands for a tensor: found inside other things, never looked into. Not in the anonymous
// namespace: clang wants every conversion to such a type defined, also those that nothing calls.
namespace reflected {
struct Thing {
    int id = 0;
    explicit Thing(int id) : id(id) {}
};
}  // namespace reflected

namespace {

using reflected::Thing;

struct Inputs {
    const Thing& first;
    std::optional<Thing> second;
    std::vector<Thing> rest;
};

struct Owned {
    Thing first;
    std::optional<Thing> second;
    std::vector<std::optional<Thing>> rest;
};

template <typename... Ts>
auto hash(const Ts&... values) {
    return ttsl::hash::hash_objects_with_default_seed(values...);
}

TEST(Members, CountAndNames) {
    static_assert(ttsl::aggregate::count<Empty>() == 0);
    static_assert(ttsl::aggregate::count<Wide>() == 19);
    static_assert(ttsl::aggregate::count<Bytes64>() == 64);
    static_assert(ttsl::aggregate::count<Inputs>() == 3);
    static_assert(ttsl::concepts::Reflectable<Empty> && !ttsl::concepts::Reflectable<Thing>);
    EXPECT_EQ((ttsl::aggregate::member_name<Wide, 18>()), "last");
    EXPECT_EQ((ttsl::aggregate::member_name<Bytes64, 63>()), "a63");
    Wide wide;
    reflect::get<"c1">(wide).push_back(5);
    EXPECT_EQ(wide.c1.size(), 1u);
    EXPECT_EQ(reflect::get<9>(wide), 9);
    std::size_t visited = 0;
    reflect::for_each([&](auto I) { visited += I; }, wide);
    EXPECT_EQ(visited, 18u * 19 / 2);
    EXPECT_EQ(reflect::type_name<Wide>(), "Wide");
}

TEST(Hash, EveryMemberCounts) {
    const Wide plain;
    Wide other;
    other.last = true;
    EXPECT_EQ(hash(plain), hash(Wide{}));
    EXPECT_NE(hash(plain), hash(other));
    EXPECT_EQ(hash(Empty{}), hash(Empty{}));
    EXPECT_NE(hash(std::array{1, 2}), hash(std::array{2, 1}));
    EXPECT_NE(hash(std::variant<int, unsigned>(1)), hash(std::variant<int, unsigned>(1u)));
    EXPECT_EQ(hash(std::unordered_map<int, int>{{1, 2}, {3, 4}}),
              hash(std::unordered_map<int, int>{{3, 4}, {1, 2}}));
    EXPECT_NE(ttsl::hash::type_hash<Wide>, ttsl::hash::type_hash<Empty>);
    EXPECT_EQ(std::hash<ttsl::SmallVector<int>>{}({1, 2}),
              std::hash<ttsl::SmallVector<int>>{}({1, 2}));
}

TEST(CanonicalKey, TellsContentApart) {
    using ttsl::hash::canonical_key;
    EXPECT_EQ(canonical_key(Wide{}, 3), canonical_key(Wide{}, 3));
    EXPECT_NE(canonical_key(std::string("ab"), std::string("c")),
              canonical_key(std::string("a"), std::string("bc")));
    EXPECT_NE(canonical_key(std::optional<int>()), canonical_key(std::optional<int>(0)));
    EXPECT_NE(canonical_key(std::vector{1, 2}), canonical_key(std::vector{1, 2, 0}));
    EXPECT_NE(canonical_key(ttsl::SmallVector<int>{1}), canonical_key(ttsl::SmallVector<int>{2}));
}

TEST(Text, BoolsAreNumbersInsideStructs) {
    EXPECT_EQ(fmt::format("{}", Empty{}), "Empty()");
    EXPECT_THAT(fmt::format("{}", Wide{}), HasSubstr(",d1=,last=0)"));
}

TEST(Json, RoundTripOfStructs) {
    Wide wide;
    wide.b2 = 7;
    wide.c0 = {1, 2};
    wide.d1 = "text";
    const auto json = ttsl::json::to_json(wide);
    EXPECT_EQ(json.at("b0"), nullptr);
    EXPECT_EQ(ttsl::json::from_json<Wide>(json), wide);
    const std::variant<int, std::string> variant("v");
    EXPECT_EQ(ttsl::json::to_json(variant).dump(), R"({"index":1,"value":"v"})");
    EXPECT_EQ((ttsl::json::from_json<std::variant<int, std::string>>(ttsl::json::to_json(variant))),
              variant);
    const std::map<std::string, int> map{{"a", 1}};
    EXPECT_EQ(ttsl::json::to_json(map).dump(), R"({"\"a\"":1})");
    EXPECT_EQ((ttsl::json::from_json<std::map<std::string, int>>(ttsl::json::to_json(map))), map);
    enum class Kind { one = 1 };
    EXPECT_EQ(ttsl::json::to_json(Kind::one), 1);
    EXPECT_THAT(ttsl::json::to_json(Thing(1)).get<std::string>(),
                HasSubstr("ttsl::json::to_json_t: Unsupported type"));
}

TEST(Attributes, AreCopiesThatPrintAndHash) {
    const auto list = ttsl::reflection::get_attributes(Wide{});
    ASSERT_EQ(list.size(), 19u);
    const auto& [name, value] = list.back();
    EXPECT_EQ(name, "last");
    EXPECT_EQ(value.to_string(), "false");
    EXPECT_EQ(value.to_json(), false);
    int number = 0;
    EXPECT_EQ(ttsl::reflection::Attribute(&number).to_string(), "int*");
    EXPECT_EQ(ttsl::reflection::Attribute(3).to_hash(), ttsl::reflection::Attribute(3).to_hash());
}

TEST(ObjectsOfType, AreVisitedInOrder) {
    using namespace ttsl::reflection;
    const Thing one(1);
    const Inputs inputs{one, std::nullopt, {Thing(2), Thing(3)}};
    std::vector<int> ids;
    visit_object_of_type<Thing>([&](const Thing& t) { ids.push_back(t.id); }, inputs);
    EXPECT_EQ(ids, (std::vector{1, 2, 3}));
    EXPECT_EQ(count_object_of_type<Thing>(inputs), 3u);
    EXPECT_EQ(get_first_object_of_type<Thing>(inputs)->id, 1);
    EXPECT_FALSE(get_first_object_of_type<Thing>(Wide{}).has_value());
    EXPECT_THROW(count_object_of_type<Thing>(Wide{}), std::runtime_error);

    Owned owned{Thing(1), Thing(2), {Thing(3), std::nullopt}};
    const Owned doubled =
        transform_object_of_type<Thing>([](const Thing& t) { return Thing(2 * t.id); }, owned);
    EXPECT_EQ(doubled.first.id, 2);
    EXPECT_EQ(doubled.rest.at(0)->id, 6);
    update_object_of_type<Thing>([](Thing& t) { t.id = 9; }, owned);
    EXPECT_EQ(owned.second->id, 9);
    EXPECT_EQ(owned.rest.at(0)->id, 9);
}

}  // namespace
