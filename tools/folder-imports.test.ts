import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';

// A folder here is one below app/ or server/, e.g. server/orders with all in it; a file directly in app/ or server/
// (app.ts, routes.ts) stands for itself. contract/ and domain/ are one folder each: the compiler keeps their direction.
const FILES = globSync('{app,server}/**/*.{ts,tsx,js}').filter(
  (file) => !/\.(test|d)\.tsx?$/.test(file),
);
const IMPORT = /(?:\bfrom|\bimport)\s*\(?\s*'([#.][^']+)'/g;

const folderOf = (file: string) => file.split('/').slice(0, 2).join('/');

function importsOf(file: string): string[] {
  const specifiers = readFileSync(file, 'utf8').matchAll(IMPORT);
  return [...specifiers].map(([, to = '']) =>
    to.startsWith('#') ? to.slice(1) : path.join(path.dirname(file), to),
  );
}

/** Each folder's imports: the other folder, and one file and what it imports, to find it by. */
function readImports(files: string[]): Map<string, Map<string, string>> {
  const found = new Map<string, Map<string, string>>();
  for (const file of files) {
    const from = folderOf(file);
    const targets = found.get(from) ?? new Map<string, string>();
    found.set(from, targets);
    for (const target of importsOf(file)) {
      const to = folderOf(target);
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

test('no folder of app/ or server/ imports, directly or through others, one that imports it', () => {
  const imports = readImports(FILES);
  expect(imports.size).toBeGreaterThan(40);
  expect([...imports.keys()].map((folder) => circleFrom(folder, imports))).toEqual(
    [...imports.keys()].map(() => []),
  );
});
