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

// Their exact solution, angles and clamps use sine, cosine and arctangent of the C library, whose last bits differ: so far
// two numbers of a cell may be apart, as part of the number.
const byMathLibrary = {mass_spring: 1e-12, cantilever: 1e-14, twist: 1e-10};
// The native program takes the widest vectors that the processor has, which round otherwise.
const byOtherVectors = {million: 1e-4};

// The largest distance between two cells of the same place, as part of the number where that is above 1.
function distance(expected, rows) {
    let worst = expected.length === rows.length ? 0 : Infinity;
    for (let i = 1; i < expected.length && worst < Infinity; ++i) {
        const [a, b] = [expected[i], rows[i]].map((row) => row.split(',').map(Number));
        a.forEach((value, j) => {
            if (!Object.is(value, b[j])) worst = Math.max(worst, Math.abs(value - b[j]) / Math.max(1, Math.abs(value)));
        });
    }
    return worst;
}

const scenes = JSON.parse(desktop('list', '--json').text).map((scene) => scene.id);
if (scenes.length < 10) fail(`list: ${scenes.length} scenes`);
for (const scene of scenes) {
    const [there, here] = [desktop('run', scene, '--seconds', seconds), wasm('run', scene, '--seconds', seconds)];
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
    const [apart, allowed] = [distance(expected, rows), byMathLibrary[scene] ?? byOtherVectors[scene] ?? 0];
    if (apart <= allowed) {
        console.log(`run ${scene}: agrees to ${apart.toExponential(1)}, as far as ${allowed} is allowed`);
    } else {
        const names = expected[0].split(',');
        const other = (rows[first] || '').split(',');
        const column = (expected[first] || '').split(',').findIndex((cell, i) => cell !== other[i]);
        fail(`run ${scene}: row ${first}, ${names[column]}: ${other[column]}, natively ${expected[first].split(',')[column]}`);
    }
}

if (failures > 0) {
    console.log(`node: ${failures} failed`);
    process.exit(1);
}
console.log('node: all passed');
