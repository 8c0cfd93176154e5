#include <jack/jack.h>
#include "tap_shim.h"
