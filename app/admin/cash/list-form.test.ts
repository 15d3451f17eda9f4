import { expect, test } from 'vitest';
import { toBase64 } from './list-form.tsx';

test('bytes of any length are encoded', () => {
  for (const length of [0, 1, 2, 3, 8_191, 8_192, 8_193, 100_000]) {
    const bytes = Uint8Array.from({ length }, (_, i) => (i * 7) % 256);
    expect(toBase64(bytes)).toBe(Buffer.from(bytes).toString('base64'));
  }
});
