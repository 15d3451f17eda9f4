import { expect, test } from 'vitest';
import * as z from 'zod/mini';
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
