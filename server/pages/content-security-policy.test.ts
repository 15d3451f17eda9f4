import { expect, test } from 'vitest';
import { contentSecurityPolicy } from './content-security-policy.ts';

const NOTHING = { scripts: [], styles: [] };

test('each of our inline scripts and styles is allowed by its hash, once', () => {
  const own = { scripts: ["'sha256-a'", "'sha256-b'", "'sha256-a'"], styles: ["'sha256-c'"] };
  const policy = contentSecurityPolicy(own, []);
  expect(policy).toContain("script-src 'self' 'sha256-a' 'sha256-b';");
  expect(policy).toContain("style-src 'self' 'sha256-c';");
});

test('the policy contains neither unsafe nor a wildcard', () => {
  expect(contentSecurityPolicy(NOTHING, [])).not.toMatch(/unsafe|\*|https?:/);
});

test('the browser may connect only to the configured origins', () => {
  const policy = contentSecurityPolicy(NOTHING, ['https://accounts.example.in']);
  expect(policy).toContain("connect-src 'self' https://accounts.example.in;");
  // Without one, default-src limits connections to the shop.
  expect(contentSecurityPolicy(NOTHING, [])).not.toContain('connect-src');
  expect(contentSecurityPolicy(NOTHING, [])).toContain("default-src 'self';");
});

test('framing, other base URLs and foreign form targets are refused', () => {
  const policy = contentSecurityPolicy(NOTHING, []);
  for (const rule of [
    "frame-ancestors 'none'",
    "base-uri 'self'",
    "form-action 'self'",
    "object-src 'none'",
  ]) {
    expect(policy).toContain(rule);
  }
});
