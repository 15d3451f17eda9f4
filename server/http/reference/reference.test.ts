import { expect, test } from 'vitest';
import { apiEndpoints } from '#test/api-endpoints.ts';
import { createReference } from './reference.ts';

const operations = createReference().flatMap((group) => group.operations);

test('every endpoint of the contract is in the reference once, and nothing else', () => {
  expect(operations.map(({ key }) => key).sort()).toEqual(
    apiEndpoints.map(({ key }) => key).sort(),
  );
});

test.each(apiEndpoints)(
  '$key shows its shapes, a valid example and its errors',
  ({ key, endpoint }) => {
    const operation = operations.find((each) => each.key === key);
    for (const { code } of operation?.refusals ?? []) expect(code).toMatch(/^[a-z_]+$/);
    const codes = operation?.refusals.map(({ code }) => code) ?? [];
    expect(codes).toEqual(expect.arrayContaining([...endpoint.refusals]));
    expect(operation?.body !== null).toBe(endpoint.body !== undefined);
    expect(operation?.answer !== null).toBe(endpoint.answer !== undefined);
    for (const [shape, schema] of [
      [operation?.body, endpoint.body],
      [operation?.answer, endpoint.answer],
    ] as const) {
      if (!shape || !schema) continue;
      expect(shape.fields.length).toBeGreaterThan(0);
      expect(schema.safeParse(JSON.parse(shape.example)).error?.issues ?? []).toEqual([]);
    }
  },
);
