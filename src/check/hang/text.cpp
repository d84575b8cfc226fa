// The screen: verdict, parties, what to do, and who else waits.
#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <map>

#include "check/finding_text.hpp"
#include "check/hang/screen.hpp"
#include "device/fault/fault_text.hpp"

namespace ironbird::check {
namespace {

namespace fs = std::filesystem;

// From the folder in which the program runs, where the file lies below it.
std::string shown(const Place& place) {
    std::error_code error;
    const std::string below =
        fs::path(place.file).lexically_relative(fs::current_path(error)).string();
    const std::string& file = below.empty() || below.starts_with("..") ? place.file : below;
    return place.line != 0 ? fmt::format("{}:{}", file, place.line) : file;
}

// Waiters at one line for one reason.
struct Group {
    std::vector<std::size_t> members;
    bool behind = false;
};

// In the order of the first member.
std::vector<Group> other_groups(const World& world, const Root& root) {
    std::vector<bool> told(world.waiters.size());
    told[root.waiter] = true;
    for (const std::size_t i : root.like) told[i] = true;
    std::map<std::string, std::size_t> index;
    std::vector<Group> groups;
    for (std::size_t i = 0; i < world.waiters.size(); i++) {
        if (told[i]) continue;
        const Waiter& w = world.waiters[i];
        const auto [at, fresh] =
            index.try_emplace(fmt::format("{}:{} {} {}", w.place.file, w.place.line, w.p->index,
                                          device::wait_text(*w.p)),
                              groups.size());
        if (fresh) groups.emplace_back();
        groups[at->second].members.push_back(i);
        groups[at->second].behind |= root.behind[i];
    }
    return groups;
}

std::string group_line(const World& world, const Group& g) {
    const Waiter& first = world.waiters[g.members.front()];
    const std::string where =
        g.members.size() == 1 ? core_name(first.core()) : fmt::format("{} cores", g.members.size());
    return label(g.behind ? "behind" : "also",
                 fmt::format("{}   {}, {}, waits for {}", shown(first.place), where,
                             first.place.processor, device::wait_text(*first.p)));
}

bool is_party(const World& world, const Group& g, const Verdict& v) {
    return std::any_of(v.parties.begin(), v.parties.end(), [&](const Party& p) {
        const Place& at = world.waiters[g.members.front()].place;
        return g.members.size() == 1 && p.place && p.place->core_x == at.core_x &&
               p.place->core_y == at.core_y && p.place->processor == at.processor &&
               p.place->device == at.device;
    });
}

std::string others_text(const World& world, const Root& root) {
    constexpr std::size_t most = 8;
    std::string text;
    std::size_t lines = 0, left = 0;
    for (const Group& g : other_groups(world, root)) {
        if (is_party(world, g, root.verdict)) continue;
        if (lines == most)
            left += g.members.size();
        else if (++lines <= most)
            text += group_line(world, g);
    }
    if (left != 0)
        text += label("also", fmt::format("{} more that wait", counted(left, "processor")));
    return text;
}

std::string not_begun_text(const World& world) {
    std::string text;
    for (const device::LaunchView& l : world.hang.not_begun)
        text += label("queued",
                      fmt::format("program {} {} has not begun: it waits for cores of this one",
                                  l.program_id, *l.name));
    return text;
}

}  // namespace

std::string hang_text(const World& world, const Root& root, const std::string& graph) {
    const Verdict& v = root.verdict;
    std::string text = fmt::format("hang {}  {}: {}\n", v.rule,
                                   core_name(world.waiters[root.waiter].core()), v.summary);
    std::size_t width = 0;
    for (const Party& p : v.parties)
        if (p.place) width = std::max(width, shown(*p.place).size());
    for (const Party& p : v.parties)
        text += label(p.role, fmt::format("{:<{}}   {}", p.place ? shown(*p.place) : "",
                                          std::min<std::size_t>(width, 60), p.what));
    if (!v.because.empty()) text += label("because", v.because);
    text += label("do", v.remedy.empty() ? std::string(rule(v.rule).remedy) : v.remedy);
    text += others_text(world, root) + not_begun_text(world);
    if (!root.like.empty())
        text += label("also", fmt::format("{} more core{} like this one", root.like.size(),
                                          root.like.size() == 1 ? "" : "s"));
    if (!graph.empty()) text += label("graph", graph);
    text += label("page", fmt::format("ironbird explain {}", v.rule));
    text.pop_back();
    return text;
}

}  // namespace ironbird::check
