import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { pictureWidths } from './picture-widths.mjs';

const folder = mkdtempSync(path.join(tmpdir(), 'pictures-'));
afterEach(() => rmSync(folder, { recursive: true }));

test('a stored width is found only in both formats', () => {
  for (const file of [
    ...['1-pack-1280.avif', '1-pack-1280.webp', '1-pack-320.avif', '1-pack-320.webp'],
    ...['1-pack-2400.avif', '1-pack-2400.webp', '1-pack.webp', '1-pack-mail.jpg'],
    ...['1-in-use-320.avif', '1-in-use-320.webp', '1-in-use-2400.avif'],
  ]) {
    writeFileSync(path.join(folder, file), '');
  }
  expect(pictureWidths(folder)).toEqual({ '1-pack': [320, 1280, 2400], '1-in-use': [320] });
});
