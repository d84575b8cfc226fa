// What one walk over a parsed source collects: functions, calls, assignments, places of interest.
#pragma once

#include <map>
#include <optional>
#include <vector>

#include "analysis/code/cursor.hpp"

namespace ironbird::analysis::code {

struct Function {
    CXCursor cursor;  // a function, or a lambda
    Cursors parameters;
    Cursors returned;   // the expressions of its return statements
    std::size_t outer;  // the function around a lambda; 0 is the file's own scope
    bool lambda = false;
};

// A statement that decides whether and how often what stands in it happens.
struct Guard {
    enum class Kind { when, unless, chosen, counted, ranged, other_loop } kind;
    CXCursor cursor;  // the condition of when and unless, the value of a switch, or a loop
};

// Something of interest, the function it stands in, and what it stands under there.
struct Site {
    CXCursor cursor;
    std::size_t function;
    std::vector<Guard> guards;
};

class Facts {
 public:
    explicit Facts(CXCursor root);

    const std::vector<Function>& functions() const { return functions_; }
    // The function that a call reaches, when its body is in the source or a header beside it.
    std::optional<std::size_t> target_of(CXCursor call) const;
    // The function behind an expression: a lambda, or a variable that holds one.
    std::optional<std::size_t> lambda_of(CXCursor expression) const;
    const std::vector<Site>& calls_of(std::size_t function) const;
    // Lines on which a variable, or a member of any object, gets another value than its first.
    std::vector<std::string> writes_to(CXCursor declaration) const;
    // Calls on a configuration in a variable, in order.
    const std::vector<Site>& changes_of(CXCursor declaration) const;

    std::vector<Site> create_cb, create_kernel, configs, cb_descriptors, kernel_descriptors;
    Cursors constants;

 private:
    struct Walk;

    std::vector<Function> functions_;
    std::map<Spot, std::size_t> at_;
    std::map<std::size_t, std::vector<Site>> calls_;
    std::map<Spot, std::vector<std::string>> writes_;
    std::map<Spot, std::vector<Site>> changes_;
};

// The expression that a variable starts with, if any.
std::optional<CXCursor> first_value(CXCursor variable);

}  // namespace ironbird::analysis::code
