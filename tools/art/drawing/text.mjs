/**
 * Sets text as SVG paths, so that labels look the same on every machine and Devanagari is shaped
 * properly (vowel signs, conjuncts), which the SVG rasteriser alone would not promise.
 */
import fs from 'node:fs';
import { createRequire } from 'node:module';
import * as fontkit from 'fontkit';

const resolve = createRequire(import.meta.url).resolve;

const FILES = {
  wordmark: '@fontsource/marcellus/files/marcellus-latin-400-normal.woff',
  devanagari:
    '@fontsource/tiro-devanagari-hindi/files/tiro-devanagari-hindi-devanagari-400-normal.woff',
  heading: '@fontsource/fraunces/files/fraunces-latin-400-normal.woff',
  headingItalic: '@fontsource/fraunces/files/fraunces-latin-400-italic.woff',
  body: '@fontsource/figtree/files/figtree-latin-500-normal.woff',
};

const opened = new Map();

function font(name) {
  if (!opened.has(name)) opened.set(name, fontkit.create(fs.readFileSync(resolve(FILES[name]))));
  return opened.get(name);
}

const round = (number, digits = 2) => Number(number.toFixed(digits));

/**
 * One line of text as an SVG group.
 *
 * @param {string} line
 * @param {object} style
 * @param {number} style.x where the line is anchored
 * @param {number} style.y baseline
 * @param {number} style.size font size
 * @param {keyof typeof FILES} [style.face]
 * @param {number} [style.track] extra space between letters, in ems
 * @param {'start' | 'middle' | 'end'} [style.anchor]
 */
export function text(
  line,
  { x, y, size, face = 'wordmark', fill = '#000', track = 0, anchor = 'middle' },
) {
  const { unitsPerEm } = font(face);
  const scale = size / unitsPerEm;
  const run = font(face).layout(line);
  let width = 0;
  const glyphs = run.glyphs.map((glyph, i) => {
    const position = run.positions[i];
    const placed = { glyph, x: width + position.xOffset * scale, y: -position.yOffset * scale };
    width += position.xAdvance * scale + track * size;
    return placed;
  });
  width -= track * size;
  const left = { start: x, middle: x - width / 2, end: x - width }[anchor];
  const paths = glyphs
    .filter(({ glyph }) => glyph.path.commands.length > 0)
    .map(({ glyph, x: dx, y: dy }) => {
      const at = `translate(${round(left + dx)} ${round(y + dy)})`;
      return `<path transform="${at} scale(${round(scale, 5)} ${round(-scale, 5)})" d="${glyph.path.toSVG()}"/>`;
    });
  return `<g fill="${fill}">${paths.join('')}</g>`;
}

/** Width of a line set with `text`. */
export function textWidth(line, { size, face = 'wordmark', track = 0 }) {
  const run = font(face).layout(line);
  const scale = size / font(face).unitsPerEm;
  return run.advanceWidth * scale + track * size * (run.glyphs.length - 1);
}
