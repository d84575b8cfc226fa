// What an expression comes to, given what the calls that lead to it hand over.
#pragma once

#include <deque>
#include <map>
#include <set>
#include <span>

#include "analysis/code/facts.hpp"
#include "analysis/code/report.hpp"

namespace ironbird::analysis::code {

struct Value {
    std::optional<std::int64_t> number;
    std::string name;               // of the enumerator
    std::set<std::string> depends;  // empty when there is a number
    bool branch = false;
};

// One way to get to a place: which expressions stand behind parameters and loop variables there.
struct Scope {
    struct Binding {
        CXCursor expression;
        const Scope* scope;
        std::optional<Value> value;  // instead of the expression
    };

    const Scope* outer = nullptr;
    std::map<Spot, Binding> bound;
    std::vector<std::string> via;   // lines of the calls
    std::vector<std::string> when;  // conditions that only a run decides
    bool repeated = false;

    const Binding* find(Spot declaration) const;
};

class Evaluator {
 public:
    explicit Evaluator(const Facts& facts) : facts_(facts) {}

    Value value(CXCursor expression, const Scope& scope) { return evaluate(expression, scope, 0); }
    Expression expression(CXCursor expression, const Scope& scope);
    // A path or another text that is put together of literals.
    std::optional<std::string> text(CXCursor expression, const Scope& scope, int depth = 0);
    // The scope inside a function that is called like this; it lives as long as the evaluator.
    const Scope& inside(std::size_t function, CXCursor call, const Scope& caller);
    Scope& copy(const Scope& scope) { return scopes_.emplace_back(scope); }

    // The expression behind names: the first value of a variable, what a call hands over for a
    // parameter. `scope` becomes the one in which it is meant.
    CXCursor behind(CXCursor expression, const Scope*& scope) const;

    const Facts& facts() const { return facts_; }

 private:
    Value evaluate(CXCursor expression, const Scope& scope, int depth);
    Value of_name(CXCursor reference, const Scope& scope, int depth);
    Value of_member(CXCursor reference, const Scope& scope, int depth);
    Value of_variable(CXCursor variable, const Scope& scope, int depth);
    Value of_unary(CXCursor operation, const Scope& scope, int depth);
    Value of_binary(CXCursor operation, const Scope& scope, int depth);
    Value of_choice(CXCursor choice, const Scope& scope, int depth);
    Value of_call(CXCursor call, const Scope& scope, int depth);

    std::optional<CXCursor> one_behind(CXCursor name, const Scope*& scope) const;
    std::optional<CXCursor> member_behind(CXCursor name, const Scope*& scope) const;
    std::optional<std::string> text_of_call(CXCursor call, const Scope& scope, int depth);

    const Facts& facts_;
    std::deque<Scope> scopes_;
};

bool is_known_function(const std::string& name);
// The functions that are known by name: their answer for these arguments, if they have one.
std::optional<std::int64_t> known_function(const std::string& name, std::span<const Value> given);

}  // namespace ironbird::analysis::code
