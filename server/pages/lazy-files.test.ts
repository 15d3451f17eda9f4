import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readLazyFiles } from './lazy-files.ts';

const MANIFEST = {
  'app/shell/session/stored-session.ts': { file: 'assets/session.js' },
  'app/admin/admin-app.tsx': { file: 'assets/app.js', imports: ['_shared.js', '_queries.js'] },
  'app/admin/today/today-screen.tsx': { file: 'assets/today.js', imports: ['_shared.js'] },
  '_shared.js': { file: 'assets/shared.js', css: ['assets/shared.css'], imports: ['_queries.js'] },
  '_queries.js': { file: 'assets/queries.js', imports: ['_shared.js'] },
};

let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'lazy-files-'));
  await mkdir(path.join(folder, '.vite'));
});

afterAll(() => rm(folder, { recursive: true }));

const build = (manifest: object) =>
  writeFile(path.join(folder, '.vite/manifest.json'), JSON.stringify(manifest));

test('a page names what it imports at once, and what that imports, also in circles', async () => {
  await build(MANIFEST);
  const lazyFiles = readLazyFiles(folder);
  const app = ['session.js', 'app.js', 'shared.js', 'shared.css', 'queries.js'];
  expect(lazyFiles('/admin/screen')).toEqual(app.map(urlOf));
  expect(new Set(lazyFiles('/admin'))).toEqual(new Set([...app, 'today.js'].map(urlOf)));
  for (const key of ['/cart', '/checkout', '/account/orders/id'])
    expect(lazyFiles(key)).toEqual(['/assets/session.js']);
});

test('pages for everybody name nothing', async () => {
  await build(MANIFEST);
  const lazyFiles = readLazyFiles(folder);
  for (const key of ['/', '/shop?search=cart', '/product/1', '/administration', '/auth'])
    expect(lazyFiles(key)).toEqual([]);
});

test('a source file that the build does not have is an error at the start', async () => {
  const { 'app/admin/admin-app.tsx': _, ...others } = MANIFEST;
  await build(others);
  expect(() => readLazyFiles(folder)).toThrow('app/admin/admin-app.tsx');
});

const urlOf = (name: string) => `/assets/${name}`;
