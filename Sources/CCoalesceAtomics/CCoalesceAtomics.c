#include "CCoalesceAtomics.h"

_Thread_local int coalesce_merges = 0;
