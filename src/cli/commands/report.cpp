// `ironbird report RUN`: what a run has left, as one HTML file or for ttnn-visualizer.
#include <fmt/format.h>

#include <array>
#include <cerrno>
#include <fstream>
#include <sstream>

#include "base/fault.hpp"
#include "cli/command.hpp"
#include "cli/places.hpp"
#include "cli/record.hpp"
#include "report/page/page.hpp"
#include "report/visualizer/visualizer.hpp"

namespace ironbird::cli {
namespace {

namespace fs = std::filesystem;

std::string text_of(const fs::path& path) {
    std::ifstream file(path, std::ios::binary);
    std::stringstream text;
    text << file.rdbuf();
    return text.str();
}

// A record of the run; none is an empty one, a damaged one is not shown as if there were none.
std::string file_of_run(const fs::path& path) {
    const std::string text = text_of(path);
    const Json value = Json::parse(text, nullptr, false);
    if (fs::exists(path) && !value.is_object())
        throw Error(Fault::usage, path.string() + " is damaged", {},
                    "it is no JSON object; run the program again");
    return text;
}

std::string page_template() {
    const std::string text = text_of(places().page);
    if (!text.empty()) return text;
    const std::string why = text_of(places().page.parent_path() / "why_not.txt");
    throw Error(Fault::usage, fmt::format("{} was not built", places().page.string()), {},
                fmt::format("{}it needs nodejs, npm and, once, npm's registry; `./ironbird report` "
                            "installs the two and builds again, as does the target report_page",
                            why));
}

void write_page(const fs::path& path, const std::string& page) {
    const fs::path fresh = path.string() + ".new";
    {
        std::ofstream file(fresh, std::ios::binary);
        file << page;
        if (!file.flush()) throw unwritable(fresh.string(), errno, Fault::usage);
    }
    fs::rename(fresh, path);
}

// What a run leaves besides the page: a row per format, chosen by its option.
struct RunFormat {
    const char* option;  // followed by the file or folder to write
    const char* help;
    void (*write)(const fs::path& run, const fs::path& to);
};
constexpr RunFormat kRunFormats[] = {
    {"--visualizer", "Instead of the page, a folder that ttnn-visualizer opens as a memory report",
     report::write_visualizer},
};

Exit wrote(const fs::path& path, bool json) {
    const std::string file = path.lexically_proximate(fs::current_path()).string();
    fmt::print("{}\n", json ? json_text({{"schema", kJsonSchema}, {"file", file}}) : file);
    return Exit::fine;
}

Exit write_as(const RunFormat& format, const std::string& name, const fs::path& to, bool json) {
    const fs::path folder = find_run(name);
    record_of(folder);  // throws when it is damaged
    format.write(folder, to);
    return wrote(to, json);
}

Exit report(const std::string& name, const std::string& output, bool json) {
    const fs::path folder = find_run(name);
    record_of(folder);  // throws when it is damaged
    const report::PageData data{.name = folder.filename().string(),
                                .run = file_of_run(folder / "run.json"),
                                .timeline = file_of_run(folder / "timeline.json"),
                                .memory = file_of_run(folder / "memory.json")};
    const fs::path path = output.empty() ? folder / "report.html" : fs::path(output);
    write_page(path, make_page(page_template(), data));
    if (data.timeline.empty())
        fmt::print(stderr,
                   "ironbird: run {} has no timeline; `ironbird run --profile` records one\n",
                   data.name);
    return wrote(path, json);
}

}  // namespace

void add_report(CLI::App& app, Action& chosen) {
    auto* sub = app.add_subcommand(
        "report", "Write the page of a run: timeline, heat maps, L1, roofline, findings, hints");
    auto name = std::make_shared<std::string>();
    auto output = std::make_shared<std::string>();
    auto asked = std::make_shared<std::array<std::string, std::size(kRunFormats)>>();
    auto json = std::make_shared<bool>(false);
    sub->add_option("RUN", *name, "Number or folder of the run")->required();
    auto* page =
        sub->add_option("-o,--output", *output, "Where to; else report.html in the run's folder");
    for (std::size_t i = 0; i < asked->size(); i++)
        sub->add_option(kRunFormats[i].option, (*asked)[i], kRunFormats[i].help)->excludes(page);
    sub->add_flag("--json", *json, "The name of what was written, as JSON");
    sub->footer(
        "One HTML file that needs no network. `ironbird run --profile` records what it shows.");
    sub->callback([name, output, asked, json, &chosen] {
        chosen = [name, output, asked, json] {
            for (std::size_t i = 0; i < asked->size(); i++)
                if (!(*asked)[i].empty())
                    return write_as(kRunFormats[i], *name, (*asked)[i], *json);
            return report(*name, *output, *json);
        };
    });
}

}  // namespace ironbird::cli
