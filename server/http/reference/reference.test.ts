import { expect, test } from 'vitest';
import { isOrderNumber } from '#domain/order-number.ts';
import { apiEndpoints } from '#test/api-endpoints.ts';
import { createReference } from './reference.ts';

const operations = createReference().flatMap((group) => group.operations);

test('every endpoint of the contract is in the reference once, and nothing else', () => {
  expect(operations.map(({ key }) => key).sort()).toEqual(
    apiEndpoints.map(({ key }) => key).sort(),
  );
});

test('every group has a name for people', () => {
  for (const { name } of createReference()) expect(name).toMatch(/^[A-Z][a-z ]+$/);
});

test.each(apiEndpoints)(
  '$key shows its shapes, a valid example and its errors',
  ({ key, endpoint }) => {
    const operation = operations.find((each) => each.key === key);
    for (const { code } of operation?.errors ?? []) expect(code).toMatch(/^[a-z_]+$/);
    const codes = operation?.errors.map(({ code }) => code) ?? [];
    expect(codes).toEqual(expect.arrayContaining([...endpoint.errors]));
    if (endpoint.body) expect(codes).toContain('malformed_json');
    expect(operation?.body !== null).toBe(endpoint.body !== undefined);
    expect(operation?.response !== null).toBe(endpoint.response !== undefined);
    for (const [shape, schema] of [
      [operation?.body, endpoint.body],
      [operation?.response, endpoint.response],
    ] as const) {
      if (!shape || !schema) continue;
      expect(shape.fields.length).toBeGreaterThan(0);
      expect(schema.safeParse(JSON.parse(shape.example)).error?.issues ?? []).toEqual([]);
    }
  },
);

test('an example shows an order number as the shop writes them', () => {
  const examples = JSON.stringify(operations).match(/(?<=\\"order_number\\": \\")[^\\]+/g) ?? [];
  expect(examples.length).toBeGreaterThan(0);
  for (const example of examples) expect(example).toSatisfy(isOrderNumber);
});
