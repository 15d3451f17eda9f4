import { expect, test } from 'vitest';
import { apiEndpoints } from '#test/api-endpoints.ts';
import { openapiDocument } from './openapi.ts';
import { createReference } from './reference/reference.ts';

const document = openapiDocument('https://example.in');
const groups = createReference();
const operations = groups.flatMap((group) => group.operations);
const keys = apiEndpoints.map(({ key }) => key).sort();

test('every endpoint of the contract is in the document and in the reference once, and nothing else', () => {
  const described = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`),
  );
  expect(described.sort()).toEqual(keys);
  expect(operations.map(({ key }) => key).sort()).toEqual(keys);
  for (const { name } of groups) expect(name).toMatch(/^[A-Z][a-z ]+$/);
});

test.each(apiEndpoints)(
  '$key states its authentication, its input, its shapes with a valid example, and every error it can return',
  ({ key, path, method, endpoint }) => {
    const operation: unknown = document.paths[path.replace(/^\/api/, '')]?.[method.toLowerCase()];
    expect(operation).toMatchObject({
      summary: endpoint.summary,
      ...(endpoint.access === 'shopper' && { security: [{ shopper: [] }] }),
      ...(endpoint.body && { requestBody: { required: true } }),
      responses: { [endpoint.status]: { description: 'Done' } },
    });
    const text = JSON.stringify(operation);
    for (const code of endpoint.errors) expect(text).toContain(`\`${code}\``);
    for (const name of path.match(/(?<=\{)\w+(?=\})/g) ?? [])
      expect(text).toContain(`"name":"${name}","in":"path","required":true`);
    expect(text.includes('Idempotency-Key')).toBe(endpoint.idempotent === true);

    const shown = operations.find((each) => each.key === key);
    const codes = shown?.errors.map(({ code }) => code) ?? [];
    expect(codes).toEqual(expect.arrayContaining([...endpoint.errors]));
    if (endpoint.body) expect(codes).toContain('malformed_json');
    for (const [shape, schema] of [
      [shown?.body, endpoint.body],
      [shown?.response, endpoint.response],
    ] as const) {
      expect(shape !== null).toBe(schema !== undefined);
      if (!shape || !schema) continue;
      expect(shape.fields.length).toBeGreaterThan(0);
      expect(schema.safeParse(JSON.parse(shape.example)).error?.issues ?? []).toEqual([]);
    }
  },
);
