#pragma once

// What page.js does for the program; the page calls the program by the functions named page...() in glfw.cpp and
// host.cpp. Lengths on the page are in CSS pixels, which are GLFW's window coordinates.

extern "C"
{
    /// Begins to listen to the canvas. False where there is no page: under Node.
    int pageListen();
    /// Fits the canvas to its place on the page; gives its size in CSS pixels, then in screen pixels.
    void pageSize(int* sizes);
    void pageCursor(const char* cssName);
    /// Called in each frame: whether the pointer is over a panel, and whether a field of text is typed into, which a
    /// screen's keyboard then does.
    void pageWants(int mouse, int letters);
    int pageTouched(); ///< whether the last pointer was a finger
    void pageFullscreen(int wanted);
    int pageIsFullscreen();
    void pageCopy(const char* text);
    /// Buttons (17) and axes (4) in the order of the standard gamepad; 0 where there is none.
    int pageGamepad(float* buttonsAndAxes);
    /// The address without its query, and the query; to be freed.
    char* pageAddressText();
    char* pageQuery();
    void pageDownload(const char* file, const char* name);
    /// Begins a film of the canvas, to be downloaded under this name; 0 where the browser cannot.
    int pageFilm(const char* name);
    void pageFilmDrawn(double time); ///< the canvas holds a new picture at this time [s]
    void pageEndFilm(int wanted);    ///< if none is being made, does nothing; one that is not wanted is thrown away
    void pageChooseFile();
    void pageKeepFile(const char* file); ///< for the next visit
    void pageKeptFile(const char* file); ///< writes what an earlier visit kept, if anything
    void pageFirstFrame();               ///< hides the words about loading
    void pageEnded(const char* text);    ///< says on the page why the program has ended
}
