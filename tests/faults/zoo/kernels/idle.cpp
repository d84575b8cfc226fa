// Does nothing; its core lends its memory.
void kernel_main() {}
