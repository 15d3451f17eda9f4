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

/** Writes `lemon.png` and `lemon-height.png` into a folder. */
export async function drawLemon(folder) {
  await fs.mkdir(folder, { recursive: true });
  const random = randomFrom(7);
  const colour = [];
  const height = [];
  const first = random() * 6;
  const cuts = Array.from(
    { length: SEGMENTS },
    (_, i) => first + (i / SEGMENTS) * Math.PI * 2 + (random() - 0.5) * 0.16,
  );
  for (let i = 0; i < SEGMENTS; i++) {
    const from = cuts[i];
    const to = i === SEGMENTS - 1 ? cuts[0] + Math.PI * 2 : cuts[i + 1];
    const outline = segmentPath(from, to, random);
    const clip = `<clipPath id="s${i}"><path d="${outline}"/></clipPath>`;
    const cells = pulpCells(from, to, random);
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
  await sharp(svg(GROUND + colour.join('')))
    .blur(1.1)
    .png()
    .toFile(path.join(folder, 'lemon.png'));
  await sharp(svg(HEIGHT_GROUND + height.join('')))
    .blur(3)
    .grayscale()
    .png()
    .toFile(path.join(folder, 'lemon-height.png'));
}

const at = (angle, radius) =>
  `${(CENTRE + Math.cos(angle) * radius).toFixed(1)},${(CENTRE + Math.sin(angle) * radius).toFixed(1)}`;

function segmentPath(from, to, random) {
  const skin = 0.028;
  const outer = RADIUS * 0.845 * (1 + (random() - 0.5) * 0.02);
  const inner = RADIUS * (0.075 + random() * 0.03);
  const corner = RADIUS * 0.07;
  const middle = (from + to) / 2;
  return [
    `M${at(middle, inner)}`,
    `L${at(from + skin * 2.2, RADIUS * 0.2)}`,
    `L${at(from + skin, outer - corner)}`,
    `Q${at(from + skin * 1.2, outer)} ${at(from + skin + 0.09, outer)}`,
    `Q${at(middle, outer * 1.035)} ${at(to - skin - 0.09, outer)}`,
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
  `${stops([0, '#fffbe6'], [0.86, '#fffae0'], [0.925, '#fdf0ad'], [0.955, '#f6cf28'], [1, '#f2bd12'])}` +
  `</radialGradient></defs><rect width="${SIZE}" height="${SIZE}" fill="#f2bd12"/>` +
  `<circle ${circle} r="${RADIUS}" fill="url(#rind)"/>`;

const HEIGHT_GROUND =
  `<rect width="${SIZE}" height="${SIZE}" fill="#9a9a9a"/>` +
  `<circle ${circle} r="${RADIUS * 0.9}" fill="#aaa"/>`;
