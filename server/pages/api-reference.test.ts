import { expect, test } from 'vitest';
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
