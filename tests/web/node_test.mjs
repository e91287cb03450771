// The program in WebAssembly beside the native one, without a browser: node node_test.mjs BUILD NATIVE_PROGRAM
import {spawnSync} from 'node:child_process';
import {join} from 'node:path';

const [build, native] = process.argv.slice(2);
const seconds = '3';
let failures = 0;

function fail(text) {
    failures += 1;
    console.log(`FAILED: ${text}`);
}

function run(program, args) {
    const result = spawnSync(program, args, {encoding: 'utf8', maxBuffer: 1 << 30});
    if (result.error) throw result.error;
    return {code: result.status, text: result.stdout, errors: result.stderr};
}

// Emscripten before 3.1.11 asks for files by a function that Node 18 and later have for something else.
const wasm = (...args) => run('node', ['--no-experimental-fetch', join(build, 'ropewalk_node.js'), ...args]);
const desktop = (...args) => run(native, args);

for (const args of [['check', '--json'], ['check', '--theory', '--json']]) {
    const result = wasm(...args);
    const name = args.join(' ');
    if (result.code !== 0) fail(`${name}: exit ${result.code}: ${result.errors}`);
    const list = result.code === 0 ? JSON.parse(result.text) : null;
    const rows = Array.isArray(list) ? list.length : list ? Object.values(list).flat().length : 0;
    if (rows < 10) fail(`${name}: ${rows} rows`);
    console.log(`${name}: ${rows} rows agree with theory`);
}

// The native program takes the widest vectors that the processor has, which round otherwise; the portable kernel does not.
const settings = {million: ['--set', 'portable=true', '--set', 'rope_count=200']};

const scenes = JSON.parse(desktop('list', '--json').text).map((scene) => scene.id);
if (scenes.length < 10) fail(`list: ${scenes.length} scenes`);
for (const scene of scenes) {
    const args = ['run', scene, '--seconds', seconds, ...(settings[scene] ?? [])];
    const [there, here] = [desktop(...args), wasm(...args)];
    if (there.code !== here.code || here.text.length < 100) {
        fail(`run ${scene}: exit ${here.code} and ${here.text.length} characters, natively ${there.code}: ${here.errors}`);
        continue;
    }
    const [expected, rows] = [there.text.split('\n'), here.text.split('\n')];
    const first = expected.findIndex((row, i) => row !== rows[i]);
    if (first < 0 && expected.length === rows.length) {
        console.log(`run ${scene}: the same bits in ${rows.length - 2} rows`);
        continue;
    }
    const names = expected[0].split(',');
    const other = (rows[first] || '').split(',');
    const column = (expected[first] || '').split(',').findIndex((cell, i) => cell !== other[i]);
    fail(`run ${scene}: row ${first}, ${names[column]}: ${other[column]}, natively ${expected[first].split(',')[column]}`);
}

if (failures > 0) {
    console.log(`node: ${failures} failed`);
    process.exit(1);
}
console.log('node: all passed');
