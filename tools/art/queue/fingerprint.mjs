/**
 * What a picture depends on, as one short hash: the code of its set, everything that set imports,
 * and the drawings.
 */
import { createHash } from 'node:crypto';
import fs from 'node:fs/promises';
import path from 'node:path';

const SETS = {
  1: 'dried_flowers',
  2: 'premium_pack',
  3: 'wellness_set',
  4: 'blend',
  5: 'travel_pack',
  6: 'gift_set',
  hero: 'hero',
  about: 'about',
  brew: 'brewing',
};

/** @param {string} name such as `4-pack` or `hero-wide` */
export async function fingerprint(name, { here, tex }) {
  const studio = path.join(here, 'studio');
  const set = path.join(studio, 'sets', `${SETS[name.split('-')[0]]}.py`);
  const code = await withImports(set, studio);
  const hash = createHash('sha256').update(name);
  for (const file of [...code].sort()) {
    const source = await fs.readFile(file, 'utf8');
    hash.update(file === set ? ownPart(source, name) : source);
    for (const [, drawing] of source.matchAll(/"([\w-]+\.png)"/g)) {
      hash.update(await fs.readFile(path.join(tex, drawing)).catch(() => ''));
    }
  }
  return hash.digest('hex').slice(0, 16);
}

async function withImports(file, studio, found = new Set()) {
  if (found.has(file)) return found;
  found.add(file);
  const source = await fs.readFile(file, 'utf8');
  for (const [, module] of source.matchAll(/^from ((?:kit|goods|sets)\.\w+) import/gm)) {
    await withImports(path.join(studio, `${module.replace('.', '/')}.py`), studio, found);
  }
  return found;
}

/** The other two views of a product live in the same file; changing one leaves the others alone. */
function ownPart(source, name) {
  const own = name.replace(/^(\d|hero|about|brew)-/, '').replaceAll('-', '_');
  const views = /^def (pack|inside|in_use|wide|tall|story|vine|packaging|farm|step_\d)\(/;
  return source
    .split(/^(?=def )/m)
    .filter((part) => {
      const view = part.match(views)?.[1];
      return !view || view === own || view === `step_${own}`;
    })
    .join('');
}
