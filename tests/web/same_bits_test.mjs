// The program as built for another system beside the native one: node same_bits_test.mjs PROGRAM COMMAND...
// COMMAND runs the other one: node build/web/ropewalk_node.js, or wine build/windows/ropewalk.exe.
import {spawnSync} from 'node:child_process';

const [native, ...other] = process.argv.slice(2);
const seconds = '3';
const setUpSeconds = '1';
let failures = 0;

function fail(text) {
    failures += 1;
    console.log(`FAILED: ${text}`);
}

function run([program, ...args]) {
    const result = spawnSync(program, args, {encoding: 'utf8', maxBuffer: 1 << 30});
    if (result.error) throw result.error;
    // Windows ends the lines of standard output with two characters.
    return {code: result.status, text: result.stdout.replaceAll('\r\n', '\n'), errors: result.stderr};
}

const there = (...args) => run([...other, ...args]);
const desktop = (...args) => run([native, ...args]);

for (const args of [['check', '--json'], ['check', '--theory', '--json']]) {
    const result = there(...args);
    const name = args.join(' ');
    if (result.code !== 0) fail(`${name}: exit ${result.code}: ${result.errors}`);
    const list = result.code === 0 ? JSON.parse(result.text) : null;
    const rows = Array.isArray(list) ? list.length : list ? Object.values(list).flat().length : 0;
    if (rows < 10) fail(`${name}: ${rows} rows`);
    console.log(`${name}: ${rows} rows agree with theory`);
}

// The native program takes the widest vectors that the processor has, which round otherwise; the portable kernel does not.
const settings = {million: ['--set', 'portable=true', '--set', 'rope_count=200']};

const scenes = JSON.parse(desktop('list', '--json').text);
if (scenes.length < 10) fail(`list: ${scenes.length} scenes`);
const shown = scenes.flatMap((scene) => [scene.id, ...scene.presets.map((preset) => preset.id)]);
for (const id of shown) {
    const args = ['run', id, '--seconds', id.includes('/') ? setUpSeconds : seconds, ...(settings[id] ?? [])];
    const [expectedRun, otherRun] = [desktop(...args), there(...args)];
    if (expectedRun.code !== otherRun.code || otherRun.text.length < 100) {
        fail(`run ${id}: exit ${otherRun.code} and ${otherRun.text.length} characters, natively ${expectedRun.code}: ${otherRun.errors}`);
        continue;
    }
    const [expected, rows] = [expectedRun.text.split('\n'), otherRun.text.split('\n')];
    const first = expected.findIndex((row, i) => row !== rows[i]);
    if (first < 0 && expected.length === rows.length) {
        console.log(`run ${id}: the same bits in ${rows.length - 2} rows`);
        continue;
    }
    const names = expected[0].split(',');
    const cells = (rows[first] || '').split(',');
    const column = (expected[first] || '').split(',').findIndex((cell, i) => cell !== cells[i]);
    fail(`run ${id}: row ${first}, ${names[column]}: ${cells[column]}, natively ${expected[first].split(',')[column]}`);
}

if (failures > 0) {
    console.log(`${failures} failed`);
    process.exit(1);
}
console.log(`${shown.length} scenes and set-ups: all passed`);
