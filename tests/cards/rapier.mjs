// A rope of the card hangs for two minutes, and stretches as ours does. The argument is where Rapier's module lies.
import { pathToFileURL } from 'node:url';
import { addRope } from './card.mjs';

const RAPIER = (await import(pathToFileURL(process.argv[2]).href)).default;
await RAPIER.init();
const world = new RAPIER.World({ x: 0, y: 0, z: 0 });
const bodies = addRope(RAPIER, world, { x: 1, y: 2, z: 3 });
for (let i = 0; i < Math.round(120 / world.timestep); ++i) world.step();
let length = 0;
for (let i = 1; i < bodies.length; ++i) {
  const a = bodies[i - 1].translation();
  const b = bodies[i].translation();
  length += Math.hypot(b.x - a.x, b.y - a.y, b.z - a.z);
}
const rest = 19 * 0.05; // [m]
const ours = ((0.05 * 9.81) / 1e4) * 0.5 * 20 * 19; // [m], m g/k N (N - 1)/2 of 20 masses
const percent = (extension) => ((100 * extension) / rest).toFixed(4);
console.log(`Rapier: stretch ${percent(length - rest)} %, ours ${percent(ours)} %`);
process.exit(Math.abs((length - rest) / ours - 1) <= 2e-3 ? 0 : 1);
