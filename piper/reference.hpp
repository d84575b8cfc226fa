// The scalar reference of each operator: one value at a time, in the plainest way there is.
#pragma once

#include "operator.hpp"

namespace piper::reference {

Value bucketize(const Operator& op, Value x);
Value clamp(const Operator& op, Value x);
Value fill_missing(const Operator& op, Value x);
Value hash_index(const Operator& op, Value x);
Value logarithm(const Operator& op, Value x);
Value modulus(const Operator& op, Value x);
Value neg_to_zero(const Operator& op, Value x);
Value sigrid_hash(const Operator& op, Value x);

Column embedding(const Operator& op, const Column& ids);
Column first_x(const Operator& op, const Column& list);
Column hex_to_int(const Operator& op, const Column& text);
Column one_hot(const Operator& op, const Column& ids);

// The value as a number; of `u32` and `i32` exact.
double number(Value x);
// A number as a value of the type, integers cut to their range.
Value value_of(Type type, double number);

}  // namespace piper::reference
