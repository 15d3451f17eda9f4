import { expect, test } from 'vitest';
import * as z from 'zod/mini';
import { formatDraftTime } from './format-draft-time.ts';
import { readJson } from './read-json.ts';

const Form = z.object({ text: z.string() });

test('a draft is read as it was written', () => {
  expect(readJson(Form, '{"text":"Ring twice"}')).toEqual({ text: 'Ring twice' });
});

test.each(['', 'Ring twice', '{"text":', '"Ring twice"', '{"text":1}', 'null'])(
  '%j, of a former version or cut off, is no draft and breaks no form',
  (json) => {
    expect(readJson(Form, json)).toBeUndefined();
  },
);

const at = Date.parse('2026-11-21T14:05:00+05:30');

test('a draft of today shows its time', () => {
  expect(formatDraftTime(at, Date.parse('2026-11-21T23:59:00+05:30'))).toBe('2:05 PM');
});

test('a draft of another day shows the day and the time', () => {
  expect(formatDraftTime(at, Date.parse('2026-11-22T00:01:00+05:30'))).toBe(
    'Nov 21, 2026, 2:05 PM',
  );
});
