// Constants beyond the compiler's: through variables that nobody changes and through calls.
#include "analysis/code/value.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <functional>

namespace ironbird::analysis::code {
namespace {

constexpr std::size_t kLongest = 60;

Value known(std::int64_t number, std::string name = {}) {
    return {.number = number, .name = std::move(name)};
}

Value unknown(std::string what) {
    return {.depends = {std::move(what)}};
}

Value unknown(CXCursor expression) {
    std::string text = source_text(expression);
    if (text.size() > kLongest) text = text.substr(0, kLongest - 3) + "...";
    return unknown(fmt::format("{} (line {})", text, line_text(expression)));
}

Value neither(const Value& a, const Value& b) {
    Value v{.depends = a.depends, .branch = a.branch || b.branch};
    v.depends.insert(b.depends.begin(), b.depends.end());
    return v;
}

using Number = std::int64_t;
using Two = std::optional<Number> (*)(Number, Number);

// Indexed by CXBinaryOperatorKind; what is absent has no value here.
const std::map<CXBinaryOperatorKind, Two> kBinary = {
    {CXBinaryOperator_Mul, [](Number a, Number b) { return std::optional(a * b); }},
    {CXBinaryOperator_Div,
     [](Number a, Number b) { return b == 0 ? std::nullopt : std::optional(a / b); }},
    {CXBinaryOperator_Rem,
     [](Number a, Number b) { return b == 0 ? std::nullopt : std::optional(a % b); }},
    {CXBinaryOperator_Add, [](Number a, Number b) { return std::optional(a + b); }},
    {CXBinaryOperator_Sub, [](Number a, Number b) { return std::optional(a - b); }},
    {CXBinaryOperator_Shl,
     [](Number a, Number b) { return b < 0 || b > 62 ? std::nullopt : std::optional(a << b); }},
    {CXBinaryOperator_Shr,
     [](Number a, Number b) { return b < 0 || b > 62 ? std::nullopt : std::optional(a >> b); }},
    {CXBinaryOperator_LT, [](Number a, Number b) { return std::optional<Number>(a < b); }},
    {CXBinaryOperator_GT, [](Number a, Number b) { return std::optional<Number>(a > b); }},
    {CXBinaryOperator_LE, [](Number a, Number b) { return std::optional<Number>(a <= b); }},
    {CXBinaryOperator_GE, [](Number a, Number b) { return std::optional<Number>(a >= b); }},
    {CXBinaryOperator_EQ, [](Number a, Number b) { return std::optional<Number>(a == b); }},
    {CXBinaryOperator_NE, [](Number a, Number b) { return std::optional<Number>(a != b); }},
    {CXBinaryOperator_And, [](Number a, Number b) { return std::optional(a & b); }},
    {CXBinaryOperator_Xor, [](Number a, Number b) { return std::optional(a ^ b); }},
    {CXBinaryOperator_Or, [](Number a, Number b) { return std::optional(a | b); }},
    {CXBinaryOperator_LAnd, [](Number a, Number b) { return std::optional<Number>(a && b); }},
    {CXBinaryOperator_LOr, [](Number a, Number b) { return std::optional<Number>(a || b); }},
};

const std::map<CXUnaryOperatorKind, Number (*)(Number)> kUnary = {
    {CXUnaryOperator_Plus, [](Number a) { return a; }},
    {CXUnaryOperator_Minus, [](Number a) { return -a; }},
    {CXUnaryOperator_Not, [](Number a) { return ~a; }},
    {CXUnaryOperator_LNot, [](Number a) { return Number{a == 0}; }},
};

CXCursor referenced(CXCursor reference) {
    return clang_getCursorReferenced(reference);
}

}  // namespace

const Scope::Binding* Scope::find(Spot declaration) const {
    for (const Scope* s = this; s != nullptr; s = s->outer)
        if (const auto found = s->bound.find(declaration); found != s->bound.end())
            return &found->second;
    return nullptr;
}

Expression Evaluator::expression(CXCursor expression, const Scope& scope) {
    const Value v = value(expression, scope);
    return {.text = source_text(expression),
            .value = v.number,
            .name = v.name,
            .depends = {v.depends.begin(), v.depends.end()},
            .branch = v.branch};
}

Value Evaluator::evaluate(CXCursor expression, const Scope& scope, int depth) {
    if (depth > kDeepest) return unknown(expression);
    if (const auto number = constant_of(expression))
        return known(*number, enumerator_of(bare(expression), *number));
    using Handler = Value (Evaluator::*)(CXCursor, const Scope&, int);
    static const std::map<CXCursorKind, Handler> kHandlers = {
        {CXCursor_DeclRefExpr, &Evaluator::of_name},
        {CXCursor_MemberRefExpr, &Evaluator::of_member},
        {CXCursor_UnaryOperator, &Evaluator::of_unary},
        {CXCursor_BinaryOperator, &Evaluator::of_binary},
        {CXCursor_ConditionalOperator, &Evaluator::of_choice},
        {CXCursor_CallExpr, &Evaluator::of_call}};
    const CXCursor c = bare(expression);
    if (is_a(c, CXCursor_InitListExpr))
        if (const Cursors one = expressions(c); one.size() == 1)
            return evaluate(one[0], scope, depth + 1);
    const auto handler = kHandlers.find(clang_getCursorKind(c));
    if (handler == kHandlers.end()) return unknown(c);
    return (this->*handler->second)(c, scope, depth + 1);
}

Value Evaluator::of_name(CXCursor reference, const Scope& scope, int depth) {
    const CXCursor declaration = referenced(reference);
    if (is_a(declaration, CXCursor_EnumConstantDecl))
        return known(clang_getEnumConstantDeclValue(declaration), name_of(declaration));
    const Scope::Binding* given = scope.find(spot_of(declaration));
    if (given != nullptr && given->value) return *given->value;
    if (const auto lines = facts_.writes_to(declaration); !lines.empty()) {
        Value v = unknown(
            fmt::format("{}, set again on line {}", name_of(declaration), fmt::join(lines, ", ")));
        v.branch = true;
        return v;
    }
    if (given != nullptr) {
        Value v = evaluate(given->expression, *given->scope, depth);
        if (v.number && v.name.empty()) v.name = enumerator_of(reference, *v.number);
        return v;
    }
    if (is_a(declaration, CXCursor_ParmDecl))
        return unknown(
            fmt::format("parameter {} (line {})", name_of(declaration), line_text(declaration)));
    if (is_a(declaration, CXCursor_VarDecl)) return of_variable(declaration, scope, depth);
    return unknown(reference);
}

Value Evaluator::of_member(CXCursor reference, const Scope& scope, int depth) {
    const Scope* at = &scope;
    const CXCursor value = behind(reference, at);
    if (!clang_equalCursors(value, reference)) return evaluate(value, *at, depth);
    const Cursors object = expressions(reference);
    const CXCursor maker = object.empty() ? reference : behind(object[0], at);
    return unknown(is_a(maker, CXCursor_CallExpr) ? maker : reference);
}

Value Evaluator::of_variable(CXCursor variable, const Scope& scope, int depth) {
    const auto first = first_value(variable);
    if (!first) return unknown(fmt::format("{} (line {})", name_of(variable), line_text(variable)));
    Value v = evaluate(*first, scope, depth);
    if (v.number && v.name.empty()) v.name = enumerator_of(variable, *v.number);
    return v;
}

Value Evaluator::of_unary(CXCursor operation, const Scope& scope, int depth) {
    const Cursors operand = expressions(operation);
    const auto row = kUnary.find(clang_getCursorUnaryOperatorKind(operation));
    if (operand.size() != 1 || row == kUnary.end()) return unknown(operation);
    const Value v = evaluate(operand[0], scope, depth);
    return v.number ? known(row->second(*v.number)) : v;
}

Value Evaluator::of_binary(CXCursor operation, const Scope& scope, int depth) {
    const Cursors operands = expressions(operation);
    const auto row = kBinary.find(clang_getCursorBinaryOperatorKind(operation));
    if (operands.size() != 2 || row == kBinary.end()) return unknown(operation);
    const Value a = evaluate(operands[0], scope, depth), b = evaluate(operands[1], scope, depth);
    if (!a.number || !b.number) return neither(a, b);
    const auto number = row->second(*a.number, *b.number);
    return number ? known(*number) : unknown(operation);
}

Value Evaluator::of_choice(CXCursor choice, const Scope& scope, int depth) {
    const Cursors parts = expressions(choice);
    if (parts.size() != 3) return unknown(choice);
    const Value condition = evaluate(parts[0], scope, depth);
    if (condition.number) return evaluate(parts[*condition.number != 0 ? 1 : 2], scope, depth);
    Value v = neither(condition,
                      neither(evaluate(parts[1], scope, depth), evaluate(parts[2], scope, depth)));
    v.branch = true;
    return v;
}

Value Evaluator::of_call(CXCursor call, const Scope& scope, int depth) {
    std::vector<Value> given;
    for (const CXCursor argument : arguments(call)) {
        const CXCursor list = bare(argument);
        const Cursors parts = is_a(list, CXCursor_InitListExpr) ? expressions(list) : Cursors{};
        if (parts.size() < 2) given.push_back(evaluate(argument, scope, depth));
        for (std::size_t i = 0; parts.size() >= 2 && i < parts.size(); i++)
            given.push_back(evaluate(parts[i], scope, depth));
    }
    if (const auto number = known_function(name_of(call), given)) return known(*number);
    if (const auto target = facts_.target_of(call)) {
        const Cursors& returned = facts_.functions()[*target].returned;
        if (returned.size() == 1) return evaluate(returned[0], inside(*target, call, scope), depth);
    }
    if (!is_known_function(name_of(call))) return unknown(call);
    Value all;
    for (const Value& v : given) all = neither(all, v);
    return all.depends.empty() ? unknown(call) : all;
}

const Scope& Evaluator::inside(std::size_t function, CXCursor call, const Scope& caller) {
    Scope& scope = scopes_.emplace_back();
    scope.outer = &caller;
    scope.via = caller.via;
    scope.via.push_back(line_text(call));
    scope.when = caller.when;
    scope.repeated = caller.repeated;
    const Cursors given = arguments(call);
    const Cursors& parameters = facts_.functions()[function].parameters;
    for (std::size_t i = 0; i < std::min(given.size(), parameters.size()); i++)
        scope.bound[spot_of(parameters[i])] = {given[i], &caller, {}};
    return scope;
}

std::optional<CXCursor> Evaluator::one_behind(CXCursor name, const Scope*& scope) const {
    const CXCursor declaration = referenced(name);
    if (!facts_.writes_to(declaration).empty()) return {};
    if (is_a(name, CXCursor_MemberRefExpr)) return member_behind(name, scope);
    if (!is_a(name, CXCursor_DeclRefExpr)) return {};
    const Scope::Binding* given = scope->find(spot_of(declaration));
    if (given != nullptr && !given->value) {
        scope = given->scope;
        return given->expression;
    }
    return is_a(declaration, CXCursor_VarDecl) ? first_value(declaration) : std::nullopt;
}

// The member of an object that a list has made, or the value that its declaration gives it.
std::optional<CXCursor> Evaluator::member_behind(CXCursor name, const Scope*& scope) const {
    const CXCursor field = referenced(name);
    const Cursors object = expressions(name);
    if (!is_a(field, CXCursor_FieldDecl) || object.size() != 1) return {};
    const Scope* at = scope;
    const CXCursor list = behind(object[0], at);
    if (!is_a(list, CXCursor_InitListExpr)) return {};
    const auto members = members_of(list);
    scope = at;
    if (const auto set = members.find(name_of(field)); set != members.end()) return set->second;
    const Cursors otherwise = expressions(field);
    if (otherwise.empty()) return {};
    return otherwise[0];
}

CXCursor Evaluator::behind(CXCursor expression, const Scope*& scope) const {
    CXCursor c = bare(expression);
    for (int depth = 0; depth < kDeepest; depth++) {
        const auto next = one_behind(c, scope);
        if (!next) break;
        c = bare(*next);
    }
    return c;
}

std::optional<std::string> Evaluator::text(CXCursor expression, const Scope& scope, int depth) {
    if (depth > kDeepest) return {};
    const Scope* at = &scope;
    const CXCursor c = behind(expression, at);
    if (auto literal = literal_of(c)) return literal;
    if (is_a(c, CXCursor_ConditionalOperator)) {  // of two spellings of one path: the first known
        const Cursors parts = expressions(c);
        for (std::size_t i = 1; i < parts.size(); i++)
            if (auto one = text(parts[i], *at, depth + 1)) return one;
    }
    if (!is_a(c, CXCursor_CallExpr)) return {};
    return text_of_call(c, *at, depth);
}

std::optional<std::string> Evaluator::text_of_call(CXCursor c, const Scope& scope, int depth) {
    const std::string name = name_of(c);
    const Cursors given = arguments(c);
    if (name == "operator+" || name == "operator/") {
        if (given.size() != 2) return {};
        const auto left = text(given[0], scope, depth + 1),
                   right = text(given[1], scope, depth + 1);
        if (!left || !right) return {};
        return *left + (name == "operator/" && !left->ends_with('/') ? "/" : "") + *right;
    }
    if (const auto target = facts_.target_of(c)) {
        const Cursors& returned = facts_.functions()[*target].returned;
        if (returned.size() == 1) return text(returned[0], inside(*target, c, scope), depth + 1);
        return {};
    }
    if (name == "string" || name == "c_str") {
        const Cursors member = expressions(children(c)[0]);
        return member.empty() ? std::nullopt : text(member[0], scope, depth + 1);
    }
    const bool made = name == "basic_string" || name == "basic_string_view" || name == "path";
    return !made || given.empty() ? std::nullopt : text(given[0], scope, depth + 1);
}

}  // namespace ironbird::analysis::code
