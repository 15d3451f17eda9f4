import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, test } from 'vitest';
import { dataFolderFault } from './data-folder.ts';

test('a folder is made with those above it', () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'data-'));
  expect(dataFolderFault(path.join(folder, 'a', 'b'))).toBe(null);
  rmSync(folder, { recursive: true });
});

test.each(['/etc/passwd', '/etc/passwd/data', '/proc/shop', '/proc/shop/data', '/dev/null'])(
  '%s is refused at once, with the reason',
  (folder) => {
    expect(dataFolderFault(folder)).toMatch(/^DATA_DIR: must be a folder .*\(E\w+\)$/);
  },
);
