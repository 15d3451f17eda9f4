import { describe, expect, test } from 'vitest';
import { doors } from '#test/questions.ts';
import { openapiDocument } from './openapi.ts';

const document = openapiDocument('https://example.in');

test('every endpoint of the contract is described, and nothing else', () => {
  const described = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`),
  );
  expect(described.sort()).toEqual(doors.map(({ key }) => key).sort());
});

test('it is plain JSON and holds no value of a kind JSON does not have', () => {
  expect(JSON.parse(JSON.stringify(document))).toEqual(document);
});

describe.each(doors)('$key', ({ path, method, endpoint }) => {
  const operation: unknown = document.paths[path.replace(/^\/api/, '')]?.[method.toLowerCase()];

  test('says who may ask, what it takes and every refusal it can give', () => {
    expect(operation).toMatchObject({
      summary: endpoint.summary,
      ...(endpoint.access === 'shopper' && { security: [{ shopper: [] }] }),
      ...(endpoint.body && { requestBody: { required: true } }),
      responses: { [endpoint.status]: { description: 'Done' } },
    });
    const text = JSON.stringify(operation);
    for (const code of endpoint.refusals) expect(text).toContain(`\`${code}\``);
    for (const name of path.match(/(?<=\{)\w+(?=\})/g) ?? []) {
      expect(text).toContain(`"name":"${name}","in":"path","required":true`);
    }
    expect(text.includes('Idempotency-Key')).toBe(endpoint.idempotent === true);
  });
});
