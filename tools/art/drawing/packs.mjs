/** Everything printed: one PNG for each pack, written to `tex/` for the renderer to lay on. */
import fs from 'node:fs/promises';
import path from 'node:path';
import sharp from 'sharp';
import { flowerLine } from './flower.mjs';
import { arch, label, PRINT, sprig, strewn } from './label.mjs';
import { text } from './text.mjs';

// Names agree with the shop's catalogue, and weights with what is in this one pack.
const LABELS = {
  flowers: {
    name: ['Dried Aparajita', 'Flowers'],
    note: 'Whole flowers · Caffeine free',
    weight: 'NET WT 50 g',
  },
  premium: {
    name: ['Premium Blue Tea', 'Pack'],
    note: 'Pyramid infusions · Caffeine free',
    weight: 'NET WT 100 g',
  },
  wellness: {
    name: ['Blue Tea', 'Wellness Set'],
    note: 'One of two tins · Caffeine free',
    weight: 'NET WT 100 g',
  },
  blend: {
    name: ['Organic Blue Tea', 'Blend'],
    note: 'Loose leaf · Caffeine free',
    weight: 'NET WT 100 g',
  },
  travel: {
    name: ['Travel Tea', 'Pack'],
    note: 'Single sticks · Caffeine free',
    weight: 'NET WT 50 g',
  },
  gift: {
    name: ['Deluxe', 'Gift Set'],
    note: 'One of two tins · Caffeine free',
    weight: 'NET WT 125 g',
  },
};

const PATTERN = {
  indigo: { stroke: '#8f93ee', width: 3.2, fill: '#2d2a8c', accent: '#5b58c8' },
  tonal: { stroke: '#4a47ad', width: 3, fill: '#2a2782' },
  violet: { stroke: '#a993e6', width: 3, fill: '#533d9b', accent: '#7d66c2' },
  lilac: { stroke: '#8a83d2', width: 3.2, fill: '#efeafa', accent: '#f3e3a6' },
};

/** A wrap-round print: pattern all round, the label as a panel in the middle. */
function wrap({ width, height, panel, ground, pattern, count, length, seed, print, copy }) {
  const left = (width - panel) / 2;
  const rule = (x) => `<rect x="${x}" width="6" height="${height}" fill="${print.gold}"/>`;
  return [
    `<rect width="${width}" height="${height}" fill="${ground}"/>`,
    strewn({ width, height, count, length, seed, style: pattern }),
    `<g transform="translate(${left} 0)"><rect width="${panel}" height="${height}" fill="${print.paper}"/>`,
    label({ width: panel, height, print, paper: false, ...copy }),
    `</g>${rule(left - 12)}${rule(left + panel + 6)}`,
  ].join('');
}

function carton() {
  const [width, height] = [1200, 1600];
  return [
    `<rect width="${width}" height="${height}" fill="${PRINT.indigo.paper}"/>`,
    strewn({ width, height, count: 60, length: 125, seed: 4, style: PATTERN.tonal }),
    `<g transform="translate(120 130)"><path d="${arch(0, 0, 960, 1340)}" fill="${PRINT.indigo.paper}"/>`,
    label({ width: 960, height: 1340, print: PRINT.indigo, paper: false, ...LABELS.premium }),
    '</g>',
  ].join('');
}

/** Seen at a slant: a line smaller than the wordmark could not be read. */
function cartonSide() {
  const [width, height] = [700, 1600];
  const { ink, paper, gold, yolk } = PRINT.indigo;
  return [
    `<rect width="${width}" height="${height}" fill="${paper}"/>`,
    strewn({ width, height, count: 40, length: 125, seed: 9, style: PATTERN.tonal }),
    `<rect x="0" y="540" width="${width}" height="520" fill="${paper}"/>`,
    `<g transform="translate(350 770)">${flowerLine(190, { stroke: ink, width: 5, fill: paper, accent: yolk })}</g>`,
    text('APARAJITA', { x: width / 2, y: 990, size: 96, fill: gold, track: 0.08 }),
  ].join('');
}

function cartonTop() {
  const [width, height] = [1200, 700];
  return [
    `<rect width="${width}" height="${height}" fill="${PRINT.indigo.paper}"/>`,
    strewn({ width, height, count: 26, length: 125, seed: 6, style: PATTERN.tonal }),
  ].join('');
}

/** White on nothing: its alpha decides where the gold foil lies. */
function foil() {
  const white = '#fff';
  return [
    `<g transform="translate(700 560)">${flowerLine(330, { stroke: white, width: 8 })}</g>`,
    `<g transform="translate(700 680)">${sprig(230, white, 6)}</g>`,
    text('APARAJITA', { x: 700, y: 930, size: 140, fill: white, track: 0.12 }),
    text('अपराजिता', { x: 700, y: 1030, size: 72, face: 'devanagari', fill: white }),
    text('Deluxe Gift Set', { x: 700, y: 1160, size: 82, face: 'headingItalic', fill: white }),
    text('NET WT 250 g', { x: 700, y: 1240, size: 44, face: 'body', fill: white, track: 0.14 }),
  ].join('');
}

/** Print lies nearer to one side, the side towards the viewer: in the middle the film's bulge hid its top. */
function stick() {
  const [width, height] = [400, 1800];
  const turned = (body) => `<g transform="translate(200 900) rotate(-90)">${body}</g>`;
  return [
    `<rect width="${width}" height="${height}" fill="${PRINT.lilac.paper}"/>`,
    `<rect width="${width}" height="130" fill="${PRINT.indigo.paper}"/>`,
    `<rect y="1670" width="${width}" height="130" fill="${PRINT.indigo.paper}"/>`,
    turned(
      `<g transform="translate(-440 74)">${flowerLine(150, { stroke: PRINT.lilac.ink, width: 4, fill: '#f6f3fc', accent: PRINT.lilac.yolk })}</g>` +
        text('APARAJITA', { x: 110, y: 62, size: 122, fill: PRINT.lilac.ink, track: 0.1 }) +
        text('Travel Tea', {
          x: 110,
          y: 144,
          size: 60,
          face: 'headingItalic',
          fill: PRINT.lilac.gold,
        }),
    ),
  ].join('');
}

function tag() {
  return [
    `<rect width="400" height="480" fill="${PRINT.indigo.paper}"/>`,
    `<rect x="18" y="18" width="364" height="444" fill="none" stroke="${PRINT.indigo.gold}" stroke-width="4"/>`,
    `<g transform="translate(200 270)">${flowerLine(170, { stroke: PRINT.indigo.ink, width: 6, fill: PRINT.indigo.paper, accent: PRINT.indigo.yolk })}</g>`,
    text('APARAJITA', { x: 200, y: 420, size: 48, fill: PRINT.indigo.ink, track: 0.1 }),
  ].join('');
}

const tin = { width: 3000, height: 1200, panel: 900, count: 90, length: 135 };
const dark = { ground: PRINT.indigo.paper, pattern: PATTERN.indigo };
const pale = { ground: PRINT.lilac.paper, pattern: PATTERN.lilac };

const PRINTS = {
  'pouch-label': [
    1350,
    1800,
    () => label({ width: 1350, height: 1800, print: PRINT.cream, ...LABELS.flowers }),
  ],
  'tin-blend': [
    3000,
    1200,
    () => wrap({ ...tin, ...dark, seed: 8, print: PRINT.cream, copy: LABELS.blend }),
  ],
  'tin-wellness-indigo': [
    3000,
    1200,
    () => wrap({ ...tin, ...pale, seed: 12, print: PRINT.indigo, copy: LABELS.wellness }),
  ],
  'tin-wellness-lilac': [
    3000,
    1200,
    () => wrap({ ...tin, ...dark, seed: 15, print: PRINT.lilac, copy: LABELS.wellness }),
  ],
  'tin-gift-cream': [
    3000,
    1200,
    () => wrap({ ...tin, ...dark, seed: 21, print: PRINT.cream, copy: LABELS.gift }),
  ],
  'tin-gift-indigo': [
    3000,
    1200,
    () => wrap({ ...tin, ...pale, seed: 24, print: PRINT.indigo, copy: LABELS.gift }),
  ],
  'tube-travel': [
    1920,
    1300,
    () =>
      wrap({
        ...tin,
        ground: '#4b3591',
        pattern: PATTERN.violet,
        width: 1920,
        height: 1300,
        panel: 760,
        count: 60,
        length: 120,
        seed: 31,
        print: PRINT.violet,
        copy: LABELS.travel,
      }),
  ],
  'carton-front': [1200, 1600, carton],
  'carton-side': [700, 1600, cartonSide],
  'carton-top': [1200, 700, cartonTop],
  'foil-lid': [1400, 1400, foil],
  stick: [400, 1800, stick],
  tag: [400, 480, tag],
};

/** Draws all prints into a folder. */
export async function drawPacks(folder) {
  await fs.mkdir(folder, { recursive: true });
  for (const [name, [width, height, body]] of Object.entries(PRINTS)) {
    const svg =
      `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" ` +
      `viewBox="0 0 ${width} ${height}">${body()}</svg>`;
    await sharp(Buffer.from(svg), { unlimited: true })
      .png()
      .toFile(path.join(folder, `${name}.png`));
  }
}
