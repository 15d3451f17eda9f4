/** A lemon slice seen flat: colour and height, for the renderer. */
import fs from 'node:fs/promises';
import path from 'node:path';
import sharp from 'sharp';
import { randomFrom } from './flower.mjs';

const SIZE = 1400;
const CENTRE = SIZE / 2;
const RADIUS = CENTRE * 0.99;
const SEGMENTS = 9;
const PULP = ['#ffe680', '#fff0a8', '#f5cf3c', '#efc22c', '#fff6c8', '#f7d955'];

/**
 * Writes `lemon.png` and `lemon-height.png`, for slices, into a folder, and the same for a half:
 * larger in the pictures, so nothing about it is even.
 */
export async function drawLemon(folder) {
  await fs.mkdir(folder, { recursive: true });
  await drawCut(folder, 'lemon', {
    cutsOf: evenCuts,
    cellsOf: pulpCells,
    ground: GROUND,
    reach: 0.825,
    skinOf: () => 0.02,
  });
  await drawCut(folder, 'lemon-half', {
    cutsOf: unevenCuts,
    cellsOf: juicyCells,
    ground: HALF_GROUND,
    skinOf: (random) => 0.01 + 0.012 * random(),
  });
}

/** `reach` is where the pulp ends and the pith begins, as a share of the radius. */
async function drawCut(
  folder,
  name,
  { cutsOf, cellsOf, ground, skinOf = () => 0.028, reach = 0.845 },
) {
  const random = randomFrom(7);
  const colour = [];
  const height = [];
  const cuts = cutsOf(random);
  for (let i = 0; i < cuts.length; i++) {
    const from = cuts[i];
    const to = i === cuts.length - 1 ? cuts[0] + Math.PI * 2 : cuts[i + 1];
    const outline = segmentPath(from, to, random, skinOf(random), reach);
    const clip = `<clipPath id="s${i}"><path d="${outline}"/></clipPath>`;
    const cells = cellsOf(from, to, random);
    colour.push(
      `${clip}<path d="${outline}" fill="url(#pulp)"/>`,
      `<g clip-path="url(#s${i})">${cells.map((cell) => cell.colour).join('')}</g>`,
    );
    height.push(
      `${clip}<path d="${outline}" fill="#5a5a5a"/>`,
      `<g clip-path="url(#s${i})">${cells.map((cell) => cell.height).join('')}</g>`,
    );
    if (random() < 0.3) {
      const pip = pipAt((from + to) / 2, random);
      colour.push(pip.colour);
      height.push(pip.height);
    }
  }
  const svg = (body) =>
    Buffer.from(
      `<svg xmlns="http://www.w3.org/2000/svg" width="${SIZE}" height="${SIZE}">${body}</svg>`,
    );
  await sharp(svg(ground + colour.join('')))
    .blur(1.1)
    .png()
    .toFile(path.join(folder, `${name}.png`));
  await sharp(svg(HEIGHT_GROUND + height.join('')))
    .blur(3)
    .grayscale()
    .png()
    .toFile(path.join(folder, `${name}-height.png`));
}

function evenCuts(random) {
  const first = random() * 6;
  return Array.from(
    { length: SEGMENTS },
    (_, i) => first + (i / SEGMENTS) * Math.PI * 2 + (random() - 0.5) * 0.3,
  );
}

/** Segments of different size; one of them hardly grew. */
function unevenCuts(random) {
  const sizes = [1, 1.25, 0.8, 1.1, 0.42, 1.2, 0.95, 1.35, 0.85, 1.05];
  const all = sizes.reduce((sum, size) => sum + size, 0);
  let angle = random() * 6;
  return sizes.map((size) => {
    const start = angle;
    angle += (size / all) * Math.PI * 2;
    return start;
  });
}

const at = (angle, radius) =>
  `${(CENTRE + Math.cos(angle) * radius).toFixed(1)},${(CENTRE + Math.sin(angle) * radius).toFixed(1)}`;

function segmentPath(from, to, random, skin, reach) {
  const outer = RADIUS * reach * (1 + (random() - 0.5) * 0.02);
  const inner = RADIUS * (0.075 + random() * 0.03);
  const corner = RADIUS * 0.07;
  const turn = Math.min(0.09, (to - from) / 4);
  const middle = (from + to) / 2;
  return [
    `M${at(middle, inner)}`,
    `L${at(from + skin * 2.2, RADIUS * 0.2)}`,
    `L${at(from + skin, outer - corner)}`,
    `Q${at(from + skin * 1.2, outer)} ${at(from + skin + turn, outer)}`,
    `Q${at(middle, outer * 1.035)} ${at(to - skin - turn, outer)}`,
    `Q${at(to - skin * 1.2, outer)} ${at(to - skin, outer - corner)}`,
    `L${at(to - skin * 2.2, RADIUS * 0.2)} Z`,
  ].join(' ');
}

function pulpCells(from, to, random) {
  const cells = [];
  for (let k = 0; k < 230; k++) {
    const angle = from + (to - from) * random();
    const radius = RADIUS * (0.12 + 0.74 * Math.sqrt(random()));
    const length = RADIUS * (0.1 + 0.13 * random());
    const width = RADIUS * (0.012 + 0.016 * random());
    const turn = (angle * 180) / Math.PI + (random() - 0.5) * 10;
    const [x, y] = at(angle, radius).split(',');
    const shape =
      `transform="translate(${x} ${y}) rotate(${turn.toFixed(1)})" d="M${-length / 2},0 ` +
      `Q${length * 0.1},${-width} ${length / 2},${-width * 0.3} Q${length * 0.6},0 ` +
      `${length / 2},${width * 0.3} Q${length * 0.1},${width} ${-length / 2},0Z"`;
    const tint = PULP[Math.floor(random() * PULP.length)];
    const veil = (0.25 + 0.45 * random()).toFixed(2);
    cells.push({
      colour: `<path ${shape} fill="${tint}" opacity="${veil}"/>`,
      height: `<path ${shape} fill="#${random() < 0.5 ? '8a8a8a' : '444444'}" opacity=".6"/>`,
    });
  }
  return cells;
}

/** Juice sacs, each a drop that is dark where it is deep and bright along its back. */
function juicyCells(from, to, random) {
  const cells = [];
  const ripe = 0.9 + 0.16 * random();
  const tint = (r, g, b) =>
    `rgb(${[r, g, b].map((c) => Math.min(255, Math.round(c * ripe))).join(',')})`;
  for (let k = 0; k < 150; k++) {
    const angle = from + (to - from) * random();
    const radius = RADIUS * (0.1 + 0.76 * Math.sqrt(random()));
    const length = RADIUS * (0.12 + 0.16 * random());
    const width = RADIUS * (0.02 + 0.028 * random());
    const turn = (angle * 180) / Math.PI + (random() - 0.5) * 16;
    const [x, y] = at(angle, radius).split(',');
    const placed = `transform="translate(${x} ${y}) rotate(${turn.toFixed(1)})"`;
    const drop = (l, w) =>
      `d="M${(-l / 2).toFixed(1)},0 Q${(l * 0.1).toFixed(1)},${(-w).toFixed(1)} ${(l / 2).toFixed(1)},${(-w * 0.3).toFixed(1)} ` +
      `Q${(l * 0.6).toFixed(1)},0 ${(l / 2).toFixed(1)},${(w * 0.3).toFixed(1)} Q${(l * 0.1).toFixed(1)},${w.toFixed(1)} ${(-l / 2).toFixed(1)},0Z"`;
    const body = random() < 0.4 ? tint(226, 178, 38) : tint(243, 206, 72);
    const veil = (0.35 + 0.4 * random()).toFixed(2);
    cells.push({
      colour:
        `<path ${placed} ${drop(length, width)} fill="${body}" opacity="${veil}" stroke="${tint(255, 238, 160)}" stroke-width="2.2"/>` +
        `<path ${placed} ${drop(length * 0.6, width * 0.3)} fill="${tint(255, 246, 196)}" opacity="${(0.5 * random()).toFixed(2)}"/>`,
      height: `<path ${placed} ${drop(length, width)} fill="#${random() < 0.6 ? '9c9c9c' : '3c3c3c'}" opacity=".7"/>`,
    });
  }
  return cells;
}

function pipAt(middle, random) {
  const angle = middle + (random() - 0.5) * 0.2;
  const [x, y] = at(angle, RADIUS * (0.22 + 0.1 * random())).split(',');
  const turn = `transform="translate(${x} ${y}) rotate(${(angle * 180) / Math.PI})"`;
  const size = `rx="${RADIUS * 0.055}" ry="${RADIUS * 0.024}"`;
  return {
    colour: `<ellipse ${turn} ${size} fill="#e8d9a8" stroke="#c9b27a" stroke-width="3"/>`,
    height: `<ellipse ${turn} ${size} fill="#bbb"/>`,
  };
}

const circle = `cx="${CENTRE}" cy="${CENTRE}"`;
const units = 'gradientUnits="userSpaceOnUse"';
const stops = (...pairs) =>
  pairs.map(([offset, tint]) => `<stop offset="${offset}" stop-color="${tint}"/>`).join('');

const GROUND =
  `<defs><radialGradient id="pulp" ${units} ${circle} r="${RADIUS * 0.9}">` +
  `${stops([0, '#fff3b0'], [0.6, '#f8d84a'], [1, '#efc02a'])}</radialGradient>` +
  `<radialGradient id="rind" ${units} ${circle} r="${RADIUS}">` +
  `${stops([0, '#fffbe6'], [0.8, '#fffdf0'], [0.91, '#fffbe6'], [0.945, '#fbe89a'], [0.965, '#f6cf28'], [1, '#f2bd12'])}` +
  `</radialGradient></defs><rect width="${SIZE}" height="${SIZE}" fill="#f2bd12"/>` +
  `<circle ${circle} r="${RADIUS}" fill="url(#rind)"/>`;

/** Deeper juice, thicker pith on one side. */
const HALF_GROUND =
  `<defs><radialGradient id="pulp" ${units} ${circle} r="${RADIUS * 0.9}">` +
  `${stops([0, '#f3dd8c'], [0.35, '#e9c04a'], [0.8, '#dcae2c'], [1, '#e8c455'])}</radialGradient>` +
  `<radialGradient id="rind" ${units} cx="${CENTRE * 1.012}" cy="${CENTRE * 0.99}" r="${RADIUS}">` +
  `${stops([0, '#fbf3d2'], [0.86, '#f8efcb'], [0.93, '#f6e7a6'], [0.962, '#efc733'], [1, '#e6b212'])}` +
  `</radialGradient></defs><rect width="${SIZE}" height="${SIZE}" fill="#e6b212"/>` +
  `<circle ${circle} r="${RADIUS}" fill="url(#rind)"/>`;

const HEIGHT_GROUND =
  `<rect width="${SIZE}" height="${SIZE}" fill="#9a9a9a"/>` +
  `<circle ${circle} r="${RADIUS * 0.9}" fill="#aaa"/>`;
