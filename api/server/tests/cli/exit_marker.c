/* Registers an exit handler, as a library with static objects does, that writes the file which EXIT_MARKER names. Loaded
 * with LD_PRELOAD. */
#include <stdio.h>
#include <stdlib.h>

static void leave_marker(void) {
    const char *path = getenv("EXIT_MARKER");
    FILE *file = path ? fopen(path, "w") : NULL;
    if (file) fclose(file);
}

__attribute__((constructor)) static void register_marker(void) { atexit(leave_marker); }
