// The operators of the host back end, in vectors of whatever the processor has.
#pragma once

#include "operator.hpp"

namespace piper::host {

void bucketize(const Operator& op, Block block);
void clamp(const Operator& op, Block block);
void fill_missing(const Operator& op, Block block);
void hash_index(const Operator& op, Block block);
void logarithm(const Operator& op, Block block);
void modulus(const Operator& op, Block block);
void neg_to_zero(const Operator& op, Block block);
void sigrid_hash(const Operator& op, Block block);

Column embedding(const Operator& op, const Column& ids);
Column first_x(const Operator& op, const Column& list);
Column hex_to_int(const Operator& op, const Column& text);
Column one_hot(const Operator& op, const Column& ids);

}  // namespace piper::host
