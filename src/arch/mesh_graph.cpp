// A reader of text in protobuf's form, and what a descriptor says in it.
#include "arch/mesh_graph.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <charconv>
#include <fstream>
#include <map>
#include <memory>
#include <sstream>

#include "base/fault.hpp"

namespace ironbird::arch {
namespace {

// name: value, name { ... }, name: [ value, ... ]; a name may occur several times.
struct Node {
    std::multimap<std::string, std::string> values;
    std::multimap<std::string, std::unique_ptr<Node>> nodes;
};

class Reader {
 public:
    Reader(std::string_view text, const std::string& file) : text_(text), file_(file) {}

    std::unique_ptr<Node> read() {
        auto all = fields(0);
        if (at_ < static_cast<std::ptrdiff_t>(text_.size())) fail("a name is expected");
        return all;
    }

 private:
    static constexpr int kDeepest = 16;

    [[noreturn]] void fail(std::string_view what) const {
        const auto line = 1 + std::count(text_.begin(), text_.begin() + at_, '\n');
        throw Error(Fault::usage,
                    fmt::format("{}:{} is no mesh graph descriptor: {}", file_, line, what));
    }
    void skip() {
        while (at_ < static_cast<std::ptrdiff_t>(text_.size())) {
            const char c = peek();
            if (c == '#')
                while (at_ < static_cast<std::ptrdiff_t>(text_.size()) && peek() != '\n') at_++;
            else if (std::isspace(static_cast<unsigned char>(c)) != 0 || c == ',' || c == ';')
                at_++;
            else
                return;
        }
    }
    char peek() const { return text_[static_cast<std::size_t>(at_)]; }
    bool is(char c) {
        skip();
        return at_ < static_cast<std::ptrdiff_t>(text_.size()) && peek() == c;
    }
    bool take(char c) {
        if (!is(c)) return false;
        at_++;
        return true;
    }
    static bool in_word(char c) {
        return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_' || c == '-' || c == '.';
    }
    std::string word() {
        skip();
        const auto begin = at_;
        while (at_ < static_cast<std::ptrdiff_t>(text_.size()) && in_word(peek())) at_++;
        if (at_ == begin) fail("a name or a number is expected");
        return std::string(
            text_.substr(static_cast<std::size_t>(begin), static_cast<std::size_t>(at_ - begin)));
    }
    std::string value() {
        if (!take('"')) return word();
        const auto end = text_.find('"', static_cast<std::size_t>(at_));
        if (end == text_.npos) fail("a string has no end");
        std::string s(
            text_.substr(static_cast<std::size_t>(at_), end - static_cast<std::size_t>(at_)));
        at_ = static_cast<std::ptrdiff_t>(end) + 1;
        return s;
    }
    void field(Node& to, int depth) {
        const std::string name = word();
        const bool colon = take(':');
        if (take('{')) {
            to.nodes.emplace(name, fields(depth + 1));
            if (!take('}')) fail("a brace is not closed");
        } else if (!colon) {
            fail(fmt::format("{} has no value", name));
        } else if (take('[')) {
            while (!is(']')) to.values.emplace(name, value());
            take(']');
        } else {
            to.values.emplace(name, value());
        }
    }
    std::unique_ptr<Node> fields(int depth) {
        if (depth > kDeepest) fail("it is nested too deeply");
        auto node = std::make_unique<Node>();
        for (skip(); at_ < static_cast<std::ptrdiff_t>(text_.size()) && in_word(peek()); skip())
            field(*node, depth);
        return node;
    }

    std::string_view text_;
    const std::string& file_;
    std::ptrdiff_t at_ = 0;
};

// ---- what it says

struct Meaning {
    const std::string& file;

    [[noreturn]] void refuse(std::string_view what) const {
        throw Error(Fault::usage, fmt::format("{}: {}", file, what));
    }
    std::vector<std::string> values(const Node& n, const std::string& name) const {
        std::vector<std::string> all;
        const auto [begin, end] = n.values.equal_range(name);
        for (auto it = begin; it != end; ++it) all.push_back(it->second);
        return all;
    }
    std::string value(const Node& n, const std::string& name) const {
        const auto all = values(n, name);
        if (all.size() != 1) refuse(fmt::format("there are {} values of {}", all.size(), name));
        return all.front();
    }
    std::uint32_t number(const std::string& text, std::string_view name) const {
        std::uint32_t n = 0;
        const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), n);
        if (error != std::errc{} || end != text.data() + text.size() || n == 0 || n > 64)
            refuse(fmt::format("{} is {}, 1 to 64 is allowed", name, text));
        return n;
    }
    const Node& node(const Node& n, const std::string& name) const {
        const auto at = n.nodes.find(name);
        if (at == n.nodes.end()) refuse(fmt::format("there is no {}", name));
        return *at->second;
    }
    bool ring(const std::string& type) const {
        if (type != "RING" && type != "LINE")
            refuse(fmt::format("dim_types has {}, LINE and RING are allowed", type));
        return type == "RING";
    }
};

MeshGraph mesh_of(const Meaning& m, const Node& mesh) {
    MeshGraph g{.name = m.value(mesh, "name")};
    const std::string arch = m.value(mesh, "arch");
    if (arch != "WORMHOLE_B0" && arch != "BLACKHOLE")
        m.refuse(fmt::format("arch is {}, WORMHOLE_B0 and BLACKHOLE are allowed", arch));
    g.family = arch == "BLACKHOLE" ? Family::blackhole : Family::wormhole;
    const Node& topology = m.node(mesh, "device_topology");
    const auto dims = m.values(topology, "dims"), types = m.values(topology, "dim_types");
    if (dims.size() != 2) m.refuse(fmt::format("dims has {} numbers, 2 are allowed", dims.size()));
    g.rows = m.number(dims[0], "dims");
    g.columns = m.number(dims[1], "dims");
    if (!types.empty()) {
        if (types.size() != 2)
            m.refuse(fmt::format("dim_types has {} words, 2 are allowed", types.size()));
        g.wrap_columns = m.ring(types[0]);
        g.wrap_rows = m.ring(types[1]);
    }
    g.links = m.number(m.value(m.node(mesh, "channels"), "count"), "count");
    return g;
}

}  // namespace

MeshGraph parse_mesh_graph(std::string_view text, const std::string& file) {
    const auto all = Reader(text, file).read();
    const Meaning m{file};
    if (!all->nodes.contains("mesh_descriptors")) m.refuse("there is no mesh_descriptors");
    const Node& top = m.node(*all, "top_level_instance");
    if (top.nodes.count("mesh") != 1)
        throw Error(Fault::not_modelled,
                    fmt::format("{}: a graph of several meshes is not modelled", file), {},
                    "a top_level_instance of one mesh is");
    const std::string wanted = m.value(m.node(top, "mesh"), "mesh_descriptor");
    const auto [begin, end] = all->nodes.equal_range("mesh_descriptors");
    for (auto it = begin; it != end; ++it)
        if (m.value(*it->second, "name") == wanted) return mesh_of(m, *it->second);
    m.refuse(fmt::format("there is no mesh {}", wanted));
}

MeshGraph read_mesh_graph(const std::string& file) {
    std::ifstream in(file);
    if (!in) throw Error(Fault::usage, fmt::format("cannot read TT_MESH_GRAPH_DESC_PATH={}", file));
    std::ostringstream text;
    text << in.rdbuf();
    return parse_mesh_graph(text.str(), file);
}

// Sides that no chip uses both of share their channels.
Cluster cluster_of(const MeshGraph& g, const Product& product) {
    ClusterPlan plan{.name = g.name,
                     .title = "a mesh graph descriptor",
                     .product = product.name,
                     .rows = g.rows,
                     .columns = g.columns,
                     .links = g.links,
                     .wrap_rows = g.wrap_rows,
                     .wrap_columns = g.wrap_columns,
                     .assumed = "which channels lead where"};
    std::uint32_t next = 0;
    const auto give = [&](Direction up, Direction down, std::uint32_t size) {
        if (size == 1) return;
        plan.first_channel[static_cast<std::size_t>(up)] = static_cast<std::uint8_t>(next);
        if (size > 2) next += g.links;
        plan.first_channel[static_cast<std::size_t>(down)] = static_cast<std::uint8_t>(next);
        next += g.links;
    };
    give(Direction::east, Direction::west, g.columns);
    give(Direction::south, Direction::north, g.rows);
    if (next > product.ethernet.links)
        throw Error(Fault::usage,
                    fmt::format("mesh {} needs {} Ethernet channels on a chip, and {} has {}",
                                g.name, next, product.name, product.ethernet.links));
    return Cluster(plan);
}

void check_embeds(const MeshGraph& g, const Cluster& cluster, const std::string& file) {
    const auto fits = [&](std::uint32_t rows, std::uint32_t columns) {
        return rows <= cluster.rows() && columns <= cluster.columns();
    };
    if (fits(g.rows, g.columns) || fits(g.columns, g.rows)) return;
    throw Error(Fault::usage,
                fmt::format("mesh {} of {} is {}x{}, and {} is {}x{}", g.name, file, g.rows,
                            g.columns, cluster.name(), cluster.rows(), cluster.columns()));
}

}  // namespace ironbird::arch
