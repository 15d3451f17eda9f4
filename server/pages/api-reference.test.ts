import { expect, test } from 'vitest';
import { openapiDocument } from '#server/http/openapi.ts';
import { apiEndpoints } from '#test/api-endpoints.ts';
import { referenceRoutes } from './api-reference.ts';

const real = await referenceRoutes(false).request('/reference');
const html = await real.text();

test('the API reference sends requests only where no order is real', async () => {
  expect(html).toContain('"supportedSubmitMethods":[]');
  const demo = await referenceRoutes(true).request('/reference');
  expect(await demo.text()).not.toContain('supportedSubmitMethods');
});

test('the API reference is left out by search engines, and runs our own files and one script', () => {
  expect(html).toContain('<meta name="robots" content="noindex" />');
  const policy = /^default-src 'self'; script-src 'self' 'sha256-[\w+/=]+'; style-src 'self';/;
  expect(real.headers.get('content-security-policy')).toMatch(policy);
});

const document = openapiDocument('https://example.in');

test('every endpoint of the contract is in the document once, and nothing else', () => {
  const described = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`),
  );
  expect(described.sort()).toEqual(apiEndpoints.map(({ key }) => key).sort());
});

test.each(apiEndpoints)(
  '$key states its authentication, its input, and every error it can return',
  ({ path, method, endpoint }) => {
    const operation: unknown = document.paths[path.replace(/^\/api/, '')]?.[method.toLowerCase()];
    expect(operation).toMatchObject({
      summary: endpoint.summary,
      ...(endpoint.access === 'shopper' && { security: [{ shopper: [] }] }),
      ...(endpoint.body && { requestBody: { required: true } }),
      responses: { [endpoint.status]: endpoint.response ? { content: {} } : {} },
    });
    const text = JSON.stringify(operation);
    for (const code of [...endpoint.errors, 'unavailable']) expect(text).toContain(`\`${code}\``);
    for (const name of path.match(/(?<=\{)\w+(?=\})/g) ?? [])
      expect(text).toContain(`"name":"${name}","in":"path","required":true`);
    expect(text.includes('Idempotency-Key')).toBe(endpoint.idempotent === true);
  },
);
