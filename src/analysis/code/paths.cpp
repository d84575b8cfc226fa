// Calls are followed from their targets upwards; loops with constant bounds are unrolled.
#include "analysis/code/paths.hpp"

#include <optional>

namespace ironbird::analysis::code {
namespace {

constexpr std::size_t kMostPaths = 1024;  // to one function; further ones are not followed
constexpr std::int64_t kMostRounds = 64;  // of one loop: there are no more circular buffers

// for (T i = first; i < last; i++), with the parts that matter.
struct Counted {
    CXCursor variable, condition;
};

std::optional<Counted> counted(CXCursor loop) {
    const Cursors parts = children(loop);
    if (parts.size() != 4 || !is_a(parts[0], CXCursor_DeclStmt)) return {};
    const Cursors variables = children(parts[0]);
    const auto step = is_a(parts[2], CXCursor_UnaryOperator)
                          ? clang_getCursorUnaryOperatorKind(parts[2])
                          : CXUnaryOperator_Invalid;
    const bool by_one = step == CXUnaryOperator_PreInc || step == CXUnaryOperator_PostInc;
    if (variables.size() != 1 || !is_a(variables[0], CXCursor_VarDecl) || !by_one) return {};
    return Counted{variables[0], parts[1]};
}

}  // namespace

std::vector<const Scope*> Paths::to(const Site& site) {
    std::vector<const Scope*> ways = into(site.function);
    for (const Guard& guard : site.guards) {
        std::vector<const Scope*> next;
        for (const Scope* way : ways) {
            const auto more = through(guard, *way);
            next.insert(next.end(), more.begin(), more.end());
        }
        ways = std::move(next);
    }
    return ways;
}

const std::vector<const Scope*>& Paths::into(std::size_t function) {
    const auto [entry, fresh] = into_.try_emplace(function);
    std::vector<const Scope*>& ways = entry->second;
    if (!fresh) return ways;  // also while it is being filled: recursion adds no way
    const Function& f = evaluator_.facts().functions()[function];
    for (const Site& call : evaluator_.facts().calls_of(function))
        for (const Scope* caller : to(call))
            if (ways.size() < kMostPaths)
                ways.push_back(&evaluator_.inside(function, call.cursor, *caller));
    // Nobody calls it here: main, a function for others, a lambda that is handed on.
    if (ways.empty() && f.lambda && f.outer != function) ways = into(f.outer);
    if (ways.empty() && evaluator_.facts().calls_of(function).empty())
        ways.push_back(&evaluator_.copy({}));
    return into_[function];
}

std::vector<const Scope*> Paths::through(const Guard& guard, const Scope& scope) {
    switch (guard.kind) {
        case Guard::Kind::counted:
            return rounds_counted(guard.cursor, scope);
        case Guard::Kind::ranged:
            return rounds_ranged(guard.cursor, scope);
        case Guard::Kind::other_loop:
            return {repeated(scope)};
        default:
            if (const Scope* open = condition(guard, scope)) return {open};
            return {};
    }
}

const Scope* Paths::condition(const Guard& guard, const Scope& scope) {
    const Value v = evaluator_.value(guard.cursor, scope);
    const bool wanted = guard.kind != Guard::Kind::unless;
    if (v.number && guard.kind != Guard::Kind::chosen)
        return (*v.number != 0) == wanted ? &scope : nullptr;
    const std::string text = source_text(guard.cursor);
    Scope& under = evaluator_.copy(scope);
    under.when.push_back(guard.kind == Guard::Kind::chosen ? "switch (" + text + ")"
                         : wanted                          ? text
                                                           : "not (" + text + ")");
    return &under;
}

const Scope* Paths::repeated(const Scope& scope) {
    Scope& again = evaluator_.copy(scope);
    again.repeated = true;
    return &again;
}

const Scope* Paths::round(const Scope& scope, CXCursor variable, Scope::Binding binding) {
    Scope& one = evaluator_.copy(scope);
    one.bound[spot_of(variable)] = std::move(binding);
    return &one;
}

std::vector<const Scope*> Paths::rounds_counted(CXCursor loop, const Scope& scope) {
    const auto parts = counted(loop);
    const auto first = parts ? first_value(parts->variable) : std::nullopt;
    const auto start = first ? evaluator_.value(*first, scope).number : std::nullopt;
    // Written by the loop's own step alone: a body that sets it too is not counted.
    if (!start || evaluator_.facts().writes_to(parts->variable).size() != 1)
        return {repeated(scope)};
    std::vector<const Scope*> rounds;
    for (std::int64_t i = *start;; i++) {
        const Value now{.number = i};
        const Scope* one = round(scope, parts->variable, {clang_getNullCursor(), &scope, now});
        const auto more = evaluator_.value(parts->condition, *one).number;
        if (!more || rounds.size() > kMostRounds) return {repeated(scope)};
        if (*more == 0) return rounds;
        rounds.push_back(one);
    }
}

std::vector<const Scope*> Paths::rounds_ranged(CXCursor loop, const Scope& scope) {
    const Cursors parts = children(loop);
    if (parts.size() < 2 || !is_a(parts[0], CXCursor_VarDecl)) return {repeated(scope)};
    const Scope* at = &scope;
    const CXCursor list = evaluator_.behind(parts[1], at);
    if (!is_a(list, CXCursor_InitListExpr)) return {repeated(scope)};
    std::vector<const Scope*> rounds;
    for (const CXCursor element : expressions(list))
        rounds.push_back(round(scope, parts[0], {element, at, {}}));
    return rounds;
}

}  // namespace ironbird::analysis::code
