"""What kind of system the devices form."""

from ttnn._ttnn_names import ClusterType  # noqa: F401
from _ttnn import get_cluster_type  # noqa: F401
