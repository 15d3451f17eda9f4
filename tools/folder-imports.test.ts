import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';

// A folder here is one below app/ or server/, e.g. server/payments with all in it, and then one below those, e.g.
// server/payments/intents; a file that lies higher (app.ts, payments/context.ts) stands for itself. contract/ and domain/
// are one folder each: the compiler keeps their direction.
const FILES = globSync('{app,server}/**/*.{ts,tsx,js}').filter(
  (file) => !/\.(test|d)\.tsx?$/.test(file),
);
/** Names every screen of the admin with `import()`, to be downloaded when it is opened, as app/routes.ts names pages. */
const TABLE_OF_SCREENS = 'app/admin/navigation.ts';
const IMPORT = /(?:\bfrom|\bimport)\s*\(?\s*'([#.][^']+)'/g;

const folderOf = (file: string, depth: number) => file.split('/').slice(0, depth).join('/');

function importsOf(file: string): string[] {
  const text = readFileSync(file, 'utf8');
  const read = file === TABLE_OF_SCREENS ? text.replaceAll(/import\('.*?'\)/g, '') : text;
  return [...read.matchAll(IMPORT)].map(([, to = '']) =>
    to.startsWith('#') ? to.slice(1) : path.join(path.dirname(file), to),
  );
}

/** Each folder's imports: the other folder, and one file and what it imports, to find it by. */
function readImports(files: string[], depth: number): Map<string, Map<string, string>> {
  const found = new Map<string, Map<string, string>>();
  for (const file of files) {
    const from = folderOf(file, depth);
    const targets = found.get(from) ?? new Map<string, string>();
    found.set(from, targets);
    for (const target of importsOf(file)) {
      const to = folderOf(target, depth);
      if (to !== from) targets.set(to, `${file} imports ${target}`);
    }
  }
  return found;
}

/** The imports along the first circle that a walk from `start` finds; empty without one. */
function circleFrom(start: string, imports: ReturnType<typeof readImports>): string[] {
  const seen = new Set<string>();
  const walk = (folder: string): string[] => {
    for (const [to, example] of imports.get(folder) ?? []) {
      if (to === start) return [example];
      if (seen.has(to)) continue;
      seen.add(to);
      const rest = walk(to);
      if (rest.length > 0) return [example, ...rest];
    }
    return [];
  };
  return walk(start);
}

test.each([
  ['app/ or server/', 2],
  ['a folder of app/ or server/', 3],
])('nothing in %s imports, directly or through others, what imports it', (_, depth) => {
  const imports = readImports(FILES, depth);
  expect(imports.size).toBeGreaterThan(40);
  const circles = [...imports.keys()].map((folder) => circleFrom(folder, imports));
  expect(circles.filter((circle) => circle.length > 0)).toEqual([]);
});
