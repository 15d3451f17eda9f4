import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, expect, test } from 'vitest';

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
  ['packages/auth-server/src/a', '../../postgres/src/batch.ts', BY_NAME],
  ['packages/postgres/src/a', 'hono', 'noUndeclaredDependencies'],
  ['packages/razorpay/src/a', '@aparajita/postgres', 'noUndeclaredDependencies'],
  ['server/a', '../packages/postgres/src/batch.ts', BY_NAME],
  ['test/a', '../packages/auth-server/src/derived-keys.ts', BY_NAME],
  ['server/cart/a', '../orders/queries.ts', 'begins with #'],
  ['app/a', '@aparajita/auth-server', 'Packages are for the server'],
  ['contract/a', '@aparajita/postgres/batch', 'Packages are for the server'],
  ['domain/a', '../packages/razorpay/src/index.ts', 'Packages are for the server'],
] as const;
const ALLOWED = [
  ['packages/auth-server/src/b', '@aparajita/postgres/batch'],
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
