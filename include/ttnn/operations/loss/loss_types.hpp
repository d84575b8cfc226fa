// What becomes of the losses of single elements.
#pragma once

namespace ttnn::operations::loss {

enum class LossReductionMode { NONE, MEAN, SUM };

}  // namespace ttnn::operations::loss
