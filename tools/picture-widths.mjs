import { readdirSync } from 'node:fs';

/**
 * The widths in pixels at which the pictures of a folder are stored, ascending, by the picture's name:
 * `{ '1-pack': [160, 320] }` for `1-pack-160.avif`, `1-pack-160.webp` and so on. A width counts that is there in both formats.
 *
 * @param {string | URL} folder
 * @returns {Record<string, number[]>}
 */
export function pictureWidths(folder) {
  const files = new Set(readdirSync(folder));
  const widths = {};
  for (const file of files) {
    const [, name, width] = file.match(/^(.+)-(\d+)\.avif$/) ?? [];
    if (!name || !files.has(`${name}-${width}.webp`)) continue;
    widths[name] ??= [];
    widths[name].push(Number(width));
  }
  for (const stored of Object.values(widths)) stored.sort((a, b) => a - b);
  return widths;
}
