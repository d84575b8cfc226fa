// The ways in which a place in the source is reached: chains of calls, rounds of counted loops.
#pragma once

#include <map>
#include <vector>

#include "analysis/code/value.hpp"

namespace ironbird::analysis::code {

class Paths {
 public:
    explicit Paths(Evaluator& evaluator) : evaluator_(evaluator) {}

    // One scope for each way to the site. Ways that a constant condition closes are left out.
    std::vector<const Scope*> to(const Site& site);

 private:
    const std::vector<const Scope*>& into(std::size_t function);
    std::vector<const Scope*> through(const Guard& guard, const Scope& scope);
    std::vector<const Scope*> rounds_counted(CXCursor loop, const Scope& scope);
    std::vector<const Scope*> rounds_ranged(CXCursor loop, const Scope& scope);
    const Scope* condition(const Guard& guard, const Scope& scope);
    const Scope* repeated(const Scope& scope);
    const Scope* round(const Scope& scope, CXCursor variable, Scope::Binding binding);

    Evaluator& evaluator_;
    std::map<std::size_t, std::vector<const Scope*>> into_;
};

}  // namespace ironbird::analysis::code
