import { readdirSync } from 'node:fs';

/**
 * The widths in pixels at which the pictures of a folder are stored, ascending, by the picture's name:
 * `{ '1-pack': [160, 320] }` for `1-pack-160.avif` and `1-pack-320.avif`.
 *
 * @param {string | URL} folder
 * @returns {Record<string, number[]>}
 */
export function pictureWidths(folder) {
  const widths = {};
  for (const file of readdirSync(folder)) {
    const [, name, width] = file.match(/^(.+)-(\d+)\.avif$/) ?? [];
    if (!name) continue;
    widths[name] ??= [];
    widths[name].push(Number(width));
  }
  for (const stored of Object.values(widths)) stored.sort((a, b) => a - b);
  return widths;
}
