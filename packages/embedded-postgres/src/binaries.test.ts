import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, test } from 'vitest';
import { findBinaries, restoreLibraryLinks } from './binaries.ts';

test('on a platform without binaries, the error advises another server', () => {
  expect(() => findBinaries('sunos-sparc')).toThrow(
    /no embedded PostgreSQL for this platform.*server of your own/,
  );
});

test('library links are created where npm ran no install scripts', async () => {
  const root = await mkdtemp(path.join(tmpdir(), 'binaries-'));
  await mkdir(path.join(root, 'native/lib'), { recursive: true });
  await writeFile(path.join(root, 'native/lib/libpq.so.5.18'), 'the library');
  await writeFile(
    path.join(root, 'native/pg-symlinks.json'),
    JSON.stringify([{ source: 'native/lib/libpq.so.5.18', target: 'native/lib/libpq.so.5' }]),
  );
  restoreLibraryLinks(root);
  restoreLibraryLinks(root);
  expect(await readFile(path.join(root, 'native/lib/libpq.so.5'), 'utf8')).toBe('the library');
  await rm(root, { recursive: true });
});
