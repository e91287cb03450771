// The page in a headless Chromium, by its own events, and beside the window:
// node browser_test.mjs BUILD PROGRAM [EXPRESSION]
// PROGRAM is the native one. The regular expression chooses tests by their names.
// Pictures of all scenes go to BUILD/shots.
import {spawn, spawnSync} from 'node:child_process';
import {existsSync, mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync} from 'node:fs';
import {join, resolve} from 'node:path';
import {serve} from '../../packaging/web/serve.mjs';
import {Chromium} from './chromium.mjs';

const [build, program, wanted = ''] = process.argv.slice(2);
const shots = resolve(build, 'shots');
rmSync(shots, {recursive: true, force: true});
mkdirSync(shots, {recursive: true});
const server = await serve(join(build, 'page'), 0);
const address = `http://localhost:${server.address().port}/`;
const browser = await Chromium.start();
browser.visits.push(['Browser.setDownloadBehavior', {behavior: 'allow', downloadPath: shots}],
    ['Browser.grantPermissions',
        {origin: address.slice(0, -1), permissions: ['clipboardReadWrite', 'clipboardSanitizedWrite']}]);

// What the program says of its window (--ui-map), each frame.
const map = `JSON.parse(Module.FS.readFile('/tmp/map.json', {encoding: 'utf8'}))`;
const query = (scene, more = '') => `${address}?scene=${scene}&ui-map=/tmp/map.json${more}`;

function check(condition, text) {
    if (!condition) throw new Error(text);
}

async function opened(page, url, what = 'the first frames') {
    await page.open(url);
    await page.until('the page', `document.documentElement.dataset.state`, (state) => state === 'running');
    return page.until(what, map, ({frame}) => frame > 5);
}

const now = (page) => page.evaluate(map);
const middle = ([x, y, width, height]) => [x + width / 2, y + height / 2];

async function clickOn(page, rectangle) {
    const {rectangles} = await page.until(rectangle, map, (m) => m.rectangles[rectangle]);
    await page.click(...middle(rectangles[rectangle]));
}

async function drop(page, name, text) {
    await page.evaluate(`{
        const transfer = new DataTransfer();
        transfer.items.add(new File([${JSON.stringify(text)}], ${JSON.stringify(name)}));
        document.dispatchEvent(new DragEvent('drop', {dataTransfer: transfer, cancelable: true}));
    }`);
}

// The first file of that name that the page gives to the reader.
async function downloaded(name) {
    const end = Date.now() + 150000; // a film is coded by the processor
    for (;;) {
        const file = readdirSync(shots).find((one) => name.test(one));
        if (file) return join(shots, file);
        check(Date.now() < end, `nothing of ${name} is in the downloads`);
        await new Promise((next) => setTimeout(next, 100));
    }
}

// The view eases to where it shows the scene: what the map says once the rope's end stands still in it.
async function atRest(page) {
    let first = await now(page);
    for (let moved = Infinity; moved > 1;) {
        const later = await page.until('two frames', map, ({frame}) => frame > first.frame + 2);
        moved = Math.hypot(...[0, 1].map((i) => later.marks.connection.window[i] - first.marks.connection.window[i]));
        first = later;
    }
    return first;
}

async function sharedLink(page) {
    await clickOn(page, 'menu File');
    await clickOn(page, 'item Share link');
    await page.until('the toast', map, (m) => m.toasts.some((text) => text.startsWith('Link copied')));
    return page.evaluate('navigator.clipboard.readText()');
}

async function withPage(name, options, test) {
    const page = await browser.page(options);
    const begin = Date.now();
    try {
        await test(page);
        check(page.problems.length === 0, `the console says: ${page.problems.join('; ')}`);
        console.log(`${name}: passed (${((Date.now() - begin) / 1000).toFixed(1)} s)`);
        return true;
    } catch (error) {
        console.log(`${name}: FAILED: ${error.message}`);
        if (page.problems.length) console.log(`    the console says: ${page.problems.slice(0, 5).join('\n    ')}`);
        writeFileSync(join(shots, 'failed.png'), await page.screenshot().catch(() => ''));
        return false;
    } finally {
        await page.close();
    }
}

const results = [];
const test = async (name, options, body) => {
    if (new RegExp(wanted).test(name)) results.push(await withPage(name, options, body));
};

const listed = spawnSync('node', ['--no-experimental-fetch', join(build, 'ropewalk_node.js'), 'list', '--json']);
const list = JSON.parse(listed.stdout).map(({id}) => id);
check(list.length >= 10, `${list.length} scenes`);

// ---- The same picture as in the window. -------------------------------------------------------------------------------
// Both at the beginning of the scene, and made so small that smooth edges do not count.
const coarse = `async (first, second) => {
    const sizes = [64, 36];
    const pixels = await Promise.all([first, second].map(async (png) => {
        const bitmap = await createImageBitmap(await (await fetch('data:image/png;base64,' + png)).blob());
        const canvas = new OffscreenCanvas(...sizes);
        const context = canvas.getContext('2d');
        context.imageSmoothingQuality = 'high';
        context.drawImage(bitmap, 0, 0, ...sizes);
        return context.getImageData(0, 0, ...sizes).data;
    }));
    const differences = [...pixels[0]].map((value, i) => Math.abs(value - pixels[1][i])).filter((_, i) => i % 4 !== 3);
    const mean = pixels[0].reduce((sum, value) => sum + value) / pixels[0].length;
    const spread = pixels[0].reduce((sum, value) => sum + Math.abs(value - mean), 0) / pixels[0].length;
    return {mean: differences.reduce((sum, value) => sum + value) / differences.length, most: Math.max(...differences), spread};
}`;
const size = {width: 640, height: 360};
for (const scene of list)
    await test(`picture of ${scene}`, size, async (page) => {
        const [option, part] = // the field has as many ropes as the machine draws smoothly
            scene === 'million' ? [['--set', 'rope_count=1000'], '&set=rope_count=1000'] : [[], ''];
        const file = join(shots, `native-${scene}.png`);
        const run = spawnSync('xvfb-run', ['-a', program, scene, '--no-ui', '--paused', '--frames', '90', '--size',
            `${size.width}x${size.height}`, ...option, '--screenshot', file], {env: {...process.env, LIBGL_ALWAYS_SOFTWARE: '1'}});
        check(run.status === 0, `the window: ${run.stderr}`);
        let before = await opened(page, query(scene, `&no-ui&paused${part}`));
        for (let still = false; !still;) {
            const after = await page.until('some frames', map, ({frame}) => frame > before.frame + 4);
            still = JSON.stringify(after.camera) === JSON.stringify(before.camera);
            before = after;
        }
        const shot = await page.screenshot();
        writeFileSync(join(shots, `page-${scene}.png`), shot);
        const difference = await page.evaluate(
            `(${coarse})('${shot.toString('base64')}', '${readFileSync(file).toString('base64')}')`);
        console.log(`    mean difference ${difference.mean.toFixed(2)}, largest ${difference.most} of 255`);
        check(difference.spread > 3, 'the picture is empty');
        check(difference.mean < 1.5 && difference.most < 60, `the pictures differ: ${JSON.stringify(difference)}`);
    });

// ---- Every scene: opened, drawn, moved by a key, turned by the mouse, paused. ----------------------------------------
for (const scene of list)
    await test(`scene ${scene}`, {}, async (page) => {
        const first = await opened(page, query(scene));
        check(first.scene === scene, `${first.scene} is open`);
        const later = await page.until('time goes on', map, (m) => m.time > first.time + 0.2);
        check(later.divergence === '', `it diverged: ${later.divergence}`);
        await page.key('ArrowRight', 'down');
        await page.until('the key is down', map, (m) => m.time > later.time + 0.2);
        await page.key('ArrowRight', 'up');
        const [x, y] = middle(later.picture);
        await page.mouse('mouseMoved', x, y);
        await page.mouse('mousePressed', x, y, {button: 'right', buttons: 2, clickCount: 1});
        for (let i = 1; i <= 5; ++i) await page.mouse('mouseMoved', x + 20 * i, y, {button: 'right', buttons: 2});
        await page.mouse('mouseReleased', x + 100, y, {button: 'right', clickCount: 1});
        await page.until('the view turns', map, (m) => Math.abs(m.camera.yaw - later.camera.yaw) > 0.2);
        const {camera} = await now(page);
        await page.mouse('mouseWheel', x, y, {deltaX: 0, deltaY: -300});
        await page.until('the wheel zooms', map, (m) => m.camera.distance < 0.95 * camera.distance);
        await page.press('Space');
        await page.until('the pause', map, (m) => m.paused);
        const picture = await page.screenshot();
        writeFileSync(join(shots, `${scene}.png`), picture);
        check(picture.length > 30000, `the picture is nearly empty: ${picture.length} bytes`);
    });

// ---- How fast, beside the window. ------------------------------------------------------------------------------------
await test('speed', {}, async (page) => {
    const begin = Date.now();
    await page.open(query('rope'));
    await page.until('the first frame', `document.documentElement.dataset.state`, (state) => state === 'running');
    const first = (Date.now() - begin) / 1000;
    const seconds = 5;
    const sleep = () => new Promise((next) => setTimeout(next, 1000 * seconds));
    const rate = async (frames) => {
        const [before, at] = [await frames(), Date.now()];
        await sleep();
        return (1000 * ((await frames()) - before)) / (Date.now() - at);
    };
    const onPage = await rate(async () => (await now(page)).frame);
    await page.open('about:blank'); // the window has the machine to itself
    const file = join(shots, 'map.json');
    const window = spawn('xvfb-run', ['-a', program, 'rope', '--size', '1280x720', '--ui-map', file],
        {env: {...process.env, LIBGL_ALWAYS_SOFTWARE: '1'}, detached: true, stdio: 'ignore'});
    await sleep();
    const frameOf = async () => {
        for (;;)
            try {
                return JSON.parse(readFileSync(file, 'utf8')).frame;
            } catch (halfWritten) {
                await new Promise((next) => setTimeout(next, 5));
            }
    };
    const inWindow = await rate(frameOf);
    process.kill(-window.pid, 'SIGTERM');
    console.log(`    first frame of the page after ${first.toFixed(2)} s; rope at 1280x720, software renderers: ` +
        `page ${onPage.toFixed(1)} frames a second, window ${inWindow.toFixed(1)}`);
    check(onPage > 0 && inWindow > 0, 'frames are drawn');
});

// ---- What a page does otherwise than a window on a desktop. ----------------------------------------------------------
await test('a key drags the rope', {}, async (page) => {
    const before = await opened(page, query('rope'));
    await page.key('ArrowRight', 'down');
    await page.until('the connection point moves', map,
        (m) => m.marks.connection.position[0] > before.marks.connection.position[0] + 0.05);
    await page.key('ArrowRight', 'up');
});

await test('a hard tick stops no frame', {}, async (page) => {
    // 1,667 steps a tick are more than a frame takes.
    const before = await opened(page, query('rope', '&set=mass_count=2000&set=max_dt=1e-5'));
    const after = await page.until('three ticks', map, ({time}) => time > before.time + 3 / 60);
    const [frames, ticks] = [after.frame - before.frame, 60 * (after.time - before.time)];
    check(frames > 2 * ticks, `${frames} frames in ${ticks.toFixed(1)} ticks`);
});

await test('a link opens what it says', {}, async (page) => {
    const script = encodeURIComponent('0.0 press C;0.1 release C');
    await opened(page, query('rope', `&set=mass_count=40&theme=dark&paused&input=${script}`));
    const m = await page.until('the script is played', map, ({open}) => open['tension colours']);
    check(m.scene === 'rope' && m.paused && m.open.dark, 'scene, pause and theme of the link');
    check(m.marks['mass 30'] && !m.marks['mass 40'], `40 masses: ${Object.keys(m.marks)}`);
});

await test('a wrong link says what is wrong', {}, async (page) => {
    await page.open(`${address}?scene=rop`);
    const text = await page.until('the words', `document.getElementById('text').textContent`,
        (words) => words.includes('did you mean'));
    check(text.includes("'rope'"), text);
    page.problems.length = 0; // the same words
});

await test('what a link says is text, never markup', {}, async (page) => {
    for (const part of ['scene=', 'scene=rope&set=', 'scene=rope&set=mass_count=', 'scene=rope&theme=', 'scene=rope&input=', '']) {
        await page.open(`${address}?${part}${encodeURIComponent('<img src=x onerror="document.title=\'run\'">')}`);
        const text = await page.until('the words', `document.getElementById('text').textContent`,
            (words) => words.includes('<img') && words.length < 1000);
        check(!text.includes('\n'), text);
        check(await page.evaluate('document.images.length') === 1 && await page.evaluate('document.title') !== 'run', part);
    }
    page.problems.length = 0; // the same words
});

await test('share, and paste what was shared', {}, async (page) => {
    await opened(page, query('rope', '&set=mass_count=40'));
    const link = await sharedLink(page);
    check(link === `${address}?scene=rope&set=mass_count=40`, link);
    await opened(page, query('cloth'));
    await page.send('Input.dispatchKeyEvent', {type: 'rawKeyDown', code: 'KeyV', key: 'v', windowsVirtualKeyCode: 86,
        modifiers: 2, commands: ['paste']});
    await page.key('KeyV', 'up', {control: true});
    const m = await page.until('the rope', map, ({scene}) => scene === 'rope');
    await page.until('its masses', map, ({marks}) => marks['mass 30'] && !marks['mass 40']);
    check(m.scene === 'rope', m.scene);
});

await test('a German browser is answered in German', {}, async (page) => {
    await page.send('Emulation.setUserAgentOverride',
        {userAgent: await page.evaluate('navigator.userAgent'), acceptLanguage: 'de-DE,de'});
    await page.open(`${address}?scene=rope`); // with a map of the window it would speak English
    await page.until('the page', `document.documentElement.dataset.state`, (state) => state === 'running');
    check(await page.evaluate('document.documentElement.lang') === 'de', 'the page is in German');
    writeFileSync(join(shots, 'german.png'), await page.screenshot());
    check(await page.evaluate(`document.getElementById('text').textContent`) === 'Ropewalk wird geladen', 'words of the page');
});

await test('preferences are kept', {}, async (page) => {
    await opened(page, query('rope'));
    await page.press('Tab');
    await page.until('the panels go', map, ({open}) => !open.panels);
    const again = await opened(page, query('cloth'), 'the second visit');
    check(again.open.panels === false, 'the panels are hidden still');
    await page.press('Tab');
    await page.until('the panels come', map, ({open}) => open.panels);
});

await test('a scene file is dropped, pictures are downloaded', {}, async (page) => {
    await opened(page, query('cloth'));
    await drop(page, 'short.json', '{"ropewalk": 1, "scene": "rope", "parameters": {"mass_count": 40}}');
    await page.until('the dropped scene', map, (m) => m.scene === 'rope' && m.marks['mass 30'] && !m.marks['mass 40']);
    await page.press('KeyP', {control: true});
    await page.until('the toast', map, (m) => m.toasts.some((text) => text.includes('(downloaded)')));
    await downloaded(/^ropewalk-rope-1.*\.png$/);
});

await test('a film of the canvas is downloaded', size, async (page) => {
    await opened(page, query('rope'));
    await page.evaluate('Module.filmCoder().then(() => true, () => false)'); // else the film begins when that is there
    await page.press('F9');
    const {now: begin} = await page.until('the red dot', map, ({rectangles}) => rectangles['button film']);
    await page.until('two seconds', map, (m) => m.now > begin + 2);
    await page.press('F9');
    const filmed = (await page.until('the end', map, ({rectangles}) => !rectangles['button film'])).now - begin;
    const film = await downloaded(/^ropewalk-rope-1.*\.webm$/);
    const bytes = readFileSync(film);
    check(bytes.length > 20000 && bytes.readUInt32BE(0) === 0x1a45dfa3, `${bytes.length} bytes of WebM`);
    const probe = spawnSync('ffprobe', ['-v', 'error', '-count_frames', '-show_streams', '-show_format', '-of', 'json', film]);
    if (probe.error) return console.log('    no ffprobe to look into the film');
    check(probe.status === 0 && probe.stderr.length === 0, `ffprobe: ${probe.stderr}`);
    const {streams: [video], format} = JSON.parse(probe.stdout);
    console.log(`    ${video.nb_read_frames} pictures, ${video.width}x${video.height}, ${video.codec_name}, ${format.duration} s`);
    check(video.width === size.width && video.height === size.height && Number(video.nb_read_frames) > 2, 'pictures of the page\'s size');
    // A film that is coded picture by picture knows its length, one that the browser records does not.
    if (existsSync(join(build, 'page', 'mediabunny.min.mjs')))
        check(Math.abs(Number(format.duration) - filmed) < 1.5, `${format.duration} s of a film of ${filmed} s`);
});

// ---- A class: a lesson opened by its link, done by key, mouse and slider, handed in and graded. ------------------------
await test('a class hands in what it did', {}, async (page) => {
    const lesson = {show: ['gravity', 'spring_constant'], lock: ['mass_count'], hide: ['scenes', 'tools'], steps: [
        {text: 'Move the rope\'s end to the right with the key.', until: 'connection_x > 0.3'},
        {text: 'Lower the end with the mouse.', until: 'connection_y < -0.2'},
        {text: 'Make its springs stiffer.', until: 'spring_constant > 11000'}]};
    const sheet = join(shots, 'class.json');
    writeFileSync(sheet, JSON.stringify({ropewalk: 1, scene: 'rope', parameters: {mass_count: 20}, lesson}));
    await opened(page, query('cloth'));
    await drop(page, 'class.json', readFileSync(sheet, 'utf8'));
    await page.until('the card of the lesson', map, (m) => m.scene === 'rope' && m.rectangles['panel lesson']);
    const link = await sharedLink(page);
    check(link.includes('lesson='), link);
    const begun = await opened(page, `${link}&ui-map=/tmp/map.json`);
    check(!begun.rectangles['slider air_friction'] && !begun.rectangles['panel scenes'], 'what the lesson hides');

    await page.key('ArrowRight', 'down');
    await page.until('the end is to the right', map, (m) => m.marks.connection.position[0] > 0.4);
    await page.key('ArrowRight', 'up');
    const [x, y] = (await atRest(page)).marks.connection.window;
    await page.mouse('mouseMoved', x, y);
    await page.mouse('mousePressed', x, y, {button: 'left', buttons: 1, clickCount: 1});
    for (let i = 1; i <= 10; ++i) {
        await page.mouse('mouseMoved', x, y + 15 * i, {button: 'left', buttons: 1});
        await new Promise((next) => setTimeout(next, 50));
    }
    await page.until('the end is lower', map, (m) => m.marks.connection.position[1] < -0.25);
    await page.mouse('mouseReleased', x, y + 150, {button: 'left', clickCount: 1});
    const [left, top, width, height] = (await now(page)).rectangles['slider spring_constant'];
    const slide = async (type, across, buttons) => {
        await page.mouse(type, left + across * width, top + height / 2, {button: 'left', buttons, clickCount: 1});
        const {frame} = await now(page);
        await page.until('the slider', map, (m) => m.frame > frame + 3);
    };
    await slide('mouseMoved', 0.6, 0);
    await slide('mousePressed', 0.6, 1);
    await slide('mouseMoved', 0.75, 1);
    await slide('mouseReleased', 0.75, 0);
    const {time} = await now(page);
    await page.until('the end of the lesson', map, (m) => m.rectangles['panel lesson'] &&
        !m.rectangles['button lesson next'] && m.time > time + 0.5);
    writeFileSync(join(shots, 'lesson.png'), await page.screenshot());

    await page.press('KeyS', {control: true});
    await page.until('where to save', map, ({open}) => open['file dialog']);
    await clickOn(page, 'button take');
    const handedIn = await downloaded(/^rope.*\.json$/);
    const graded = spawnSync(program, ['grade', handedIn, '--lesson', sheet, '--json']);
    check(graded.status === 0, `grade: ${graded.stderr}${graded.stdout}`);
    const [grade] = JSON.parse(graded.stdout);
    const seconds = grade.steps.map((step) => step.seconds);
    console.log(`    ticked after ${seconds.join(', ')} s`);
    check(grade.done === 3 && grade.parted === null, JSON.stringify(grade));
    check(seconds.every((at, i) => at > (i ? seconds[i - 1] : 0)), `in their order: ${seconds}`);
});

await test('fingers on a phone', {width: 390, height: 844, density: 2, touch: true}, async (page) => {
    let first = await opened(page, query('rope', '&paused'));
    check(await page.evaluate('Module.canvas.width') === 780, 'the pixels of the screen, twice as fine');
    first = await atRest(page);
    writeFileSync(join(shots, 'phone.png'), await page.screenshot());
    const [x, y] = first.marks.connection.window;
    await page.touch('touchStart', [[x, y]]);
    for (let i = 1; i <= 8; ++i) {
        await page.touch('touchMove', [[x + 8 * i, y]]);
        await new Promise((next) => setTimeout(next, 60));
    }
    await page.until('the finger moves the rope\'s end', map,
        (m) => m.marks.connection.position[0] > first.marks.connection.position[0] + 0.05);
    await page.touch('touchEnd', []);
    const {camera, picture} = await now(page);
    const [cx, cy] = middle(picture);
    await page.touch('touchStart', [[cx - 30, cy], [cx + 30, cy]]);
    for (let i = 1; i <= 8; ++i) await page.touch('touchMove', [[cx - 30 - 5 * i + 6 * i, cy], [cx + 30 + 5 * i + 6 * i, cy]]);
    await page.touch('touchEnd', []);
    await page.until('two fingers zoom and turn', map,
        (m) => m.camera.distance < 0.9 * camera.distance && Math.abs(m.camera.yaw - camera.yaw) > 0.05);
});

await test('verbs by a finger', {touch: true}, async (page) => {
    await opened(page, query('workshop', '&set=preset=clothes_line&paused'));
    const tap = async ([x, y], seconds = 0) => {
        const {now: begin} = await now(page);
        await page.touch('touchStart', [[x, y]]);
        await page.until('the finger', map, (m) => m.now > begin + seconds);
        await page.touch('touchEnd', []);
        await page.until('the finger is away', map, (m) => m.now > begin + seconds + 0.1);
    };
    // A pill is laid out anew with its next words: a finger waits until the button stands still.
    const tapOn = async (name) => {
        let seen = {};
        const {rectangles} = await page.until(name, map, (m) => {
            const at = JSON.stringify(m.rectangles[name]);
            if (seen.at !== at) seen = {at, frame: m.frame};
            return at && m.frame > seen.frame;
        });
        await tap(middle(rectangles[name]));
    };
    const gone = (name) => page.until(`${name} is gone`, map, ({rectangles}) => !rectangles[name]);
    const {marks, picture} = await now(page);

    // Half a second on a rope opens the verbs; the one that is chosen takes that place.
    await tap(marks['mass 20'].window, 0.8);
    await page.until('the verbs', map, ({rectangles}) => rectangles['item Cut'] && rectangles['item Copy']);
    writeFileSync(join(shots, 'verbs.png'), await page.screenshot());
    await tapOn('item Tie or join');
    await tapOn('pill Cancel');
    await gone('pill Cancel');

    // A new rope from place to place ends with Done. What is taken is shown above the finger while it is down.
    const [x, y] = middle(picture);
    await tapOn('verb New rope');
    await tap([x - 100, y + 150]);
    await page.touch('touchStart', [[x + 100, y + 150]]);
    await page.until('the verb may end', map, ({rectangles}) => rectangles['pill Done']);
    writeFileSync(join(shots, 'above_finger.png'), await page.screenshot());
    await page.touch('touchEnd', []);
    await tapOn('pill Done');
    await gone('pill Cancel'); // it would stay where the rope is refused

    // A strand is dragged over others, or under them.
    await tapOn('verb Over');
    await tapOn('pill Under');
    await page.until('both', map, ({rectangles}) => rectangles['pill Over'] && rectangles['pill Under']);
    const {window: [u, v]} = (await now(page)).marks['mass 20'];
    await page.touch('touchStart', [[u, v]]);
    for (let i = 1; i <= 8; ++i) await page.touch('touchMove', [[u, v + 8 * i]]);
    await page.until('the strand comes along', map, ({marks: {'mass 20': {window: [x, y]}}}) => Math.hypot(x - u, y - v) > 5);
    writeFileSync(join(shots, 'under.png'), await page.screenshot());
    await page.touch('touchEnd', []);
    await tapOn('pill Cancel');
    await gone('pill Over');
});

await test('a keyboard on the screen, and two fingers on a panel', {touch: true}, async (page) => {
    const first = await opened(page, query('rope', '&paused'));
    const panel = first.rectangles['panel parameters'];
    const seen = ({rectangles}) => Object.keys(rectangles).filter((name) => name.startsWith('slider ')).length;
    const tap = async ([x, y]) => {
        await page.touch('touchStart', [[x, y]]);
        await page.until('the finger', map, ({frame}) => frame > first.frame);
        await page.touch('touchEnd', []);
    };
    await tap(middle(first.rectangles['field filter']));
    await page.until('the field for the screen\'s keyboard', `document.activeElement.tagName`, (name) => name === 'INPUT');
    await page.send('Input.insertText', {text: 'gravitx'});
    await page.until('no constant of that name', map, (m) => seen(m) === 0);
    await page.press('Backspace');
    await page.until('gravity', map, (m) => seen(m) > 0 && seen(m) < seen(first));
    writeFileSync(join(shots, 'typed.png'), await page.screenshot());
    for (let i = 0; i < 6; ++i) await page.press('Backspace');
    await page.until('all constants', map, (m) => seen(m) === seen(first));
    await page.press('Enter');
    await page.until('the keyboard goes', `document.activeElement.tagName`, (name) => name === 'CANVAS');
    await tap(middle((await now(page)).rectangles['button all constants'])); // more than the panel has room for
    await page.until('all constants', map, (m) => seen(m) > seen(first));
    const name = Object.keys(first.rectangles).find((rectangle) => rectangle.startsWith('slider '));
    const [x, y] = middle(panel);
    const top = (m) => m.rectangles[name]?.[1] ?? -1e9;
    const before = await now(page);
    await page.touch('touchStart', [[x - 40, y]]);
    await page.until('the first finger', map, ({frame}) => frame > before.frame + 3);
    await page.touch('touchStart', [[x - 40, y], [x + 40, y]]);
    for (let i = 1; i <= 8; ++i) await page.touch('touchMove', [[x - 40, y - 10 * i], [x + 40, y - 10 * i]]);
    await page.touch('touchEnd', []);
    await page.until('the panel scrolls', map, (m) => top(m) < top(before) - 30);
    check(JSON.stringify((await now(page)).camera) === JSON.stringify(before.camera), 'the view stays');
});

await test('a lost context comes back', {}, async (page) => {
    await opened(page, query('rope'));
    const whole = (await page.screenshot()).length;
    await page.evaluate(`window.loss = Module.canvas.getContext('webgl2').getExtension('WEBGL_lose_context');
        loss.loseContext();`);
    await new Promise((next) => setTimeout(next, 500));
    page.problems.length = 0; // the browser says that it is lost
    const {frame} = await now(page);
    await page.evaluate('loss.restoreContext()');
    await page.until('frames again', map, (m) => m.frame > frame + 10);
    const picture = await page.screenshot();
    writeFileSync(join(shots, 'restored.png'), picture);
    check(picture.length > 0.7 * whole, `the picture after the loss: ${picture.length} bytes, ${whole} before`);
});

await test('the theory bench', {}, async (page) => {
    await opened(page, query('rope'));
    await page.press('F4');
    await page.until('the bench', map, ({open}) => open['theory bench']);
    await page.screenshot();
});

await browser.close();
server.close();
const failed = results.filter((passed) => !passed).length;
console.log(failed ? `browser: ${failed} of ${results.length} failed` : `browser: all ${results.length} passed`);
process.exit(failed ? 1 : 0);
