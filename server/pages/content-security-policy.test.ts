import { expect, test } from 'vitest';
import { contentSecurityPolicy } from './content-security-policy.ts';

const NOTHING = { scripts: [], styles: [] };

test('what we wrote into a document is allowed by its hash, each once', () => {
  const own = { scripts: ["'sha256-a'", "'sha256-b'", "'sha256-a'"], styles: ["'sha256-c'"] };
  const policy = contentSecurityPolicy(own, []);
  expect(policy).toContain("script-src 'self' 'sha256-a' 'sha256-b';");
  expect(policy).toContain("style-src 'self' 'sha256-c';");
});

test('nothing is ever allowed by the word unsafe or by a star', () => {
  expect(contentSecurityPolicy(NOTHING, [])).not.toMatch(/unsafe|\*|https?:/);
});

test('the browser may connect where the shop says, and nowhere else', () => {
  const policy = contentSecurityPolicy(NOTHING, ['https://accounts.example.in']);
  expect(policy).toContain("connect-src 'self' https://accounts.example.in;");
  // Otherwise to the shop alone, as everything that is not named.
  expect(contentSecurityPolicy(NOTHING, [])).not.toContain('connect-src');
  expect(contentSecurityPolicy(NOTHING, [])).toContain("default-src 'self';");
});

test('nobody may frame the shop, change its base or send its forms elsewhere', () => {
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
