// A copy of this header lies beside each generated one, and a source may see two of them.
#ifndef ROPEWALK_EMBEDDED_FILE
#define ROPEWALK_EMBEDDED_FILE

#include <string_view>

namespace ropewalk
{

/// A file that was put into the binary when it was built.
struct EmbeddedFile
{
    std::string_view name; // without the folder: "tube.vert"
    std::string_view text; // of a font or a picture: its bytes
};

} // namespace ropewalk

#endif
