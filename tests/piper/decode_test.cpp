// The fast decoder against the plain one, and the plain one against what is written here.
#include <hwy/targets.h>

#include <cstdlib>
#include <random>

#include "decode_rows.hpp"
#include "support.hpp"

namespace piper {
namespace {

using ::testing::HasSubstr;

// The forms of the decoder that this machine can run; 0 at the end is the best of them.
const std::vector<std::int64_t>& targets() {
    static const auto all = [] {
        std::vector<std::int64_t> some;
        for (const std::int64_t target : {HWY_SSE4, HWY_AVX2, HWY_AVX3, HWY_AVX3_DL})
            if ((hwy::SupportedTargets() & target) != 0) some.push_back(target);
        some.push_back(0);
        return some;
    }();
    return all;
}

void choose(std::int64_t target) {
    hwy::SetSupportedTargetsForTest(target);
    hwy::GetChosenTarget().Update(hwy::SupportedTargets());
}

void expect_equal(const Decoded& fast, const Decoded& plain) {
    ASSERT_EQ(fast.chunk.rows, plain.chunk.rows);
    EXPECT_EQ(fast.lines, plain.lines);
    ASSERT_EQ(fast.bad.has_value(), plain.bad.has_value());
    if (plain.bad) {
        EXPECT_EQ(fast.bad->line, plain.bad->line);
        EXPECT_EQ(fast.bad->message, plain.bad->message);
    }
    for (std::size_t f = 0; f < kFields; ++f) {
        EXPECT_EQ(fast.chunk.columns[f].words, plain.chunk.columns[f].words) << field_name(f);
        EXPECT_EQ(fast.chunk.columns[f].missing, plain.chunk.columns[f].missing) << field_name(f);
    }
}

void expect_same(const std::string& text, const DecodeOptions& options) {
    const Decoded plain = decode_with(decode_tsv_reference, text, options);
    for (const std::int64_t target : targets()) {
        SCOPED_TRACE(target);
        choose(target);
        expect_equal(decode_with(decode_tsv, text, options), plain);
    }
}

// A line with these first fields and "1" in all others.
std::string line_of(std::vector<std::string> fields, const std::string& end = "\n") {
    fields.resize(kFields, "1");
    std::string line = fields[0];
    for (std::size_t f = 1; f < kFields; ++f) line += "\t" + fields[f];
    return line + end;
}

std::string with_field(std::size_t field, const std::string& text) {
    std::vector<std::string> fields(kFields, "1");
    fields[field] = text;
    return line_of(fields);
}

TEST(Decode, TenThousandLines) {
    expect_same(synthetic(10000), {});
    expect_same(synthetic(1000), {.hex = false});
}

TEST(Decode, FieldsOfALine) {
    const Decoded d = decode_with(
        decode_tsv, line_of({"1", "-5", "", "2147483647", "-2147483648", "0", "007"}) +
                        with_field(kFirstCategorical, "fFfFfFfF") + with_field(kFields - 1, "a\r"));
    ASSERT_EQ(d.chunk.rows, 3u);
    const auto word = [&](std::size_t f, std::size_t row) { return d.chunk.columns[f].words[row]; };
    EXPECT_EQ(word(0, 0), 1u);
    EXPECT_EQ(static_cast<std::int32_t>(word(1, 0)), -5);
    EXPECT_EQ(word(2, 0), 0u);
    EXPECT_EQ(d.chunk.columns[2].missing[0], 1);
    EXPECT_EQ(d.chunk.columns[1].missing[0], 0);
    EXPECT_EQ(static_cast<std::int32_t>(word(3, 0)), INT32_MAX);
    EXPECT_EQ(static_cast<std::int32_t>(word(4, 0)), INT32_MIN);
    EXPECT_EQ(word(6, 0), 7u);
    EXPECT_EQ(word(kFirstCategorical, 1), 0xffffffffu);
    EXPECT_EQ(word(kFields - 1, 2), 10u);
}

// Each character in place of a digit, in each place.
TEST(Decode, EveryCharacter) {
    const std::string before = synthetic(19), behind = synthetic(18, {.seed = 3});
    for (const std::size_t field : {2, 5, 20})
        for (int c = 0; c < 256; ++c) {
            std::string lines = before;
            for (std::size_t length = 1; length <= 8; ++length) {
                std::string text(length, '1');
                text[static_cast<std::size_t>(c) % length] = static_cast<char>(c);
                lines += with_field(field, text);
            }
            lines += behind;
            expect_same(lines, {.bad = Bad::missing, .hex = c % 2 == 0});
        }
}

// Of every length, with and without a sign, alone in its vector and beside others.
TEST(Decode, LengthsOfNumbers) {
    std::string lines;
    for (const std::string sign : {"", "-"})
        for (std::size_t length = 0; length <= 12; ++length) {
            const std::string line = with_field(4, sign + std::string("123456789012", length));
            lines += line;
            expect_same(synthetic(15) + line + synthetic(20), {.bad = Bad::missing});
        }
    for (int i = 0; i < 3; ++i) lines += lines;
    expect_same(lines, {.bad = Bad::missing});
}

// LF, CR LF, and both; a vector begins with either.
TEST(Decode, MixedLineEnds) {
    std::string all_cr, some_cr;
    for (std::uint64_t row = 0; row < 200; ++row) {
        std::string line = synthetic(1, {.seed = row});
        line.pop_back();
        all_cr += line + "\r\n";
        some_cr += line + (row % 16 == 0 || row % 7 == 0 || row / 40 == 2 ? "\r\n" : "\n");
    }
    for (const bool hex : {false, true}) {
        expect_same(all_cr, {.hex = hex});
        expect_same(some_cr, {.hex = hex});
        expect_same(some_cr.substr(some_cr.find('\n') + 1), {.hex = hex});
    }
}

// Each is refused with its line, or taken as missing.
TEST(Decode, BadFields) {
    const std::pair<std::string, std::string> cases[] = {
        {with_field(3, "12x"), "field I3 is '12x', which is no decimal"},
        {with_field(3, "-"), "field I3 is '-'"},
        {with_field(3, "--4"), "field I3 is '--4'"},
        {with_field(5, "2147483648"), "field I5 is '2147483648'"},
        {with_field(5, "99999999999999999999999"), "field I5 is '99999999999999999999...'"},
        {with_field(20, "0123456g"), "field C7 is '0123456g', which is no hexadecimal"},
        {with_field(20, "123456789"), "field C7 is '123456789'"},
        {with_field(20, std::string("12\0", 3)), "field C7 is '12?'"},
        {"1\t2\t3\n", "the line ends after 3 of 40 fields"},
        {line_of({}, "\t1\n"), "the line has more than 40 fields"},
    };
    for (const auto& [line, message] : cases) {
        const std::string text = synthetic(20) + line + synthetic(20);
        const Decoded strict = decode_with(decode_tsv, text);
        ASSERT_TRUE(strict.bad) << message;
        EXPECT_EQ(strict.bad->line, 20u) << message;
        EXPECT_THAT(strict.bad->message, HasSubstr(message));
        expect_same(text, {});
        expect_same(text, {.bad = Bad::missing});
        EXPECT_FALSE(decode_with(decode_tsv, text, {.bad = Bad::missing}).bad);
    }
    const Decoded lenient = decode_with(decode_tsv, with_field(3, "12x"), {.bad = Bad::missing});
    EXPECT_EQ(lenient.chunk.columns[3].missing[0], 1);
    EXPECT_EQ(lenient.chunk.columns[3].words[0], 0u);
}

TEST(Decode, BlankLinesAndLineEnds) {
    const std::string text = "\n" + line_of({}, "\r\n") + "\r\n\n" + line_of({});
    const Decoded d = decode_with(decode_tsv, text);
    EXPECT_EQ(d.chunk.rows, 2u);
    EXPECT_EQ(d.lines, 5u);
    expect_same(text, {});
    expect_same("", {});
    expect_same("\n\n", {});
}

// A line that no part can hold, and lines of one character.
TEST(Decode, LongAndShortLines) {
    const std::string text = synthetic(40), empty(kFields - 1, '\t');
    std::string narrow;
    for (int i = 0; i < 500; ++i) narrow += empty + "\n";
    const auto within = [&](const std::string& line) { return text + line + text; };
    for (const std::size_t length : {9000u, 17000u, 40000u, 70000u})
        for (const Bad bad : {Bad::error, Bad::missing}) {
            expect_same(within(with_field(20, std::string(length, 'a'))), {.bad = bad});
            expect_same(within(std::string(length, '\t') + "\n"), {.bad = bad});
        }
    expect_same(narrow, {});
    expect_same(narrow + text + narrow, {.hex = false});
    expect_same(std::string(40000, '\n') + text, {});
}

// One change: a byte, a part left out, a part twice.
void damage(std::string& text, std::mt19937& random) {
    const std::string alphabet("\t\n\r-09afAFg/:@G`p \x80\x01\x0b\0", 22);
    const std::size_t at = random() % text.size(), length = 1 + random() % 12;
    switch (random() % 8) {
        case 0:
            text.erase(at, length);
            break;
        case 1:
            text.insert(at, text.substr(at, length));
            break;
        default:
            text[at] = alphabet[random() % alphabet.size()];
    }
    if (text.empty() || text.back() != '\n') text += '\n';
}

// Both decoders must agree on what it is. PIPER_INPUTS says how many are tried.
TEST(Decode, Damaged) {
    const char* wanted = std::getenv("PIPER_INPUTS");
    const long inputs = wanted == nullptr ? 1000 : std::atol(wanted);
    std::mt19937 random(7);
    std::vector<std::string> whole;
    for (std::uint64_t seed = 0; seed < 50; ++seed)
        whole.push_back(synthetic(40 + 7 * seed, {.seed = seed}));
    for (long round = 0; round < inputs && !testing::Test::HasFailure(); ++round) {
        std::string text = whole[random() % whole.size()];
        for (unsigned i = 0; i <= random() % 6; ++i) damage(text, random);
        expect_same(text,
                    {.bad = round % 2 == 0 ? Bad::error : Bad::missing, .hex = round % 3 != 0});
    }
}

// What `bench` calls storing alone writes each word and each mark of its rows, and no other.
TEST(Decode, StoresAlone) {
    for (const std::int64_t target : targets()) {
        choose(target);
        Decoded d;
        make_room(100, {}, d.chunk);
        store_rows(20, 71, d.chunk);
        std::vector<std::uint32_t> words(100);
        std::vector<std::uint8_t> missing(100);
        std::fill_n(words.begin() + 20, 51, 1u);
        std::fill_n(missing.begin() + 20, 51, std::uint8_t{1});
        for (const Column& column : d.chunk.columns) {
            EXPECT_EQ(column.words, words);
            EXPECT_EQ(column.missing, missing);
        }
    }
}

TEST(Decode, BinaryRows) {
    const Decoded text = decode_with(decode_tsv, synthetic(100));
    Decoded rows;
    decode_binary(synthetic(100, {.binary = true}), {}, rows);
    ASSERT_EQ(rows.chunk.rows, 100u);
    for (std::size_t f = 0; f < kFields; ++f)
        EXPECT_EQ(rows.chunk.columns[f].words, text.chunk.columns[f].words) << field_name(f);
}

}  // namespace
}  // namespace piper
