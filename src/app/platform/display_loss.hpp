#pragma once

namespace ropewalk
{

/// The X server may go away while the program runs (a closed remote session), or another program may destroy the
/// window. Xlib would then end the program with its own text and exit code, and running destructors would talk to a
/// dead connection: say it in our words and leave with exit code 3 at once. Does nothing where no X server is in use.
/// Call after the display was opened.
void exitWhenDisplayIsLost();

/// With the leak checker only: what the graphics driver keeps until the process ends is reachable from its own
/// variables as long as it stays loaded; unloaded with the context, it would look like 255 leaks of ours. Call when the
/// context is made.
void keepDriverForLeakCheck();

} // namespace ropewalk
