import { expect, test } from 'vitest';
import { inlineStyle } from './inline-style.ts';
import { parseStyleSheet } from './style-sheet.ts';
import { styleSheetReader } from './style-sheet-file.ts';

const readStyleSheet = async (href: string) =>
  parseStyleSheet(href === '/assets/a.css' ? '.a{top:0}.b{top:0}' : '');
const PAGE =
  '<head><link rel="stylesheet" href="/assets/a.css" data-precedence="default"/></head><p class="a">$&</p>';

test('a page has its critical CSS, and links its whole style sheet for later and for browsers without scripts', async () => {
  expect((await inlineStyle(PAGE, readStyleSheet)).html).toBe(
    '<head><style>.a{top:0}</style><link rel="later" href="/assets/a.css" data-precedence="default"/>' +
      '<noscript><link rel="stylesheet" href="/assets/a.css"/></noscript></head><p class="a">$&</p>',
  );
});

test('the returned style for the policy is exactly the inlined one', async () => {
  expect((await inlineStyle(PAGE, readStyleSheet)).style?.text).toBe('.a{top:0}');
});

test('a page without a style sheet is unchanged', async () => {
  expect(await inlineStyle('<p>moved</p>', readStyleSheet)).toEqual({
    html: '<p>moved</p>',
    style: null,
  });
});

test('a page cannot make the server read another file as its style', async () => {
  const read = styleSheetReader('build/client');
  for (const href of [
    '/../../package.json',
    '/assets/../../server/main.css',
    'https://a.example/a.css',
  ]) {
    await expect(read(href)).rejects.toThrow('no style sheet of the build');
  }
});
