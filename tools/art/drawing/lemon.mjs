/** A cut lemon seen flat: its colour, and its relief with what is wet, for the renderer. */
import fs from 'node:fs/promises';
import path from 'node:path';
import sharp from 'sharp';
import { randomFrom } from './flower.mjs';

const SIZE = 1400;
const TURN = Math.PI * 2;
// The middle is not the middle: no lemon grows evenly.
const CORE = [0.035, -0.028];

// Juice is pale and hardly coloured; what is strongly yellow is the skin.
const PULP = { deep: [206, 178, 66], light: [231, 211, 116], wall: [244, 234, 184] };
const PITH = [246, 241, 222];
const RIND = { skin: [238, 202, 52], gland: [226, 166, 20] };

/**
 * Writes `lemon.png` (colour) and `lemon-relief.png` (red: height, green: how wet) for slices into
 * a folder, and the same for a half: larger in the pictures, with pips and a broken core.
 */
export async function drawLemon(folder) {
  await fs.mkdir(folder, { recursive: true });
  const slice = cutFruit({ seed: 11, segments: 9, pith: 0.11, pips: [] });
  const half = cutFruit({ seed: 5, segments: 9, pith: 0.085, pips: ['pip', 'hole'] });
  await write(folder, 'lemon', slice);
  await write(folder, 'lemon-half', half);
}

async function write(folder, name, { colour, relief }) {
  const raw = { raw: { width: SIZE, height: SIZE, channels: 3 } };
  await sharp(colour, raw)
    .png()
    .toFile(path.join(folder, `${name}.png`));
  await sharp(relief, raw)
    .blur(0.7)
    .png()
    .toFile(path.join(folder, `${name}-relief.png`));
}

/** Every pixel of the cut: rind, pith, core, the skins between segments, or a sac of juice. */
function cutFruit({ seed, segments, pith, pips }) {
  const random = randomFrom(seed * 7919);
  for (let i = 0; i < 8; i++) random();
  const noise = noiseOf(seed);
  const fruit = {
    noise,
    pith,
    borders: bordersOf(random, segments),
    glands: glandsOf(random),
    thinSide: random() * TURN,
  };
  fruit.sacs = fruit.borders.map((_, i) => sacsOf(fruit, i, random));
  fruit.pips = pipsOf(fruit, pips, random);
  const colour = Buffer.alloc(SIZE * SIZE * 3);
  const relief = Buffer.alloc(SIZE * SIZE * 3);
  for (let row = 0; row < SIZE; row++) {
    for (let column = 0; column < SIZE; column++) {
      const x = (column + 0.5) / (SIZE / 2) - 1;
      const y = (row + 0.5) / (SIZE / 2) - 1;
      const { tint, height, wet } = at(fruit, x, y);
      const k = (row * SIZE + column) * 3;
      for (let c = 0; c < 3; c++) colour[k + c] = Math.round(clamp(tint[c], 0, 255));
      relief[k] = Math.round(255 * clamp(height, 0, 1));
      relief[k + 1] = Math.round(255 * clamp(wet, 0, 1));
    }
  }
  return { colour, relief };
}

function at(fruit, x, y) {
  const { noise } = fruit;
  const out = Math.hypot(x, y);
  const around = Math.atan2(y, x);
  const inner = whereInside(fruit, x, y);
  const pulp = pulpAt(fruit, inner, x, y);
  const white = pithAt(fruit, inner, x, y, out);
  // Pulp ends softly: the skin round a segment is clear, and pith shows through it.
  const inside = smooth(-0.004, 0.016, inner.depth);
  let spot = blend(white, pulp, inside);
  spot = withPips(fruit, spot, x, y);
  const skin = 0.948 + 0.012 * noise(around * 6 + 40, 3) + 0.006 * noise(around * 40, 8);
  const rind = {
    tint: mix(RIND.skin, RIND.gland, glandAt(fruit, out, around)),
    height: 0.56 - 0.1 * glandAt(fruit, out, around),
    wet: 0.45,
  };
  return blend(spot, rind, smooth(skin - 0.016, skin + 0.016, out));
}

/** Which segment a point lies in, and how deep: below 0 it is in a skin, in pith or in the core. */
function whereInside(fruit, x0, y0) {
  const { noise, borders } = fruit;
  const wander = 0.016;
  const fine = 0.006;
  const x = x0 - CORE[0] + wander * noise(x0 * 5, y0 * 5 + 9) + fine * noise(x0 * 21, y0 * 21);
  const y = y0 - CORE[1] + wander * noise(x0 * 5 + 31, y0 * 5) + fine * noise(x0 * 21, y0 * 21 + 7);
  const r = Math.hypot(x, y);
  const angle = Math.atan2(y, x);
  const count = borders.length;
  for (let i = 0; i < count; i++) {
    const from = borders[i];
    const to = borders[(i + 1) % count];
    const bend = (border) => border.angle + border.bend * (r - 0.4);
    const start = turned(angle - bend(from));
    const width = turned(bend(to) - bend(from));
    if (start > width) continue;
    const reach = reachOf(fruit, x0, y0);
    const toStart = r * Math.sin(Math.min(start, 1.5)) - from.thick;
    const toEnd = r * Math.sin(Math.min(width - start, 1.5)) - to.thick;
    const toPith = reach - Math.hypot(x0, y0);
    const toCore = r - from.core;
    const depth = softMin([toStart, toEnd, toPith, toCore * 1.2], 0.15) + 0.014;
    return { i, r, angle, x, y, depth, toPith, toCore };
  }
  return { i: 0, r, angle, x, y, depth: -1, toPith: 0, toCore: -1 };
}

/** How far out the pulp goes: pith is thicker on one side. */
function reachOf({ noise, pith, thinSide }, x, y) {
  const a = Math.atan2(y, x);
  const wide = 0.034 * Math.cos(a - thinSide) + 0.016 * noise(Math.cos(a) * 2.4, Math.sin(a) * 2.4);
  return 0.96 - pith + wide;
}

/** A sac is a drop of clear juice in a thin skin; where two meet, their skins are a pale line. */
function pulpAt(fruit, inner, x, y) {
  const { noise } = fruit;
  const sacs = fruit.sacs[inner.i];
  const px = inner.x + 0.016 * noise(x * 16, y * 16) + 0.006 * noise(x * 45, y * 45 + 5);
  const py = inner.y + 0.016 * noise(x * 16 + 77, y * 16) + 0.006 * noise(x * 45, y * 45 + 60);
  let first = 9;
  let second = 9;
  let sac = sacs[0];
  for (const one of sacs) {
    const dx = px - one.x;
    const dy = py - one.y;
    if (dx * dx + dy * dy > 0.07) continue;
    const along = (dx * one.cos + dy * one.sin) / one.long;
    // A drop: thin towards the core, full towards the rind.
    const across = (dy * one.cos - dx * one.sin) / (one.wide * (1 + 0.5 * clamp(along, -1, 1)));
    const away = along * along + across * across;
    if (away < first) {
      second = first;
      first = away;
      sac = one;
    } else if (away < second) second = away;
  }
  first = Math.sqrt(first);
  second = Math.sqrt(second);
  const along = ((px - sac.x) * sac.cos + (py - sac.y) * sac.sin) / sac.long;
  const border = second - first;
  // A skin is seen where it stands upright in the cut, which is here and there.
  const upright = smooth(-0.25, 0.6, noise(x * 11 + 50, y * 11));
  const line = Math.exp(-((border / sac.skin) ** 2)) * sac.seen * upright;
  const veil = Math.exp(-border / 0.5) * 0.2;
  const edge = Math.exp(-Math.max(inner.depth, 0) / 0.026);
  const threads = Math.max(0, noise(inner.angle * 30, inner.r * 4 + sac.x * 40)) ** 2;
  const cloud = noise(x * 3.1, y * 3.1 + 60);
  let tint = mix(
    PULP.deep,
    PULP.light,
    clamp(sac.ripe + 0.16 * along + 0.2 * cloud + 0.08 * noise(x * 9, y * 9), 0, 1),
  );
  tint = mix(tint, PULP.wall, clamp(0.75 * line + veil + 0.16 * threads + 0.42 * edge, 0, 0.9));
  // Round the core, juice is shallow and the pips' jelly makes it grey.
  tint = mix(tint, [206, 194, 136], 0.5 * Math.exp(-Math.max(inner.toCore, 0) / 0.09));
  const dome = 0.1 * (1 - Math.min(first, 1) ** 2);
  const rough = 0.02 * noise(x * 60, y * 60);
  const height = 0.5 + sac.up + dome + 0.07 * line + rough + 0.05 * cloud;
  return { tint, height: height + 0.16 * edge, wet: clamp(0.94 - 0.2 * line - 0.25 * edge, 0, 1) };
}

/** White, spongy, with a fleck here and there; in the middle it is torn open. */
function pithAt({ noise }, inner, x, y, out) {
  const sponge = noise(x * 70, y * 70) + 0.7 * noise(x * 140, y * 140);
  const clouds = noise(x * 9 + 4, y * 9);
  const fleck =
    smooth(0.62, 0.8, noise(x * 38 + y * 13 + 300, y * 41 - x * 11)) * smooth(0.1, 0.5, clouds);
  const skinOfSegment = smooth(0.86, 0.72, out) * smooth(0.12, 0.24, inner.r);
  let tint = PITH.map((c) => c + 3.5 * sponge - 5 * Math.max(0, clouds));
  // The skins between segments are clear enough for juice to tinge them.
  tint = mix(tint, [236, 224, 172], 0.7 * skinOfSegment);
  tint = mix(tint, [246, 230, 140], smooth(0.915, 0.955, out) * 0.6);
  tint = mix(tint, [222, 206, 164], 0.4 * fleck);
  const hole = smooth(
    0.045,
    0.02,
    Math.hypot(inner.x * 0.8 + 0.008, inner.y * 1.3) + 0.018 * noise(x * 30, y * 30),
  );
  tint = mix(tint, [196, 168, 96], 0.8 * hole);
  const height = 0.66 + 0.035 * sponge + 0.05 * clouds + 0.06 * skinOfSegment - 0.6 * hole;
  return { tint, height, wet: 0.25 + 0.4 * skinOfSegment + 0.3 * hole };
}

/** Oil glands cut through: amber drops just below the skin. */
function glandAt({ glands }, out, around) {
  let most = 0;
  for (const gland of glands) {
    const across = Math.abs(turned(around - gland.angle + Math.PI) - Math.PI);
    if (across > 0.05) continue;
    const away = Math.hypot(across / gland.wide, (out - gland.out) / gland.deep);
    most = Math.max(most, gland.strong * smooth(1.1, 0.6, away));
  }
  return most;
}

function withPips({ pips }, spot, x, y) {
  for (const { px, py, cos, sin, kind } of pips) {
    const along = ((x - px) * cos + (y - py) * sin) / 0.085;
    const across = ((y - py) * cos - (x - px) * sin) / (0.044 * (1 - 0.3 * along));
    const away = Math.hypot(along, across);
    if (away > 1.5) continue;
    // A pip lies in a pocket of clear jelly.
    spot = blend(
      spot,
      { tint: [196, 164, 66], height: 0.3, wet: 1 },
      0.7 * smooth(1.4, 1.05, away),
    );
    const shell = smooth(1.02, 0.9, away);
    const inside =
      kind === 'pip'
        ? {
            tint: mix([226, 206, 150], [246, 236, 204], smooth(0.95, 0.5, away)),
            height: 0.62 + 0.3 * Math.sqrt(Math.max(0, 1 - away * away)),
            wet: 0.8,
          }
        : {
            tint: mix([204, 172, 74], [176, 140, 54], smooth(1, 0.4, away)),
            height: 0.3 - 0.3 * (1 - away * away),
            wet: 0.9,
          };
    spot = blend(spot, inside, shell);
  }
  return spot;
}

function bordersOf(random, count) {
  const sizes = Array.from({ length: count }, () => 0.72 + 0.56 * random());
  // One segment hardly grew.
  sizes[3] = 0.4;
  const all = sizes.reduce((sum, size) => sum + size, 0);
  let angle = random() * TURN;
  return sizes.map((size) => {
    angle += (size / all) * TURN;
    return {
      angle: angle % TURN,
      bend: (random() - 0.5) * 0.22,
      thick: 0.004 + 0.008 * random() ** 2,
      core: 0.03 + 0.07 * random(),
    };
  });
}

function sacsOf(fruit, i, random) {
  const from = fruit.borders[i];
  const to = fruit.borders[(i + 1) % fruit.borders.length];
  const width = turned(to.angle - from.angle);
  const sacs = [];
  const wanted = Math.round(34 * width);
  for (let tries = 0; tries < 4000 && sacs.length < wanted; tries++) {
    const share = random();
    const angle = from.angle + width * share;
    const r = 0.86 * Math.sqrt(0.012 + 0.988 * random());
    const x = r * Math.cos(angle);
    const y = r * Math.sin(angle);
    const grown = 0.75 + 0.5 * random();
    const long = (0.14 + 0.12 * r) * grown;
    const wide = (0.02 + 0.04 * r) * grown;
    // They begin at the skins of their segment and lean towards the core.
    const lean = (share - 0.5) * 0.7 + (random() - 0.5) * 0.24;
    const near = (one) => {
      const dx = (one.x - x) * Math.cos(angle) + (one.y - y) * Math.sin(angle);
      const dy = (one.y - y) * Math.cos(angle) - (one.x - x) * Math.sin(angle);
      return Math.hypot(dx / long, dy / wide) < 0.8;
    };
    if (sacs.some(near)) continue;
    sacs.push({
      x,
      y,
      long,
      wide,
      cos: Math.cos(angle + lean),
      sin: Math.sin(angle + lean),
      ripe: 0.22 + 0.5 * random(),
      skin: 0.1 + 0.12 * random(),
      seen: 0.25 + 0.75 * random(),
      // Some were cut open, and their juice is gone.
      up: random() < 0.1 ? -0.2 : 0.08 * (random() - 0.5),
    });
  }
  return sacs;
}

function glandsOf(random) {
  const glands = [];
  for (let angle = 0; angle < TURN; angle += 0.022 + 0.034 * random()) {
    glands.push({
      angle,
      out: 0.954 + 0.024 * random(),
      wide: 0.012 + 0.009 * random(),
      deep: 0.013 + 0.01 * random(),
      strong: 0.35 + 0.65 * random(),
    });
  }
  return glands;
}

function pipsOf({ borders }, kinds, random) {
  return kinds.map((kind, i) => {
    const from = borders[(i * 4 + 1) % borders.length];
    const to = borders[(i * 4 + 2) % borders.length];
    const angle = from.angle + turned(to.angle - from.angle) * (0.4 + 0.2 * random());
    const r = 0.2 + 0.05 * random();
    const lean = angle + (random() - 0.5) * 0.5;
    return {
      px: CORE[0] + r * Math.cos(angle),
      py: CORE[1] + r * Math.sin(angle),
      cos: Math.cos(lean),
      sin: Math.sin(lean),
      kind,
    };
  });
}

const clamp = (value, low, high) => Math.min(high, Math.max(low, value));
const turned = (angle) => ((angle % TURN) + TURN) % TURN;
const mix = (a, b, share) => a.map((c, i) => c + (b[i] - c) * share);

function smooth(from, to, value) {
  const t = clamp((value - from) / (to - from), 0, 1);
  return t * t * (3 - 2 * t);
}

const blend = (a, b, share) => ({
  tint: mix(a.tint, b.tint, share),
  height: a.height + (b.height - a.height) * share,
  wet: a.wet + (b.wet - a.wet) * share,
});

/** The least of several distances, with the corners between them rounded. */
function softMin(values, radius) {
  return values.reduce((a, b) => {
    const h = Math.max(radius - Math.abs(a - b), 0) / radius;
    return Math.min(a, b) - (h * h * radius) / 4;
  });
}

/** Smooth noise in -1..1, one bump for each unit. */
function noiseOf(seed) {
  const corner = (ix, iy) => {
    let n = (Math.imul(ix, 374761393) + Math.imul(iy, 668265263) + Math.imul(seed, 1274126177)) | 0;
    n = Math.imul(n ^ (n >>> 13), 1274126177);
    return ((n ^ (n >>> 16)) & 0xffff) / 32767.5 - 1;
  };
  return (x, y) => {
    const ix = Math.floor(x);
    const iy = Math.floor(y);
    const u = smooth(0, 1, x - ix);
    const v = smooth(0, 1, y - iy);
    const near = corner(ix, iy) + (corner(ix + 1, iy) - corner(ix, iy)) * u;
    const far = corner(ix, iy + 1) + (corner(ix + 1, iy + 1) - corner(ix, iy + 1)) * u;
    return near + (far - near) * v;
  };
}
