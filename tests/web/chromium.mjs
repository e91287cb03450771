// A headless Chromium by its DevTools protocol, over a pipe: no package is needed.
import {spawn} from 'node:child_process';
import {mkdtempSync, rmSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';

const programs = ['chromium', 'chromium-browser', 'google-chrome'];

export class Chromium {
    static async start() {
        for (const program of programs) {
            try {
                const browser = new Chromium(program);
                await browser.send('Browser.getVersion');
                return browser;
            } catch (missing) {
                if (program === programs.at(-1)) throw missing;
            }
        }
    }

    constructor(program) {
        this.folder = mkdtempSync(join(tmpdir(), 'ropewalk-web-'));
        this.last = 0;
        this.waiting = new Map();
        this.listeners = new Map(); // by session
        this.visits = [];           // what is said to the browser of each new visitor: [method, parameters]
        const options = ['--headless=new', '--remote-debugging-pipe', `--user-data-dir=${this.folder}`, '--no-first-run',
            '--use-angle=swiftshader', '--enable-unsafe-swiftshader', '--hide-scrollbars', '--mute-audio'];
        if (process.getuid && process.getuid() === 0) options.push('--no-sandbox'); // the sandbox refuses root
        this.process = spawn(program, options, {stdio: ['ignore', 'ignore', 'ignore', 'pipe', 'pipe']});
        const failAll = (error) => {
            for (const {reject} of this.waiting.values()) reject(error);
            this.waiting.clear();
        };
        this.process.on('error', failAll);
        this.process.on('exit', () => failAll(new Error(`${program} has ended`)));
        this.process.stdio[3].on('error', failAll);
        let text = '';
        this.process.stdio[4].setEncoding('utf8').on('data', (data) => {
            const messages = (text + data).split('\0');
            text = messages.pop();
            for (const message of messages) this.receive(JSON.parse(message));
        });
    }

    receive({id, result, error, method, params, sessionId}) {
        if (id !== undefined) {
            const {resolve, reject, asked} = this.waiting.get(id);
            this.waiting.delete(id);
            if (error) reject(new Error(`${asked}: ${error.message}`));
            else resolve(result);
        } else if (this.listeners.has(sessionId)) {
            this.listeners.get(sessionId)(method, params);
        }
    }

    send(method, params = {}, sessionId = undefined) {
        const id = ++this.last;
        return new Promise((resolve, reject) => {
            this.waiting.set(id, {resolve, reject, asked: method});
            this.process.stdio[3].write(JSON.stringify({id, method, params, sessionId}) + '\0');
        });
    }

    async page({width = 1280, height = 720, density = 1, touch = false} = {}) {
        // A visitor of its own: what one test's page remembers is no other's.
        const {browserContextId} = await this.send('Target.createBrowserContext', {disposeOnDetach: true});
        for (const [method, parameters] of this.visits) await this.send(method, {...parameters, browserContextId});
        const {targetId} = await this.send('Target.createTarget', {url: 'about:blank', browserContextId});
        const {sessionId} = await this.send('Target.attachToTarget', {targetId, flatten: true});
        const page = new Page(this, targetId, sessionId);
        await page.prepare({width, height, density, touch});
        return page;
    }

    async close() {
        const gone = new Promise((resolve) => this.process.on('exit', resolve));
        await this.send('Browser.close').catch(() => {});
        await gone;
        rmSync(this.folder, {recursive: true, force: true, maxRetries: 5});
    }
}

// The virtual codes of keys that tests press, by what KeyboardEvent.code calls them.
const codes = {ArrowLeft: 37, ArrowUp: 38, ArrowRight: 39, ArrowDown: 40, Home: 36, End: 35, Space: 32, Tab: 9, Enter: 13, Backspace: 8,
    Escape: 27, F1: 112, F4: 115, F9: 120};

export class Page {
    constructor(browser, targetId, sessionId) {
        Object.assign(this, {browser, targetId, sessionId});
        this.problems = []; // what the console says: warnings, errors, exceptions
        this.downloads = [];
        browser.listeners.set(sessionId, (method, params) => {
            if (method === 'Runtime.consoleAPICalled' && ['error', 'warning', 'assert'].includes(params.type))
                this.problems.push(params.args.map((value) => value.value ?? value.description).join(' '));
            else if (method === 'Runtime.exceptionThrown')
                this.problems.push(params.exceptionDetails.exception?.description ?? params.exceptionDetails.text);
            else if (method === 'Log.entryAdded' && ['error', 'warning'].includes(params.entry.level))
                this.problems.push(`${params.entry.text} ${params.entry.url ?? ''}`);
        });
    }

    send(method, params) {
        return this.browser.send(method, params, this.sessionId);
    }

    async prepare({width, height, density, touch}) {
        for (const domain of ['Page', 'Runtime', 'Log']) await this.send(`${domain}.enable`);
        await this.send('Emulation.setDeviceMetricsOverride',
            {width, height, deviceScaleFactor: density, mobile: touch});
        if (touch) await this.send('Emulation.setTouchEmulationEnabled', {enabled: true, maxTouchPoints: 2});
        await this.send('Emulation.setFocusEmulationEnabled', {enabled: true});
    }

    open(url) {
        return this.send('Page.navigate', {url});
    }

    async evaluate(expression) {
        const {result, exceptionDetails} =
            await this.send('Runtime.evaluate', {expression, returnByValue: true, awaitPromise: true});
        if (exceptionDetails) throw new Error(exceptionDetails.exception?.description ?? exceptionDetails.text);
        return result.value;
    }

    // The first value of the expression that the condition accepts.
    async until(what, expression, condition = Boolean, seconds = 90) {
        const end = Date.now() + 1000 * seconds;
        let value;
        do {
            value = await this.evaluate(expression).catch(() => undefined);
            if (value !== undefined && value !== null && condition(value)) return value;
            await new Promise((resolve) => setTimeout(resolve, 50));
        } while (Date.now() < end);
        throw new Error(`${what}: not within ${seconds} s; it is ${JSON.stringify(value)?.slice(0, 400)}`);
    }

    async key(code, type, {shift = false, control = false} = {}) {
        const letter = /^Key([A-Z])$/.exec(code);
        const key = letter ? letter[1].toLowerCase() : code === 'Space' ? ' ' : code;
        const types = type === 'down' && key.length === 1 && !control;
        await this.send('Input.dispatchKeyEvent', {
            type: type === 'up' ? 'keyUp' : types ? 'keyDown' : 'rawKeyDown', code,
            key: shift && letter ? key.toUpperCase() : key, ...(types ? {text: key} : {}),
            windowsVirtualKeyCode: letter ? letter[1].charCodeAt(0) : codes[code] ?? 0,
            modifiers: (control ? 2 : 0) | (shift ? 8 : 0),
        });
    }

    async press(code, modifiers) {
        await this.key(code, 'down', modifiers);
        await this.key(code, 'up', modifiers);
    }

    mouse(type, x, y, more = {}) {
        return this.send('Input.dispatchMouseEvent', {type, x, y, button: 'none', ...more});
    }

    async click(x, y, button = 'left') {
        await this.mouse('mouseMoved', x, y);
        await this.mouse('mousePressed', x, y, {button, clickCount: 1});
        await this.mouse('mouseReleased', x, y, {button, clickCount: 1});
    }

    touch(type, points) {
        return this.send('Input.dispatchTouchEvent', {type, touchPoints: points.map(([x, y], id) => ({x, y, id}))});
    }

    async screenshot() {
        const {data} = await this.send('Page.captureScreenshot', {format: 'png'});
        return Buffer.from(data, 'base64');
    }

    async close() {
        await this.browser.send('Target.closeTarget', {targetId: this.targetId});
        this.browser.listeners.delete(this.sessionId);
    }
}
