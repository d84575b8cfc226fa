// Whole pipelines: the same result whatever the threads, batches, passes, fusion and formats.
#include <zlib.h>
#include <zstd.h>

#include <nlohmann/json.hpp>

#include "engine.hpp"
#include "minipipe.hpp"
#include "support.hpp"

namespace piper {
namespace {

struct Files {
    std::string label, dense, categorical, vocabulary;
    bool operator==(const Files&) const = default;
};

struct Way {
    RunOptions options{};
    Switches switches{};
    bool reference = false;
};

RunResult run_to(const std::filesystem::path& out, const Pipeline& pipeline,
                 const std::vector<std::string>& inputs, const Way& way) {
    const Inputs found = find_inputs(inputs);
    Switches switches = way.switches;
    switches.text = !found.binary;
    const Plan plan = make_plan(pipeline, switches);
    const auto backend = way.reference ? reference_backend() : host_backend();
    Output output(plan, out, OutputFormat::npy, true);
    return run(plan, *backend, found, &output, way.options);
}

Files files_of(const Pipeline& pipeline, const std::vector<std::string>& inputs,
               const Way& way = {}) {
    const Folder folder;
    run_to(folder / "out", pipeline, inputs, way);
    const auto out = folder / "out";
    return {read_file(out / "label.npy"), read_file(out / "dense.npy"),
            read_file(out / "categorical.npy"), read_file(out / "vocabulary/C3.npy")};
}

TEST(Pipelines, IdsDoNotDependOnHowItRuns) {
    const Folder folder;
    const auto input = folder.file("in.tsv", synthetic(3000));
    const Files first = files_of(small_vocabulary(), {input}, {.options = {.threads = 1}});
    EXPECT_EQ(first.categorical.size(), 128u + 3000 * 26 * 4);
    for (const unsigned threads : {1u, 2u, 7u})
        for (const std::size_t batch :
             {std::size_t{5000}, std::size_t{100000}, std::size_t{1} << 24})
            for (const bool two : {false, true}) {
                const Way way{.options = {.threads = threads,
                                          .chunk_bytes = batch / 3,
                                          .batch_bytes = batch,
                                          .two_passes = two}};
                EXPECT_EQ(files_of(small_vocabulary(), {input}, way), first)
                    << threads << " " << batch << " " << two;
            }
}

TEST(Pipelines, HostIsReference) {
    const Folder folder;
    const auto input = folder.file("in.tsv", synthetic(2000));
    for (const auto& pipeline : {small_vocabulary(), large_vocabulary()}) {
        const Files host = files_of(pipeline, {input});
        const Files plain = files_of(pipeline, {input}, {.reference = true});
        EXPECT_EQ(host.label, plain.label);
        EXPECT_EQ(host.categorical, plain.categorical);
        ASSERT_EQ(host.dense.size(), plain.dense.size());
        for (std::size_t at = 128; at < host.dense.size(); at += 4) {
            float a = 0, b = 0;
            std::memcpy(&a, &host.dense[at], 4);
            std::memcpy(&b, &plain.dense[at], 4);
            ASSERT_NEAR(a, b, 1e-6f * std::max(1.f, b));
        }
    }
}

TEST(Pipelines, FusedIsUnfusedWithFewerBytes) {
    const Folder folder;
    const auto input = folder.file("in.tsv", synthetic(1000));
    const Way apart{.switches = {.auto_fusing = false, .constant_prop = false}};
    EXPECT_EQ(files_of(small_vocabulary(), {input}, apart), files_of(small_vocabulary(), {input}));
    const auto fused = run_to(folder / "a", dense_only(), {input}, {});
    const auto unfused = run_to(folder / "b", dense_only(), {input}, apart);
    const std::uint64_t words = 1000 * 13, label = 1000;
    EXPECT_EQ(fused.read + fused.written, 2 * 4 * (words + label));
    EXPECT_EQ(unfused.read + unfused.written, 2 * 4 * (3 * words + label));
}

TEST(Pipelines, ConstantsAreFolded) {
    const Pipeline pipeline{
        "x", {dense() | Decode() | Clamp(-5, 50) | Clamp(0, 100) | Neg2Zero() | Neg2Zero()}};
    const Plan plan = make_plan(pipeline);
    ASSERT_EQ(plan.columns[0].before.size(), 1u);
    const auto& operators = plan.columns[0].before[0].operators;
    EXPECT_EQ(operators, (std::vector<Operator>{Clamp(0, 50), Neg2Zero()}));
}

TEST(Pipelines, JsonAndBack) {
    const Pipeline pipeline = large_vocabulary();
    const Pipeline again = pipeline_from_json(to_json(pipeline));
    ASSERT_EQ(again.chains.size(), pipeline.chains.size());
    for (std::size_t i = 0; i < again.chains.size(); ++i) {
        EXPECT_EQ(again.chains[i].select, pipeline.chains[i].select);
        EXPECT_EQ(again.chains[i].operators, pipeline.chains[i].operators);
    }
    const auto wrong = nlohmann::json::parse(
        R"({"columns": [{"select": "dense", "operators": [{"name": "Modulus", "n": 3}]}]})");
    EXPECT_EQ(refusal([&] { pipeline_from_json(wrong); }), "Modulus: no parameter n");
}

TEST(Pipelines, WhatDoesNotFitTogether) {
    const auto refused = [](Chain chain) {
        return refusal([&] { make_plan({"x", {std::move(chain)}}); });
    };
    EXPECT_EQ(refused(categorical() | Modulus(5)),
              "Modulus: the column's type is text, one of iu is allowed");
    EXPECT_EQ(refused(categorical() | Decode()), "column C1 is still text at the end");
    EXPECT_EQ(refused(dense() | Modulus(5) | VocabGen()), "VocabGen: VocabMap must be next");
    EXPECT_EQ(refused(columns({"I1", "I1"})), "column I1 is in two chains");
    EXPECT_EQ(refused(columns({"I14"})), "no column is called I14");
    EXPECT_EQ(refused(dense() | Neg2Zero() | Decode()),
              "Decode: only the first operator reads bytes");
}

// Columns share a MiniPipe of 64 bytes; stateless ones are 0 to 3, stateful ones 4 to 6.
TEST(Pipelines, MiniPipes) {
    const auto pipes = minipipes_of(make_plan(small_vocabulary(), {.hex_apart = true}));
    std::vector<unsigned> numbers;
    std::vector<std::size_t> widths;
    for (const MiniPipe& pipe : pipes) {
        numbers.push_back(pipe.number);
        widths.push_back(pipe.fields.size());
        EXPECT_EQ(pipe.vocabulary.has_value(), pipe.stateful());
        EXPECT_EQ(pipe.turn, 0u);
    }
    EXPECT_EQ(numbers, (std::vector<unsigned>{0, 1, 2, 3, 4, 5}));
    EXPECT_EQ(widths, (std::vector<std::size_t>{1, 13, 16, 10, 16, 10}));
    Pipeline many{"many", {}};
    for (const auto* name : {"I1", "I2", "I3", "I4", "I5"})
        many.chains.push_back(columns({name}) | Decode() | Clamp(0, name[1]));
    EXPECT_EQ(minipipes_of(make_plan(many)).back().turn, 1u);  // the fifth waits for the first
}

std::string gzip(const std::string& text) {
    std::string packed(compressBound(text.size()) + 64, 0);
    z_stream s{};
    deflateInit2(&s, 1, Z_DEFLATED, MAX_WBITS + 16, 8, Z_DEFAULT_STRATEGY);
    s.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(text.data()));
    s.avail_in = static_cast<uInt>(text.size());
    s.next_out = reinterpret_cast<Bytef*>(packed.data());
    s.avail_out = static_cast<uInt>(packed.size());
    deflate(&s, Z_FINISH);
    packed.resize(s.total_out);
    deflateEnd(&s);
    return packed;
}

std::string zstd(const std::string& text) {
    std::string packed(ZSTD_compressBound(text.size()), 0);
    packed.resize(ZSTD_compress(packed.data(), packed.size(), text.data(), text.size(), 1));
    return packed;
}

// Compressed, binary, in several files, without the last LF: the same arrays.
TEST(Pipelines, FormatsAndSources) {
    const Folder folder;
    const std::string text = synthetic(600);
    const Files plain = files_of(small_vocabulary(), {folder.file("in.tsv", text)});
    const std::size_t half = text.find('\n', text.size() / 2);
    folder.file("part_1.tsv", text.substr(0, half));  // its last line is left open
    folder.file("part_2.tsv.gz", gzip(text.substr(half + 1, text.size() - half - 2)));
    EXPECT_EQ(files_of(small_vocabulary(), {(folder / "part_*").string()}), plain);
    EXPECT_EQ(
        files_of(small_vocabulary(), {folder.file("two.gz", gzip(text.substr(0, half + 1)) +
                                                                gzip(text.substr(half + 1)))}),
        plain);
    EXPECT_EQ(files_of(small_vocabulary(), {folder.file("in.zst", zstd(text))}), plain);
    const auto rows = folder.file("in.bin", synthetic(600, {.binary = true}));
    EXPECT_EQ(files_of(small_vocabulary(), {rows}), plain);
}

TEST(Pipelines, DamagedInputLeavesNothing) {
    const Folder folder;
    const std::string text = synthetic(600);
    const auto refused = [&](const std::string& name, const std::string& bytes) {
        const auto input = folder.file(name, bytes);
        const std::string message =
            refusal([&] { run_to(folder / "out", small_vocabulary(), {input}, {}); });
        EXPECT_FALSE(std::filesystem::exists(folder / "out")) << name;
        return message;
    };
    const std::string gz = gzip(text), zs = zstd(text);
    EXPECT_EQ(refused("a.gz", gz.substr(0, gz.size() / 2)), "the gzip data is cut short");
    EXPECT_EQ(refused("a.zst", zs.substr(0, zs.size() / 2)), "the zstd data is cut short");
    EXPECT_EQ(refused("a.bin", std::string(200, 'x')), "the binary rows are cut short");
    EXPECT_EQ(refused("a.tsv", text + "1\t2\n"), "line 601: the line ends after 2 of 40 fields");
    std::string broken = gz;
    broken[broken.size() / 2] ^= 0x55;
    EXPECT_THAT(refused("b.gz", broken), ::testing::HasSubstr("the gzip data is"));
    for (const auto& entry : std::filesystem::directory_iterator(folder / ""))
        EXPECT_THAT(entry.path().string(), ::testing::Not(::testing::HasSubstr("partial")));
}

// Values that the vocabulary has not seen get the id behind its last.
TEST(Pipelines, VocabularyOfAnotherRun) {
    const Folder folder;
    const auto first = folder.file("first.tsv", synthetic(500));
    const auto other = folder.file("other.tsv", synthetic(500, {.seed = 2}));
    run_to(folder / "first", small_vocabulary(), {first}, {});
    Plan plan = make_plan(small_vocabulary());
    auto vocabularies = read_vocabularies(folder / "first/vocabulary", plan);
    for (ColumnPlan& column : plan.columns)
        if (column.vocabulary) column.vocabulary->generate = false;
    const std::uint32_t size = vocabularies.at(kFirstCategorical + 2).size();
    {
        Output output(plan, folder / "again", OutputFormat::npy, false);
        run(plan, *host_backend(), find_inputs({first}), &output, {}, vocabularies);
    }
    EXPECT_EQ(read_file(folder / "again/categorical.npy"),
              read_file(folder / "first/categorical.npy"));
    Output output(plan, folder / "other", OutputFormat::raw, false);
    run(plan, *host_backend(), find_inputs({other}), &output, {}, vocabularies);
    const std::string ids = read_file(folder / "other/C3.bin");
    std::uint32_t largest = 0, id = 0;
    for (std::size_t at = 0; at < ids.size(); at += 4) {
        std::memcpy(&id, &ids[at], 4);
        largest = std::max(largest, id);
    }
    EXPECT_EQ(largest, size);
}

TEST(Pipelines, ExistingOutputIsKept) {
    const Folder folder;
    folder.file("out", "mine");
    const Plan plan = make_plan(dense_only());
    EXPECT_EQ(refusal([&] { Output(plan, folder / "out", OutputFormat::npy, false); }),
              (folder / "out").string() + " exists");
    EXPECT_EQ(read_file(folder / "out"), "mine");
}

TEST(Sources, InputThatChangesIsRefused) {
    const Folder folder;
    const auto path = folder.file("in.tsv", synthetic(10));
    const auto source = open_file(path);
    char bytes[100];
    source->read(bytes, sizeof bytes);
    std::ofstream(path, std::ios::app) << "1\n";
    EXPECT_THAT(refusal([&] {
                    while (source->read(bytes, sizeof bytes) != 0) {
                    }
                }),
                testing::HasSubstr("changed while it was read"));
}

// A second pass would see other rows than the first.
TEST(Sources, InputThatChangesBetweenPassesIsRefused) {
    const Folder folder;
    const auto path = folder.file("in.tsv", synthetic(10));
    const Inputs inputs = find_inputs({path});
    std::ofstream(path, std::ios::app) << "1\n";
    char byte = 0;
    EXPECT_THAT(refusal([&] { open_inputs(inputs)->read(&byte, 1); }),
                testing::HasSubstr("changed while it was read"));
}

}  // namespace
}  // namespace piper
