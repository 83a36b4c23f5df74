// The built-in recordings. As array literals in Swift they took a tenth of every build.
#include "CBenchPlatform.h"

#pragma clang diagnostic ignored "-Wc23-extensions"

static const unsigned char file_events[] = {
#embed "../../Examples/Recordings/file-events.csv"
};
static const unsigned char log_build[] = {
#embed "../../Examples/Recordings/log-build.csv"
};
static const unsigned char log_test[] = {
#embed "../../Examples/Recordings/log-test.csv"
};

const cplatform_bytes cplatform_file_events = {file_events, sizeof file_events};
const cplatform_bytes cplatform_log_build = {log_build, sizeof log_build};
const cplatform_bytes cplatform_log_test = {log_test, sizeof log_test};
