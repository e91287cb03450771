// The page's side of the window: listens to the canvas, and does for the program what only JavaScript can. Functions
// without $ are called by the program (page.hpp); it is called by the names that begin with _page.
mergeInto(LibraryManager['library'], {
    $Page: {
        canvas: null,
        fingers: null,      // by pointer: where the fingers are
        leading: null,      // the finger that is the left button
        spread: 0,          // between two fingers [CSS pixel]
        scrolled: null,     // where two fingers that scroll a panel were last
        overPanel: false,   // the pointer is over one
        lettersOf: null,    // the field that a screen's keyboard types into
        letters: '.',       // its text
        touched: false,     // the last pointer was a finger
        isMac: false,
        film: null,         // that is being made: coded or recorded

        // GLFW's numbers of the keys that no rule gives.
        keys: {
            Space: 32, Quote: 39, Comma: 44, Minus: 45, Period: 46, Slash: 47, Semicolon: 59, Equal: 61,
            BracketLeft: 91, Backslash: 92, BracketRight: 93, Backquote: 96, IntlBackslash: 161, Escape: 256,
            Enter: 257, Tab: 258, Backspace: 259, Insert: 260, Delete: 261, ArrowRight: 262, ArrowLeft: 263,
            ArrowDown: 264, ArrowUp: 265, PageUp: 266, PageDown: 267, Home: 268, End: 269, CapsLock: 280,
            ScrollLock: 281, NumLock: 282, PrintScreen: 283, Pause: 284, NumpadDecimal: 330, NumpadDivide: 331,
            NumpadMultiply: 332, NumpadSubtract: 333, NumpadAdd: 334, NumpadEnter: 335, NumpadEqual: 336,
            ShiftLeft: 340, ControlLeft: 341, AltLeft: 342, MetaLeft: 343, ShiftRight: 344, ControlRight: 345,
            AltRight: 346, MetaRight: 347, ContextMenu: 348,
        },
        keyOf: function (code) {
            const part = /^(?:Key([A-Z])|Digit(\d)|Numpad(\d)|F(\d+))$/.exec(code);
            if (!part) return Page.keys[code] || 0;
            if (part[1]) return part[1].charCodeAt(0);
            if (part[2]) return 48 + Number(part[2]);
            if (part[3]) return 320 + Number(part[3]);
            return 289 + Number(part[4]);
        },
        modifiers: function (event) {
            const control = event.ctrlKey || (Page.isMac && event.metaKey);
            return (event.shiftKey ? 1 : 0) | (control ? 2 : 0) | (event.altKey ? 4 : 0) |
                (event.metaKey && !Page.isMac ? 8 : 0);
        },
        // What belongs to the browser: its tools, its tabs, its address line, reading the page again.
        foreign: function (event) {
            if (event.isComposing || (event.metaKey && !Page.isMac)) return true;
            if (!(event.ctrlKey || event.metaKey)) return event.code === 'F5' || event.key === 'F12';
            return /^(F\d+|Tab)$/.test(event.code) || /^[tnwlrj0+-]$/.test(event.key) ||
                (event.shiftKey && /^[ijck]$/i.test(event.key));
        },
        text: function (text, call) {
            const length = lengthBytesUTF8(text) + 1;
            const at = _malloc(length);
            stringToUTF8(text, at, length);
            call(at);
            _free(at);
        },
        copyOf: function (text) {
            const length = lengthBytesUTF8(text) + 1;
            const at = _malloc(length);
            stringToUTF8(text, at, length);
            return at;
        },

        onKey: function (event) {
            if (Page.foreign(event)) return;
            const down = event.type === 'keydown';
            const modifiers = Page.modifiers(event);
            // The event "paste" follows and brings the clipboard.
            if (down && (modifiers & 2) && event.key.toLowerCase() === 'v') return;
            const key = Page.isMac && /^Meta/.test(event.code) ? 341 : Page.keyOf(event.code);
            if (!key) return;
            event.preventDefault();
            const single = Array.from(event.key).length === 1;
            const types = single && !(modifiers & 1);
            const character = down && single && !(modifiers & 10) ? event.key.codePointAt(0) : 0;
            Page.text(types ? event.key.toLowerCase() : '', (typed) =>
                _pageKey(key, !down ? 0 : event.repeat ? 2 : 1, modifiers, typed, character));
        },
        place: function (event) {
            const box = Page.canvas.getBoundingClientRect();
            return {x: event.clientX - box.left, y: event.clientY - box.top};
        },
        onPointer: function (event) {
            const at = Page.place(event);
            if (event.type === 'pointerdown') {
                event.preventDefault();
                Page.touched = event.pointerType === 'touch';
                // The screen's keyboard stays while a field of the program is typed into.
                if (!Page.touched || document.activeElement !== Page.lettersOf) Page.canvas.focus();
                try {
                    Page.canvas.setPointerCapture(event.pointerId);
                } catch (gone) {
                    // a pointer that is already up again
                }
            }
            if (event.pointerType === 'touch') return Page.onFinger(event, at);
            _pageCursorAt(at.x, at.y);
            const button = [0, 2, 1][event.button];
            if (button !== undefined && event.type !== 'pointermove')
                _pageButton(button, event.type === 'pointerdown' ? 1 : 0, Page.modifiers(event));
        },
        // One finger is the left button: it grabs and it touches the panels. Two turn the view and zoom, as the right
        // button and the wheel do, and over a panel they scroll it. The one that stays when the other goes does nothing
        // more.
        onFinger: function (event, at) {
            const fingers = Page.fingers;
            const middle = () => {
                const [a, b] = [...fingers.values()];
                return {x: (a.x + b.x) / 2, y: (a.y + b.y) / 2, spread: Math.hypot(a.x - b.x, a.y - b.y)};
            };
            if (event.type === 'pointerdown') {
                if (fingers.size === 2) return;
                fingers.set(event.pointerId, at);
                if (fingers.size === 1) {
                    Page.leading = event.pointerId;
                    _pageEnter(1);
                    _pageCursorAt(at.x, at.y);
                    _pageNextFrame();
                    _pageButton(0, 1, 0);
                } else {
                    if (Page.leading !== null) _pageButton(0, 0, 0);
                    Page.leading = null;
                    const {x, y, spread} = middle();
                    Page.spread = spread;
                    Page.scrolled = Page.overPanel ? {x, y} : null;
                    if (Page.scrolled) return;
                    _pageCursorAt(x, y);
                    _pageNextFrame();
                    _pageButton(1, 1, 0);
                }
            } else if (event.type === 'pointermove') {
                if (!fingers.has(event.pointerId)) return;
                fingers.set(event.pointerId, at);
                if (event.pointerId === Page.leading) _pageCursorAt(at.x, at.y);
                if (fingers.size < 2) return;
                const {x, y, spread} = middle();
                if (Page.scrolled) {
                    const notch = 80; // of the wheel: five lines of a panel
                    _pageScroll((x - Page.scrolled.x) / notch, (y - Page.scrolled.y) / notch);
                    Page.scrolled = {x, y};
                    return;
                }
                _pageCursorAt(x, y);
                // A notch of the wheel is a factor of 0.88.
                if (spread > 0 && Page.spread > 0) _pageScroll(0, Math.log(spread / Page.spread) / -Math.log(0.88));
                Page.spread = spread;
            } else if (fingers.delete(event.pointerId)) {
                if (event.pointerId === Page.leading) _pageButton(0, 0, 0);
                else if (fingers.size === 1 && !Page.scrolled) _pageButton(1, 0, 0);
                Page.leading = null;
                if (fingers.size === 0) {
                    _pageCursorAt(-1, -1); // no finger hovers
                    _pageEnter(0);
                }
            }
        },
        // A screen's keyboard types into a field that nobody sees, and may replace a word that it has typed:
        // Backspace takes away the letters that are gone.
        onLetters: function () {
            const [before, after] = [Array.from(Page.letters), Array.from(Page.lettersOf.value)];
            let same = 0;
            while (same < before.length && before[same] === after[same]) ++same;
            for (let i = same; i < before.length; ++i) Page.tap(259);
            for (const letter of after.slice(same)) _pageCharacter(letter.codePointAt(0));
            Page.emptyLetters(Page.lettersOf.value);
        },
        // One letter stays in the field: of an empty one Backspace says nothing.
        emptyLetters: function (value) {
            if (value.length > 0 && value.length < 200) {
                Page.letters = value;
                return;
            }
            Page.lettersOf.value = Page.letters = '.';
        },
        tap: function (key) {
            // Only a key that is up for a frame goes down anew.
            for (const action of [1, 0]) {
                Page.text('', (typed) => _pageKey(key, action, 0, typed, 0));
                _pageNextFrame();
            }
        },
        makeLetters: function () {
            const field = document.createElement('input');
            for (const name of ['autocomplete', 'autocapitalize', 'autocorrect', 'spellcheck']) field.setAttribute(name, 'off');
            field.setAttribute('aria-label', 'Text');
            // Not smaller: a phone would zoom to a field of small letters.
            field.style.cssText = 'position: fixed; left: 0; top: 0; width: 1px; height: 1px; opacity: 0; border: 0; font-size: 16px';
            field.addEventListener('input', Page.onLetters);
            field.addEventListener('keydown', (event) => {
                const key = {Enter: 257, Escape: 256, Tab: 258}[event.key];
                if (!key) return;
                event.preventDefault();
                Page.tap(key);
            });
            field.addEventListener('blur', (event) => {
                if (event.relatedTarget !== Page.canvas) _pageFocus(0);
            });
            document.body.appendChild(field);
            Page.lettersOf = field;
        },
        onWheel: function (event) {
            event.preventDefault();
            const notch = [100, 3, 1][event.deltaMode]; // pixels, lines, pages
            _pageScroll(-event.deltaX / notch, -event.deltaY / notch);
        },
        // A file of the user's becomes one of the program's and is opened as if dropped on a desktop's window.
        open: function (file) {
            file.arrayBuffer().then((bytes) => {
                FS.mkdirTree('/files');
                const name = '/files/' + file.name.replace(/[/\\]/g, '_');
                FS.writeFile(name, new Uint8Array(bytes));
                Page.text(name, (text) => _pageDrop(text));
            });
        },
        download: function (blob, name) {
            const link = document.createElement('a');
            link.href = URL.createObjectURL(blob);
            link.download = name;
            link.click();
            setTimeout(() => URL.revokeObjectURL(link.href), 60000);
        },
        // A film of pictures that are coded one by one, each at its own time.
        codedFilm: async function (coder, canvas, title) {
            const size = {width: canvas.width, height: canvas.height};
            const codec = await coder.getFirstEncodableVideoCodec(['vp9', 'vp8', 'av1'], size);
            if (!codec) return null;
            const target = new coder.BufferTarget();
            const output = new coder.Output({format: new coder.WebMOutputFormat(), target});
            const source = new coder.CanvasSource(canvas, {codec, bitrate: coder.QUALITY_HIGH});
            output.addVideoTrack(source, {frameRate: 30});
            await output.start();
            const film = {waiting: new Set(), begin: -1, next: 0, failed: null};
            film.draw = (time) => {
                if (film.begin < 0) film.begin = time;
                const picture = Math.floor((time - film.begin) * 30);
                // Where the coder falls behind, the page does not wait: the picture before stays for longer.
                if (picture < film.next || film.waiting.size > 8) return;
                film.next = picture + 1;
                // The canvas holds its picture until the end of this call alone: it is taken here.
                const added = source.add(picture / 30, 1 / 30)
                    .catch((error) => { film.failed = error; })
                    .then(() => film.waiting.delete(added));
                film.waiting.add(added);
            };
            film.end = async (wanted) => {
                if (!wanted) return output.cancel();
                // Where it ends before the coder was ready, it has the picture that is drawn next.
                if (film.next === 0) await new Promise((drawn) => requestAnimationFrame(() => drawn(film.draw(0))));
                await Promise.all(film.waiting);
                if (film.failed) throw film.failed;
                await output.finalize();
                Page.download(new Blob([target.buffer], {type: 'video/webm'}), title);
            };
            return film;
        },
        // As the browser makes it by itself, in real time.
        recordedFilm: function (canvas, title) {
            const type = Page.recordable();
            if (!type) return null;
            const parts = [];
            const recorder = new MediaRecorder(canvas.captureStream(30), {mimeType: type, videoBitsPerSecond: 8e6});
            const film = {draw: () => {}};
            film.end = (wanted) => {
                film.wanted = wanted;
                recorder.stop();
                for (const track of recorder.stream.getTracks()) track.stop();
            };
            recorder.addEventListener('dataavailable', (event) => parts.push(event.data));
            recorder.addEventListener('stop', () => {
                if (film.wanted) Page.download(new Blob(parts, {type: 'video/webm'}), title);
            });
            recorder.start(1000);
            return film;
        },
        recordable: function () {
            if (typeof MediaRecorder === 'undefined' || !Page.canvas.captureStream) return undefined;
            return ['video/webm;codecs=vp9', 'video/webm'].find((kind) => MediaRecorder.isTypeSupported(kind));
        },
        // Coded where the browser codes pictures (WebCodecs) and the coder is beside the page, else recorded.
        makeFilm: async function (title) {
            try {
                const film = await Page.codedFilm(await Module.filmCoder(), Page.canvas, title);
                if (film) return film;
            } catch (missing) {
                // no coder beside the page, or none that works here
            }
            return Page.recordedFilm(Page.canvas, title);
        },
        // Size of the canvas on the page, and in pixels of the screen.
        fit: function () {
            const canvas = Page.canvas;
            const [width, height] = [Math.max(1, canvas.clientWidth), Math.max(1, canvas.clientHeight)];
            const density = window.devicePixelRatio || 1;
            const [across, down] = [Math.round(width * density), Math.round(height * density)];
            if (canvas.width !== across) canvas.width = across;
            if (canvas.height !== down) canvas.height = down;
            return [width, height, across, down];
        },
        listen: function () {
            const canvas = Page.canvas;
            Page.fingers = new Map();
            Page.isMac = /Mac|iPhone|iPad/.test(navigator.platform);
            for (const type of ['keydown', 'keyup']) canvas.addEventListener(type, Page.onKey);
            for (const type of ['pointerdown', 'pointermove', 'pointerup', 'pointercancel'])
                canvas.addEventListener(type, Page.onPointer);
            canvas.addEventListener('pointerenter', (event) => {
                if (event.pointerType !== 'touch') _pageEnter(1);
            });
            canvas.addEventListener('pointerleave', (event) => {
                if (event.pointerType !== 'touch') _pageEnter(0);
            });
            canvas.addEventListener('wheel', Page.onWheel, {passive: false});
            canvas.addEventListener('contextmenu', (event) => event.preventDefault());
            canvas.addEventListener('focus', () => _pageFocus(1));
            canvas.addEventListener('blur', (event) => {
                if (!Page.lettersOf || event.relatedTarget !== Page.lettersOf) _pageFocus(0);
            });
            canvas.addEventListener('webglcontextlost', (event) => {
                event.preventDefault(); // asks the browser to give it back
                _pageGraphicsLost();
            });
            canvas.addEventListener('webglcontextrestored', () => {
                // What the program still has names of is gone: to delete it would be an error.
                for (const objects of [GL.buffers, GL.programs, GL.shaders, GL.framebuffers, GL.renderbuffers, GL.textures,
                    GL.vaos])
                    objects.fill(null);
                _pageGraphicsRestored();
            });
            document.addEventListener('paste', (event) => {
                if (document.activeElement !== canvas) return;
                event.preventDefault();
                Page.text(event.clipboardData.getData('text/plain'), (text) => _pagePaste(text));
            });
            document.addEventListener('dragover', (event) => event.preventDefault());
            document.addEventListener('drop', (event) => {
                event.preventDefault();
                for (const file of event.dataTransfer.files) Page.open(file);
            });
            document.addEventListener('visibilitychange', () => {
                if (document.visibilityState === 'hidden') _pageHidden();
            });
            window.addEventListener('pagehide', () => _pageHidden());
            // Within another page it waits to be clicked on.
            if (window === window.top) canvas.focus({preventScroll: true});
        },
    },

    pageListen__deps: ['$Page', '$FS', '$GL', 'malloc', 'free'],
    pageListen: function () {
        if (typeof document === 'undefined') return 0;
        if (!Page.canvas) {
            Page.canvas = Module['canvas'];
            Page.listen();
        }
        return 1;
    },
    pageSize__deps: ['$Page'],
    pageSize: function (sizes) {
        HEAP32.set(Page.fit(), sizes >> 2);
    },
    pageCursor__deps: ['$Page'],
    pageCursor: function (name) {
        const cursor = UTF8ToString(name);
        if (Page.canvas.style.cursor !== cursor) Page.canvas.style.cursor = cursor;
    },
    pageWants__deps: ['$Page'],
    pageWants: function (mouse, letters) {
        Page.overPanel = mouse !== 0;
        const typing = Page.lettersOf !== null && document.activeElement === Page.lettersOf;
        if (letters && Page.touched && !typing) {
            if (!Page.lettersOf) Page.makeLetters();
            Page.emptyLetters('');
            Page.lettersOf.focus({preventScroll: true});
        } else if (!letters && typing) {
            Page.canvas.focus({preventScroll: true});
        }
    },
    pageTouched__deps: ['$Page'],
    pageTouched: function () {
        return Page.touched ? 1 : 0;
    },
    pageFullscreen__deps: ['$Page'],
    pageFullscreen: function (wanted) {
        const change = wanted ? Page.canvas.requestFullscreen() : document.exitFullscreen();
        change.catch(() => {}); // the browser may refuse it
    },
    pageIsFullscreen: function () {
        return document.fullscreenElement ? 1 : 0;
    },
    pageCopy: function (text) {
        if (navigator.clipboard) navigator.clipboard.writeText(UTF8ToString(text)).catch(() => {});
    },
    pageGamepad: function (values) {
        let pads = [];
        try {
            pads = navigator.getGamepads();
        } catch (refused) {
            return 0; // a frame within another page may not ask
        }
        for (const pad of pads)
            if (pad && pad.mapping === 'standard') {
                for (let i = 0; i < 17; ++i) HEAPF32[(values >> 2) + i] = pad.buttons[i] ? pad.buttons[i].value : 0;
                for (let i = 0; i < 4; ++i) HEAPF32[(values >> 2) + 17 + i] = pad.axes[i] || 0;
                return 1;
            }
        return 0;
    },
    pageAddressText__deps: ['$Page'],
    pageAddressText: function () {
        return Page.copyOf(typeof location === 'undefined' ? '' : location.origin + location.pathname);
    },
    pageQuery__deps: ['$Page'],
    pageQuery: function () {
        return Page.copyOf(location.search);
    },
    pageDownload__deps: ['$Page'],
    pageDownload: function (file, name) {
        if (typeof document !== 'undefined') Page.download(new Blob([FS.readFile(UTF8ToString(file))]), UTF8ToString(name));
    },
    pageChooseFile__deps: ['$Page'],
    pageFilm__deps: ['$Page'],
    pageFilm: function (name) {
        if (!Page.canvas || (typeof VideoEncoder === 'undefined' && !Page.recordable())) return 0;
        const film = {draw: () => {}};
        film.ready = Page.makeFilm(UTF8ToString(name)).then((made) => {
            film.draw = made ? made.draw : film.draw;
            return made;
        });
        Page.film = film;
        return 1;
    },
    pageFilmDrawn__deps: ['$Page'],
    pageFilmDrawn: function (time) {
        if (Page.film) Page.film.draw(time);
    },
    pageEndFilm__deps: ['$Page'],
    pageEndFilm: function (wanted) {
        if (!Page.film) return;
        Page.film.ready.then((film) => film && film.end(wanted !== 0)).catch((error) => console.error(`no film: ${error}`));
        Page.film = null;
    },
    pageChooseFile: function () {
        const chooser = document.createElement('input');
        chooser.type = 'file';
        chooser.accept = '.json';
        chooser.addEventListener('change', () => {
            for (const file of chooser.files) Page.open(file);
        });
        chooser.click();
    },
    pageKeepFile: function (file) {
        try {
            localStorage.setItem('ropewalk', FS.readFile(UTF8ToString(file), {encoding: 'utf8'}));
        } catch (refused) {
            // no place to keep it in: a private window, or nothing was saved
        }
    },
    pageKeptFile: function (file) {
        let text = null;
        try {
            text = localStorage.getItem('ropewalk');
        } catch (refused) {
            return; // as above
        }
        if (text === null) return;
        const name = UTF8ToString(file);
        FS.mkdirTree(name.substring(0, name.lastIndexOf('/')));
        FS.writeFile(name, text);
    },
    pageFirstFrame: function () {
        if (Module['onFirstFrame']) Module['onFirstFrame']();
    },
    pageEnded: function (text) {
        if (Module['onEnded']) Module['onEnded'](UTF8ToString(text));
    },
});
