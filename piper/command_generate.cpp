// `piper generate`: synthetic data, to a file or to standard output.
#include <fmt/format.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <nlohmann/json.hpp>

#include "commands.hpp"
#include "engine.hpp"
#include "generate.hpp"

namespace piper {
namespace {

struct GenerateCommand {
    std::uint64_t rows = 0;
    std::string out = "-";
    GenerateOptions options;
    unsigned threads = 0;
    bool json = false;
};

void options_of_generate(CLI::App& sub, GenerateCommand& o) {
    sub.add_option("ROWS", o.rows, "How many")->required()->check(CLI::Range(1., 1e12));
    sub.add_option("-o,--output", o.out, "File; standard output when not given");
    sub.add_option("--seed", o.options.seed, "Another seed, other data")
        ->check(CLI::Range(0., 9e18));
    sub.add_flag("--binary", o.options.binary, "Rows of 48 words, not TSV");
    add_threads(sub, o.threads);
    sub.add_flag("--json", o.json, "What was made, as one object; needs --output");
}

Exit generate_command(const GenerateCommand& o) {
    constexpr std::uint64_t part = 4096;
    const bool to_file = o.out != "-";
    if (o.json && !to_file)
        throw Error(Exit::could_not_start, "--json needs --output: the rows go to standard output");
    // A device or a pipe is written to; a file gets its name when it is complete.
    std::error_code none;
    const auto status = std::filesystem::status(o.out, none);
    const bool in_place =
        std::filesystem::exists(status) && !std::filesystem::is_regular_file(status);
    const std::string partial = in_place ? o.out : fmt::format("{}.partial-{}", o.out, getpid());
    std::FILE* file = to_file ? std::fopen(partial.c_str(), "wb") : stdout;
    if (file == nullptr)
        throw Error(Exit::could_not_start,
                    fmt::format("{} cannot be written: {}", o.out, std::strerror(errno)));
    const unsigned threads = thread_count(o.threads);
    std::vector<std::string> texts(threads * 4);
    bool good = true;
    std::uint64_t bytes = 0;
    for (std::uint64_t row = 0; row < o.rows && good; row += part * texts.size()) {
        in_parallel(texts.size(), threads, [&](std::size_t i, unsigned) {
            texts[i].clear();
            const std::uint64_t begin = row + i * part, end = std::min(begin + part, o.rows);
            for (std::uint64_t r = begin; r < end; ++r) append_row(o.options, r, texts[i]);
        });
        for (const std::string& text : texts) {
            good = good && std::fwrite(text.data(), 1, text.size(), file) == text.size();
            bytes += text.size();
        }
    }
    good = std::fflush(file) == 0 && good;
    int why = errno;
    if (to_file) {
        std::fclose(file);
        if (good && !in_place && std::rename(partial.c_str(), o.out.c_str()) != 0) {
            good = false;
            why = errno;
        }
        if (!good && !in_place) std::remove(partial.c_str());
    }
    if (!good)
        throw Error(Exit::failed,
                    fmt::format("{} cannot be written: {}", o.out, std::strerror(why)));
    if (o.json)
        fmt::print("{}\n", nlohmann::json{{"schema", kJsonSchema},
                                          {"output", o.out},
                                          {"rows", o.rows},
                                          {"seed", o.options.seed},
                                          {"bytes", bytes}}
                               .dump(2));
    return Exit::fine;
}

}  // namespace

void add_generate(CLI::App& app, Action& chosen) {
    add_command<GenerateCommand>(app, chosen, "generate", "Make synthetic Criteo records",
                                 options_of_generate, generate_command);
}

}  // namespace piper
