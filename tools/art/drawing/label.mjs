/** The front of a pack: arch, flower, wordmark, product name, weight. */
import { flowerLine, leafPath, randomFrom } from './flower.mjs';
import { text } from './text.mjs';

export const PRINT = {
  cream: { ink: '#1f1b56', paper: '#fbf7ee', gold: '#a67a30', yolk: '#f1d98a' },
  indigo: { ink: '#fbf7ee', paper: '#26237a', gold: '#e2c07a', yolk: '#f1d98a' },
  lilac: { ink: '#1f1b56', paper: '#cdbff0', gold: '#7a5618', yolk: '#f3e3a6' },
  violet: { ink: '#fbf7ee', paper: '#4b3591', gold: '#e8c987', yolk: '#f1d98a' },
};

/** A pointed-round frame like a temple window. */
export function arch(x, y, width, height) {
  const r = width / 2;
  return `M${x} ${y + height} L${x} ${y + r} A${r} ${r} 0 0 1 ${x + width} ${y + r} L${x + width} ${y + height} Z`;
}

/** Two leafy branches spreading from the origin. */
export function sprig(length, colour, width) {
  const branch = (side) => {
    const at = (t) => {
      const u = 1 - t;
      const x = 3 * u * u * t * 0.3 + 3 * u * t * t * 0.75 + t ** 3 * 1.25;
      const y = 3 * u * u * t * 0.1 + 3 * u * t * t * 0.1 - t ** 3 * 0.1;
      return [side * length * x, length * y];
    };
    const leaf = (t, turn, size) => {
      const [x, y] = at(t);
      const d = leafPath(length * size, 0.4);
      return (
        `<g transform="translate(${x} ${y}) rotate(${side * turn})"><path d="${d}"/>` +
        `<path d="M0 0 V${-length * size * 0.72}" stroke-width="${width * 0.6}"/></g>`
      );
    };
    const stem =
      `<path d="M0 0 C${side * length * 0.3} ${length * 0.1} ${side * length * 0.75} ` +
      `${length * 0.1} ${side * length * 1.25} ${-length * 0.1}"/>`;
    const pairs = [0.34, 0.6, 0.84].map(
      (t) => leaf(t, 38, 0.27 - 0.04 * t) + leaf(t, 128, 0.25 - 0.04 * t),
    );
    return stem + pairs.join('') + leaf(1, 72, 0.26);
  };
  return `<g fill="none" stroke="${colour}" stroke-width="${width}">${branch(-1)}${branch(1)}</g>`;
}

/** A short rule with a diamond in the middle. */
function divider(centre, y, scale, colour) {
  const line = `M${centre - 210 * scale} ${y} h${186 * scale} M${centre + 24 * scale} ${y} h${186 * scale}`;
  const half = 7 * scale;
  return (
    `<path d="${line}" stroke="${colour}" stroke-width="${2.5 * scale}"/>` +
    `<rect x="${-half}" y="${-half}" width="${2 * half}" height="${2 * half}" fill="${colour}" ` +
    `transform="translate(${centre} ${y}) rotate(45)"/>`
  );
}

/**
 * The label's drawing on a 3:4 field.
 *
 * @param {object} label
 * @param {number} label.width
 * @param {number} label.height
 * @param {string[]} label.name one or two lines
 * @param {string} label.note
 * @param {string} label.weight
 * @param {typeof PRINT.cream} label.print
 * @param {boolean} [label.paper] whether to draw the ground
 */
export function label({ width, height, name, note, weight, print, paper = true }) {
  const middle = width / 2;
  const k = Math.min(width / 900, height / 1200);
  const { ink, gold } = print;
  const ground = paper ? `<rect width="${width}" height="${height}" fill="${print.paper}"/>` : '';
  const frame = [
    [44, gold, 5],
    [62, ink, 2.4],
  ].map(([inset, colour, line]) => {
    const m = inset * k;
    const d = arch(m, m, width - 2 * m, height - 2 * m);
    return `<path d="${d}" fill="none" stroke="${colour}" stroke-width="${line * k}"/>`;
  });
  const flower = flowerLine(262 * k, {
    stroke: ink,
    width: 5 * k,
    fill: print.paper,
    accent: print.yolk,
  });
  const lines = name.map((line, i) =>
    text(line, {
      x: middle,
      y: (918 + i * 64) * k,
      size: 60 * k,
      face: 'headingItalic',
      fill: ink,
    }),
  );
  const below = (918 + (name.length - 1) * 64) * k;
  const small = { x: middle, face: 'body', track: 0.12 };
  // Fields taller than 3:4 keep the drawing in the middle of the arch.
  const down = (height - 1200 * k) * 0.55;
  return [
    ground,
    ...frame,
    `<g transform="translate(0 ${down})">`,
    `<g transform="translate(${middle} ${440 * k})">${flower}</g>`,
    `<g transform="translate(${middle} ${530 * k})">${sprig(185 * k, ink, 3.4 * k)}</g>`,
    text('APARAJITA', { x: middle, y: 702 * k, size: 114 * k, fill: ink, track: 0.09 }),
    text('अपराजिता', { x: middle, y: 790 * k, size: 60 * k, face: 'devanagari', fill: gold }),
    divider(middle, 834 * k, k, gold),
    ...lines,
    text(note.toUpperCase(), { ...small, y: below + 58 * k, size: 25 * k, fill: ink }),
    text(weight, { ...small, y: below + 106 * k, size: 33 * k, fill: gold }),
    '</g>',
  ].join('');
}

/** A field strewn with flowers that repeats from right edge to left edge. */
export function strewn({ width, height, count, length, seed, style }) {
  const random = randomFrom(seed);
  const points = [];
  for (let tries = 0; points.length < count && tries < 20000; tries++) {
    const [x, y] = [random() * width, random() * height];
    const clear = points.every(([px, py]) => {
      const dx = Math.abs(px - x);
      return Math.hypot(Math.min(dx, width - dx), py - y) > length * 1.32;
    });
    if (clear) points.push([x, y]);
  }
  const flowers = points.map(([x, y]) => {
    const turn = random() * 360;
    const size = 0.75 + 0.4 * random();
    return [-width, 0, width].map(
      (shift) =>
        `<g transform="translate(${x + shift} ${y}) rotate(${turn}) translate(0 ${length * 0.35}) scale(${size})">` +
        `${flowerLine(length, style)}</g>`,
    );
  });
  return flowers.flat().join('');
}
