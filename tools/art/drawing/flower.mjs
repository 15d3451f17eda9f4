/**
 * The butterfly pea flower (Clitoria ternatea) as a drawing. The outline is the same curve as the
 * modelled petal, so that the flower on the label is the flower in the pouch.
 */
const RADIANS = Math.PI / 180;

/** Repeatable random numbers in [0, 1). */
export const randomFrom = (seed) => () => {
  seed = (seed * 1664525 + 1013904223) >>> 0;
  return seed / 4294967296;
};

const point = ([x, y]) => `${x.toFixed(1)} ${y.toFixed(1)}`;

/** A point of the banner petal: `reach` 0 (throat) to 1 (rim), `angle` from the middle line. */
function petalPoint(length, reach, angle, waves) {
  const ruffle =
    1 + 0.02 * Math.sin(angle * 7 + waves[0]) + 0.012 * Math.sin(angle * 13 + waves[1]);
  const notch = 1 - 0.06 * Math.exp(-((angle / 0.1) ** 2));
  const radius = length * Math.cos(angle * 0.985) ** 0.6 * notch * ruffle;
  return [reach * radius * Math.sin(angle) * 0.96, -reach * radius * Math.cos(angle)];
}

function bannerPath(length, waves, step = 2) {
  let d = 'M0 0';
  for (let a = -79; a <= 79; a += step) {
    d += ` L${point(petalPoint(length, 1, a * RADIANS, waves))}`;
  }
  return `${d} Z`;
}

function veinPath(length, angle, from, to, waves) {
  let d = '';
  for (let i = 0; i <= 8; i++) {
    const reach = from + ((to - from) * i) / 8;
    const bent = angle * (1 + 0.06 * Math.sin(reach * 3));
    d += (i ? ' L' : 'M') + point(petalPoint(length, reach, bent, waves));
  }
  return d;
}

function wingPath(length, side) {
  const w = length * 0.13 * side;
  const l = length * 0.4;
  const n = (value) => value.toFixed(1);
  return (
    `M0 ${n(-0.02 * length)} C${n(w * 0.2)} ${n(-l * 0.25)} ${n(w * 0.5)} ${n(-l * 0.62)} ` +
    `${n(w)} ${n(-l * 0.8)} C${n(w * 1.6)} ${n(-l * 1.02)} ${n(w * 2.6)} ${n(-l * 0.88)} ` +
    `${n(w * 2.5)} ${n(-l * 0.55)} C${n(w * 2.4)} ${n(-l * 0.25)} ${n(w)} ${n(-l * 0.02)} ` +
    `0 ${n(-0.02 * length)} Z`
  );
}

/** Writes path data given in hundredths of the flower's length. */
function scaledPath(length, commands) {
  return commands.replace(/-?\d+(\.\d+)?/g, (n) => ((Number(n) * length) / 100).toFixed(1));
}

const throatPath = (length) =>
  scaledPath(length, 'M0 -6 C10 -20 17 -42 10 -60 C6 -69 -6 -69 -10 -60 C-17 -42 -10 -20 0 -6 Z');

const calyxPath = (length) =>
  scaledPath(
    length,
    'M-3.5 -3 C-10 6 -7.5 22 -1.8 36 C-1 42 2 46 4.5 52 L6.5 50.5 ' +
      'C4 45 3 40 2.6 35 C8.5 22 10 6 3.5 -3 Z',
  );

const ruffles = (seed) => {
  const random = randomFrom(seed);
  return { random, waves: [random() * 6, random() * 6] };
};

/** Line drawing for labels, foil and pattern. The base of the petal lies at the origin. */
export function flowerLine(
  length,
  { stroke = '#1f1b56', width = 2.2, fill = 'none', accent = 'none', seed = 3 } = {},
) {
  const { random, waves } = ruffles(seed);
  const veins = [];
  for (let i = -7; i <= 7; i++) {
    if (i === 0) continue;
    const angle = i * 9.6 * RADIANS;
    const start = 0.42 + 0.12 * random() + (Math.abs(i) < 2 ? 0.24 : 0);
    veins.push(veinPath(length, angle, start, 0.8 + 0.14 * random(), waves));
    const between = (i - 0.5 * Math.sign(i)) * 9.6 * RADIANS;
    const short = [0.7 + 0.05 * random(), 0.88 + 0.08 * random()];
    veins.push(veinPath(length, between, ...short, waves));
  }
  return (
    `<g fill="${fill}" stroke="${stroke}" stroke-width="${width}" stroke-linejoin="round" ` +
    `stroke-linecap="round"><path d="${calyxPath(length)}"/>` +
    `<path d="${bannerPath(length, waves)}"/>` +
    `<path d="${veins.join('')}" fill="none" stroke-width="${width * 0.55}"/>` +
    `<path d="${throatPath(length)}" fill="${accent}" stroke-width="${width * 0.7}"/>` +
    `<path d="${wingPath(length, -1)}"/><path d="${wingPath(length, 1)}"/></g>`
  );
}

/** Solid drawing for the logo and the app icons: few shapes, readable when small. */
export function flowerSolid(
  length,
  { petal = '#2b34b8', throat = '#fbf8f1', accent = '#f2c230', stem = '#6d8a3d', seed = 3 } = {},
) {
  const { waves } = ruffles(seed);
  const edge = `stroke="${throat}" stroke-width="${(length * 0.022).toFixed(1)}"`;
  return (
    `<path d="${calyxPath(length)}" fill="${stem}"/>` +
    `<path d="${bannerPath(length, waves, 3)}" fill="${petal}"/>` +
    `<path d="${throatPath(length)}" fill="${throat}"/>` +
    `<path transform="translate(0 ${(-0.08 * length).toFixed(1)}) scale(.6 .75)" ` +
    `d="${throatPath(length)}" fill="${accent}"/>` +
    `<path d="${wingPath(length, -1)}" fill="${petal}" ${edge}/>` +
    `<path d="${wingPath(length, 1)}" fill="${petal}" ${edge}/>`
  );
}

/** An ovate leaflet pointing up from the origin. */
export const leafPath = (length, width = 0.42) => {
  const w = width * length;
  const n = (value) => value.toFixed(1);
  return (
    `M0 0 C${n(w * 0.9)} ${n(-length * 0.18)} ${n(w * 0.8)} ${n(-length * 0.72)} 0 ${n(-length)} ` +
    `C${n(-w * 0.8)} ${n(-length * 0.72)} ${n(-w * 0.9)} ${n(-length * 0.18)} 0 0 Z`
  );
};
