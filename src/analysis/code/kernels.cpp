// CreateKernel calls and KernelDescriptors.
#include "analysis/code/kernels.hpp"

#include <algorithm>

namespace ironbird::analysis::code {
namespace {

namespace fs = std::filesystem;

// The longest literal below an expression that names a source file.
void path_below(CXCursor cursor, std::string& longest) {
    if (is_a(cursor, CXCursor_StringLiteral))
        if (const auto text = literal_of(cursor);
            text && text->size() > longest.size() && fs::path(*text).extension() == ".cpp")
            longest = *text;
    for (const CXCursor c : children(cursor)) path_below(c, longest);
}

// The value of a designated member anywhere below.
std::optional<CXCursor> member_below(CXCursor cursor, const std::string& name) {
    const Cursors inner = children(cursor);
    if (inner.size() > 1 && is_a(inner[0], CXCursor_MemberRef) && name_of(inner[0]) == name)
        return inner.back();
    for (const CXCursor c : inner)
        if (const auto found = member_below(c, name)) return found;
    return {};
}

struct KernelRow {
    std::string_view type, processor;
};

// What a configuration's type says; a data-movement one may say more in its member.
constexpr KernelRow kTypes[] = {
    {"ComputeConfig", "compute"},          {"ComputeConfigDescriptor", "compute"},
    {"DataMovementConfig", "RISCV_0"},     {"DataMovementConfigDescriptor", "RISCV_0"},
    {"EthernetConfig", "ethernet"},        {"EthernetConfigDescriptor", "ethernet"},
    {"ReaderConfigDescriptor", "RISCV_1"}, {"ReaderDataMovementConfig", "RISCV_1"},
    {"WriterConfigDescriptor", "RISCV_0"}, {"WriterDataMovementConfig", "RISCV_0"},
};

}  // namespace

std::optional<fs::path> find_kernel(const std::string& name, const fs::path& source,
                                    const Settings& settings) {
    std::error_code ignored;
    std::vector<fs::path> folders = settings.roots;
    for (fs::path at = fs::absolute(source).parent_path();; at = at.parent_path()) {
        folders.push_back(at);
        if (at == at.root_path()) break;
    }
    for (const fs::path& folder : folders)  // an absolute name replaces the folder
        if (fs::is_regular_file(folder / name, ignored)) return (folder / name).lexically_normal();
    return {};
}

std::string Kernels::processor(CXCursor configuration, const Scope& scope) {
    const Scope* at = &scope;
    const CXCursor c = evaluator_.behind(configuration, at);
    if (const auto target =
            is_a(c, CXCursor_CallExpr) ? evaluator_.facts().target_of(c) : std::nullopt) {
        const Cursors& returned = evaluator_.facts().functions()[*target].returned;
        if (returned.size() == 1) return processor(returned[0], evaluator_.inside(*target, c, *at));
    }
    const auto* row = std::ranges::find(kTypes, type_name(c), &KernelRow::type);
    if (row == std::end(kTypes)) return {};
    const auto member = member_below(c, "processor");
    if (!member) return std::string(row->processor);
    const Value v = evaluator_.value(*member, *at);
    return v.name.empty() ? source_text(*member) : v.name;
}

void Kernels::name(Kernel& kernel, CXCursor path, const Scope& scope) {
    if (auto text = evaluator_.text(path, scope)) {
        kernel.name = *text;
    } else {
        const Scope* at = &scope;
        path_below(evaluator_.behind(path, at), kernel.name);
        if (kernel.name.empty()) path_below(path, kernel.name);
        if (kernel.name.empty()) kernel.name = source_text(path);
    }
    if (const auto file = find_kernel(kernel.name, source_, settings_))
        kernel.source = count_kernel(*file, kernel.processor, settings_);
}

Kernel Kernels::of_call(CXCursor call, const Scope& scope) {
    const Cursors given = arguments(call);
    Kernel kernel{.line = line_of(call), .via = scope.via};
    if (given.size() > 3) kernel.processor = processor(given[3], scope);
    if (given.size() > 1) name(kernel, given[1], scope);
    return kernel;
}

Kernel Kernels::of_descriptor(CXCursor list, const Scope& scope) {
    Kernel kernel{.line = line_of(list), .via = scope.via};
    if (const auto config = member_below(list, "config"))
        kernel.processor = processor(*config, scope);
    if (const auto path = member_below(list, "kernel_source")) name(kernel, *path, scope);
    return kernel;
}

}  // namespace ironbird::analysis::code
