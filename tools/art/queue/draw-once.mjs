/** Redraws the prints only when the drawings' code has changed. */
import { createHash } from 'node:crypto';
import fs from 'node:fs/promises';
import path from 'node:path';

/**
 * @param {Record<string, string>} folders
 * @param {() => Promise<void>} draw fills the `tex` folder
 */
export async function drawOnce({ here, tex }, draw) {
  const code = path.join(here, 'drawing');
  const hash = createHash('sha256');
  for (const file of (await fs.readdir(code)).sort()) {
    hash.update(await fs.readFile(path.join(code, file)));
  }
  const print = hash.digest('hex');
  const note = path.join(tex, 'drawn.txt');
  if ((await fs.readFile(note, 'utf8').catch(() => '')) === print) return;
  await draw();
  await fs.writeFile(note, print);
}
