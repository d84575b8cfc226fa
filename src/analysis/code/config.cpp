// Follows a configuration from where it is used back to where it was made.
#include "analysis/code/config.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace ironbird::analysis::code {
namespace {

// The object of a member call; none when it is another kind of call.
std::optional<CXCursor> object_of(CXCursor call) {
    const Cursors inner = children(call);
    if (inner.empty() || !is_a(inner[0], CXCursor_MemberRefExpr)) return {};
    const Cursors object = expressions(inner[0]);
    if (object.empty()) return {};
    return object[0];
}

// Lists of one type at any depth, in order.
void lists_of(CXCursor cursor, const std::string& type, Cursors& found) {
    if (is_a(cursor, CXCursor_InitListExpr) && type_name(cursor) == type) {
        found.push_back(cursor);
        return;
    }
    for (const CXCursor c : children(cursor)) lists_of(c, type, found);
}

// The first list at or below an expression.
std::optional<CXCursor> list_below(CXCursor cursor) {
    if (is_a(cursor, CXCursor_InitListExpr)) return cursor;
    for (const CXCursor c : expressions(cursor))
        if (const auto found = list_below(c)) return found;
    return {};
}

}  // namespace

bool Configs::read(CXCursor configuration, const Scope& scope, CircularBuffer& into) {
    if (depth_ > kDeepest) return false;
    depth_++;
    const CXCursor c = bare(configuration);
    bool read_it = false;
    if (is_a(c, CXCursor_CallExpr)) read_it = read_call(c, scope, into);
    if (is_a(c, CXCursor_DeclRefExpr)) {
        const CXCursor declaration = clang_getCursorReferenced(c);
        const Scope::Binding* given = scope.find(spot_of(declaration));
        const auto first =
            is_a(declaration, CXCursor_VarDecl) ? first_value(declaration) : std::nullopt;
        if (given != nullptr && !given->value)
            read_it = read(given->expression, *given->scope, into);
        else if (first)
            read_it = read(*first, scope, into);
        if (read_it) read_changes(declaration, scope, into);
    }
    depth_--;
    return read_it;
}

bool Configs::read_call(CXCursor call, const Scope& scope, CircularBuffer& into) {
    const std::string name = name_of(call);
    if (name == "CircularBufferConfig") return read_construction(call, scope, into);
    if (const auto object = object_of(call)) {
        if (!read(*object, scope, into)) return false;
        change(call, scope, into);
        return true;
    }
    const auto target = evaluator_.facts().target_of(call);
    if (!target) return false;
    const Cursors& returned = evaluator_.facts().functions()[*target].returned;
    return returned.size() == 1 && read(returned[0], evaluator_.inside(*target, call, scope), into);
}

bool Configs::read_construction(CXCursor call, const Scope& scope, CircularBuffer& into) {
    const Cursors given = arguments(call);
    if (given.empty()) return false;
    used_.insert(spot_of(call));
    const Scope* at = &scope;
    if (type_name(given[0]) == "CBDescriptor") {
        const auto list = list_below(evaluator_.behind(given[0], at));
        if (list) read_descriptor(*list, *at, into);
        return list.has_value();
    }
    into.size = evaluator_.expression(given[0], scope);
    if (given.size() > 1) read_formats(given[1], scope, into);
    if (given.size() > 2) into.on_buffer = source_text(given[2]);
    return true;
}

void Configs::read_formats(CXCursor map, const Scope& scope, CircularBuffer& into) {
    const Scope* at = &scope;
    const auto list = list_below(evaluator_.behind(map, at));
    if (!list) return;
    for (const CXCursor pair : expressions(*list)) {
        const Cursors parts = expressions(bare(pair));
        if (parts.size() < 2) continue;
        slot(parts[parts.size() - 2], *at, into).format = evaluator_.expression(parts.back(), *at);
    }
}

void Configs::read_changes(CXCursor variable, const Scope& scope, CircularBuffer& into) {
    const unsigned declared = spot_of(variable).offset;
    for (const Site& site : evaluator_.facts().changes_of(variable)) {
        const Expression before = into.size;
        change(site.cursor, scope, into);
        const bool chosen = std::ranges::any_of(site.guards, [&](const Guard& g) {
            return spot_of(g.cursor).offset > declared && !evaluator_.value(g.cursor, scope).number;
        });
        if (!chosen || into.size.text == before.text) continue;
        into.size = {.text = before.text + " or " + into.size.text, .branch = true};
        into.size.depends.push_back(fmt::format("set again on line {}", line_of(site.cursor)));
    }
}

void Configs::change(CXCursor call, const Scope& scope, CircularBuffer& into) {
    const std::string name = name_of(call);
    const Cursors given = arguments(call);
    if (given.empty()) return;
    if (name == "set_total_size") into.size = evaluator_.expression(given[0], scope);
    if (name.starts_with("set_globally_allocated_address")) {
        into.on_buffer = source_text(given[0]);
        if (given.size() > 1) into.size = evaluator_.expression(given[1], scope);
    }
    if (name == "set_page_size" && given.size() == 2)
        slot(given[0], scope, into).page_size = evaluator_.expression(given[1], scope);
    if (name.ends_with("index")) slot(given[0], scope, into);
    if (type_name(call) == "Builder" && name.starts_with("set_")) change_slot(call, scope, into);
}

// config.index(i).set_data_format(…).set_page_size(…): the index is below the call.
void Configs::change_slot(CXCursor call, const Scope& scope, CircularBuffer& into) {
    const std::string name = name_of(call);
    const CXCursor value = arguments(call)[0];
    CXCursor at = call;
    while (is_a(at, CXCursor_CallExpr) && !name_of(at).ends_with("index")) {
        const auto object = object_of(at);
        if (!object) return;
        at = bare(*object);
    }
    if (!is_a(at, CXCursor_CallExpr) || arguments(at).empty()) return;
    Slot& of = slot(arguments(at)[0], scope, into);
    if (name == "set_page_size") of.page_size = evaluator_.expression(value, scope);
    if (name == "set_data_format") of.format = evaluator_.expression(value, scope);
}

Slot& Configs::slot(CXCursor index, const Scope& scope, CircularBuffer& into) {
    Expression wanted = evaluator_.expression(index, scope);
    const auto same = std::ranges::find_if(into.slots, [&](const Slot& s) {
        return wanted.value ? s.index.value == wanted.value : s.index.text == wanted.text;
    });
    if (same != into.slots.end()) return *same;
    return into.slots.emplace_back(Slot{.index = std::move(wanted)});
}

void Configs::read_descriptor(CXCursor list, const Scope& scope, CircularBuffer& into) {
    used_.insert(spot_of(list));
    const auto members = members_of(list);
    const auto expression = [&](const auto& from, const char* name) {
        const auto found = from.find(name);
        return found == from.end() ? Expression{} : evaluator_.expression(found->second, scope);
    };
    into.size = expression(members, "total_size");
    if (const auto cores = members.find("core_ranges"); cores != members.end())
        read_cores(cores->second, scope, into);
    if (const auto buffer = members.find("buffer"); buffer != members.end())
        into.on_buffer = source_text(buffer->second);
    const auto formats = members.find("format_descriptors");
    if (formats == members.end()) return;
    const Scope* at = &scope;
    Cursors lists;
    lists_of(evaluator_.behind(formats->second, at), "CBFormatDescriptor", lists);
    for (const CXCursor one : lists) {
        const auto parts = members_of(one);
        into.slots.push_back({.index = expression(parts, "buffer_index"),
                              .format = expression(parts, "data_format"),
                              .page_size = expression(parts, "page_size")});
    }
}

void Configs::read_cores(CXCursor cores, const Scope& scope, CircularBuffer& into) const {
    const CXCursor c = bare(cores);
    into.cores = source_text(c);
    CXCursor at = c;
    const Scope* in = &scope;
    for (int depth = 0; depth < kDeepest && is_a(at, CXCursor_DeclRefExpr); depth++) {
        const CXCursor declaration = clang_getCursorReferenced(at);
        const Scope::Binding* given = in->find(spot_of(declaration));
        if (given == nullptr || given->value) {
            into.cores_from = source_text(declaration);
            return;
        }
        at = bare(given->expression);
        in = given->scope;
    }
    if (!clang_equalCursors(at, c)) into.cores_from = source_text(at);
}

}  // namespace ironbird::analysis::code
