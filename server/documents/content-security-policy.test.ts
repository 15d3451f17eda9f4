import { createHash } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { contentSecurityPolicy } from './content-security-policy.ts';

describe('scripts', () => {
  test('every inline script is allowed by its hash, whatever its attributes', () => {
    const html = `<script>let a = 1;</script><SPAN></SPAN>
      <script type="module" async="">import "/assets/x.js";\nmore()</script><script
        data-x="1">b()</script>`;
    expect(directive(html, 'script-src')).toEqual([
      "'self'",
      hash('let a = 1;'),
      hash('import "/assets/x.js";\nmore()'),
      hash('b()'),
    ]);
  });

  test('the same script twice is allowed once', () => {
    expect(directive('<script>a()</script><script>a()</script>', 'script-src')).toHaveLength(2);
  });

  test('data needs no permission, and a script after it still gets one', () => {
    const html = `<script type="application/ld+json">{"@type":"Product"}</script>
      <script type="application/json">{}</script><script>a()</script>`;
    expect(directive(html, 'script-src')).toEqual(["'self'", hash('a()')]);
  });

  test('files need no hash: our own are allowed, all others are not', () => {
    const html =
      '<script src="/assets/a.js"></script><script defer src="https://elsewhere/x.js"></script>';
    expect(directive(html, 'script-src')).toEqual(["'self'"]);
  });

  test('nothing is ever allowed by the word unsafe or by a star', () => {
    expect(contentSecurityPolicy('<script>eval(1)</script>', [])).not.toMatch(/unsafe|\*|https?:/);
  });
});

test('the browser may connect where the shop says, and nowhere else', () => {
  const policy = contentSecurityPolicy('', ['https://accounts.example.in']);
  expect(policy).toContain("connect-src 'self' https://accounts.example.in;");
  // Otherwise to the shop alone, as everything that is not named.
  expect(contentSecurityPolicy('', [])).not.toContain('connect-src');
  expect(contentSecurityPolicy('', [])).toContain("default-src 'self';");
});

test('nobody may frame the shop, change its base or send its forms elsewhere', () => {
  const policy = contentSecurityPolicy('', []);
  for (const rule of [
    "frame-ancestors 'none'",
    "base-uri 'self'",
    "form-action 'self'",
    "object-src 'none'",
  ]) {
    expect(policy).toContain(rule);
  }
});

function directive(html: string, name: string): string[] {
  const found = contentSecurityPolicy(html, [])
    .split('; ')
    .find((part) => part.startsWith(`${name} `));
  return found?.split(' ').slice(1) ?? [];
}

function hash(script: string): string {
  return `'sha256-${createHash('sha256').update(script).digest('base64')}'`;
}
