import { expect, test } from 'vitest';
import { contentSecurityPolicy } from './content-security-policy.ts';
import { inlineStyle } from './inline-style.ts';
import { readSheet } from './style-sheet.ts';

const sheetAt = async (href: string) =>
  readSheet(href === '/assets/a.css' ? '.a{top:0}.b{top:0}' : '');
const PAGE =
  '<head><link rel="stylesheet" href="/assets/a.css" data-precedence="default"/></head><p class="a">$&</p>';

test('a page carries its rules, and its whole style sheet for later and for browsers without script', async () => {
  expect(await inlineStyle(PAGE, sheetAt)).toBe(
    '<head><style>.a{top:0}</style><link rel="later" href="/assets/a.css" data-precedence="default"/>' +
      '<noscript><link rel="stylesheet" href="/assets/a.css"/></noscript></head><p class="a">$&</p>',
  );
});

test('its policy allows exactly that style', async () => {
  const policy = contentSecurityPolicy(await inlineStyle(PAGE, sheetAt), []);
  expect(policy).toMatch(/style-src 'self' 'sha256-[\w+/]{43}='(;|$)/);
});

test('a page without a style sheet stays as it is', async () => {
  expect(await inlineStyle('<p>moved</p>', sheetAt)).toBe('<p>moved</p>');
});
