import { spawnSync } from 'node:child_process';
import {
  cpSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, expect, test } from 'vitest';

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

// A folder with the shop's lint rules and the manifests of its packages, and with forbidden imports.
const folder = mkdtempSync(path.join(tmpdir(), 'import-rules-'));
afterAll(() => rmSync(folder, { recursive: true }));
cpSync('biome.json', path.join(folder, 'biome.json'));
for (const name of readdirSync('packages')) {
  const manifest = path.join('packages', name, 'package.json');
  cpSync(manifest, path.join(folder, manifest));
}

const SHOP = 'A package knows nothing of the shop';
const BY_NAME = 'by its name';
const FORBIDDEN = [
  ...['app', 'contract', 'domain', 'server', 'test'].map(
    (room) => ['packages/postgres/src/a', `#${room}/log.ts`, SHOP] as const,
  ),
  ['packages/auth-server/src/a', '../../../server/log.ts', BY_NAME],
  ['packages/auth-server/src/a', '../../postgres/src/executor.ts', BY_NAME],
  ['packages/postgres/src/a', 'hono', 'noUndeclaredDependencies'],
  ['packages/razorpay/src/a', '@aparajita/postgres', 'noUndeclaredDependencies'],
  ['server/a', '../packages/postgres/src/executor.ts', BY_NAME],
  ['test/a', '../packages/auth-server/src/derived-keys.ts', BY_NAME],
  ['server/cart/a', '../orders/queries.ts', 'begins with #'],
  ['app/a', '@aparajita/auth-server', 'Packages are for the server'],
  ['contract/a', '@aparajita/postgres/executor', 'Packages are for the server'],
  ['domain/a', '../packages/razorpay/src/index.ts', 'Packages are for the server'],
] as const;
const ALLOWED = [
  ['packages/auth-server/src/b', '@aparajita/postgres/executor'],
  ['packages/auth-server/src/b', '#auth-server/derived-keys.ts'],
  ['packages/auth-server/src/b', 'vitest'],
  ['packages/auth-server/src/b', './derived-keys.ts'],
  ['server/b', '@aparajita/auth-server'],
  ['test/b', '@aparajita/auth-server/testing'],
] as const;

/** Writes a file with this one import. @returns its path. */
function writeImport(where: string, specifier: string, n: number): string {
  const file = `${where}${n}.ts`;
  mkdirSync(path.join(folder, path.dirname(file)), { recursive: true });
  writeFileSync(path.join(folder, file), `import { x } from '${specifier}';\nconsole.log(x);\n`);
  return file;
}

test('lint refuses imports from a package into the shop, into the inside of a package, or past a manifest', () => {
  const refused = FORBIDDEN.map(([where, specifier], n) => writeImport(where, specifier, n));
  const allowed = ALLOWED.map(([where, specifier], n) => writeImport(where, specifier, n));
  const { stdout } = spawnSync(
    path.resolve('node_modules/.bin/biome'),
    ['lint', '--reporter=json', '--max-diagnostics=none', '--vcs-enabled=false', '.'],
    { cwd: folder, encoding: 'utf8' },
  );
  const { diagnostics } = JSON.parse(stdout);
  const said = (file: string) =>
    JSON.stringify(
      diagnostics.filter((each: { location: { path: string } }) => each.location.path === file),
    );
  FORBIDDEN.forEach(([, , why], n) => {
    expect(said(refused[n] ?? ''), FORBIDDEN[n]?.join(' ')).toContain(why);
  });
  for (const file of allowed) expect(said(file), file).toBe('[]');
});
