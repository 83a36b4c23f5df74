// A target needs a file to compile.
#include "CCoalesceAtomics.h"
