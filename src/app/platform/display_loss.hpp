#pragma once

namespace ropewalk
{

/// The X server may go away while the program runs (a closed remote session), or another program may destroy the
/// window. Xlib would then end the program with its own text and exit code, and running destructors would talk to a
/// dead connection. This says it in our words and leaves with exit code 3 at once. Does nothing where no X server is in
/// use. Call after the display was opened.
void exitWhenDisplayIsLost();

} // namespace ropewalk
