#include "window.hpp"

#include "cli/command_line.hpp"

int main(int argc, char** argv)
{
    return ropewalk::runCommandLine(argc, argv, ropewalk::openWindow);
}
