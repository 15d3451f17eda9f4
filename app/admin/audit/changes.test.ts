import { expect, test } from 'vitest';
import { changesOf } from './changes.ts';

test('tells what changed, from what to what', () => {
  expect(
    changesOf({
      before: { role: 'packer', disabled_at: null, email: 'a@b.in' },
      after: { role: 'owner', disabled_at: null, email: 'a@b.in' },
    }),
  ).toEqual(['role: packer → owner']);
});

test('tells what is new', () => {
  expect(changesOf({ before: null, after: { pieces: 3, note: '' } })).toEqual(['pieces: 3']);
});
