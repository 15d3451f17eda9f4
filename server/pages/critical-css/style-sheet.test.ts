import { describe, expect, test } from 'vitest';
import { inlineStyle, styleSheetReader } from './inline-style.ts';
import { criticalCss, markupOf, namesIn, parseStyleSheet } from './style-sheet.ts';

function styled(css: string, html: string): string {
  return criticalCss(parseStyleSheet(css), namesIn(markupOf(html)));
}

describe('the critical CSS contains', () => {
  test('the rules of its own elements and classes, in their order', () => {
    const css = 'h1{color:red}.b{top:0}table{left:0}.a{top:1px}.c{top:2px}';
    expect(styled(css, '<h1 class="a  b">')).toBe('h1{color:red}.b{top:0}.a{top:1px}');
  });

  test('a rule with those of its selectors that can match', () => {
    expect(styled('.a,.b .c,p{top:0}', '<p class="a">')).toBe('.a,p{top:0}');
    expect(styled('.a,.b .c{top:0}', '<p class="b">')).toBe('');
    expect(styled(':root,:host,dl{top:0}', '<p>')).toBe(':root,:host{top:0}');
  });

  test('classes with escapes', () => {
    const css = String.raw`.\@container{left:0}.md\:w-1\/2{width:50%}.\[\&_\:focus\]\:a,.x{top:0}.h-\[min\(1px\,2px\)\]{left:0}`;
    expect(styled(css, '<p class="@container md:w-1/2 [&amp;_:focus]:a h-[min(1px,2px)] x">')).toBe(
      css,
    );
    expect(styled(css, '<p class="w-1/2">')).toBe('');
  });

  test('selectors that states, attributes and brackets only narrow', () => {
    const css =
      '.a:not(.b):hover,.x{top:0}:where(.c,.d)>.a{top:0}[hidden]:where(:not(.d)){top:0}::marker{top:0}';
    expect(styled(css, '<p class="a">')).toBe(css.replace(',.x', ''));

    const brackets =
      ':where(.c>:not(:last-child)){top:0}:is(:where(.g)[data-x] .a){top:0}.g:is(.c .a):hover{top:0}';
    expect(styled(brackets, '<p class="a g c">')).toBe(brackets);
    expect(styled(brackets, '<p class="a">')).toBe('');
  });

  test('rules inside nested layers and media, and no empty groups', () => {
    const css =
      '@layer a,b;@layer a{@media (width>=1px){.a{top:0}.b{top:0}}@supports (x:y){.b{top:0}}}';
    expect(styled(css, '<p class="a">')).toBe(
      '@layer a,b;@layer a{@media (width>=1px){.a{top:0}}}',
    );
  });

  test('strings, comments and data URLs unchanged', () => {
    const css = `.a{content:"}{;\\"";background:url("data:image/svg+xml,{}")}.b{top:0}`;
    expect(styled(`/*! a } comment */${css}`, '<p class="a">')).toBe(
      css.slice(0, css.indexOf('.b')),
    );
  });

  test('the variables it uses, in values and as registered properties', () => {
    const css =
      ':root{--a:1px;--b:var(--c, 2px);--c:1px;--unused:rgb(0 0 0 / .5)}@property --a{syntax:"*"}@property --d{syntax:"*"}.a{top:var(--a)}';
    expect(styled(css, '<p class="a">')).toBe(
      ':root{--a:1px;}@property --a{syntax:"*"}.a{top:var(--a)}',
    );
  });

  test('the value of a variable that has one value on the whole page', () => {
    const theme = ':root,:host{--space:.25rem;--ground:#fff;--face:"A", serif;--text:var(--face)}';
    const dark = '@media (prefers-color-scheme:dark){:root{--ground:#000}}';
    const rule =
      '.a{top:calc(var(--space) * -5);left:calc(var(--space) * 0);font:var(--text);color:var(--ground)}';
    expect(styled(theme + dark + rule, '<p class="a">')).toBe(
      `:root,:host{--ground:#fff;}${dark}.a{top:-1.25rem;left:0;font:"A", serif;color:var(--ground)}`,
    );
  });

  test('the value of a variable that only rules which set it use', () => {
    const shadow = '@property --s{syntax:"*";inherits:false;initial-value:0 0 #0000}';
    const css = '.a{--s:0 1px red;box-shadow:var(--s)}.b{--s:0 2px red;box-shadow:0 0, var(--s)}';
    const page = '<p class="a b c">';
    expect(styled(shadow + css, page)).toBe(
      '.a{box-shadow:0 1px red}.b{box-shadow:0 0, 0 2px red}',
    );
    const used = '.c{--t:var(--s)}.a{top:var(--t)}';
    expect(styled(shadow + css + used, page)).toBe(shadow + css + used);
  });

  test('the initial value or fallback of a variable that nothing sets', () => {
    const css =
      '@property --a{syntax:"*";inherits:false;initial-value:0 0 #0000}@property --b{syntax:"*";inherits:false}';
    const rule = '.a{box-shadow:var(--a), var(--c,calc(1px + var(--d,2px)));filter:var(--b, )}';
    expect(styled(css + rule, '<p class="a">')).toBe(
      '.a{box-shadow:0 0 #0000, calc(1px + 2px);filter:}',
    );
  });

  test('a state’s rules when an element is in that state', () => {
    const css =
      '.a[aria-current=page]{top:0}.a:disabled{top:1px}.a:has(.b){top:2px}:root:has(dialog:modal){top:3px}.a:has(:target){top:4px}';
    expect(styled(css, '<p class="a" aria-current="page">')).toContain('top:0');
    expect(styled(css, '<p class="a" aria-current="page">')).not.toContain('top:1px');
    expect(styled(css, '<button class="a" disabled="">')).toContain('top:1px');
    expect(styled(css, '<p class="a">')).toBe('.a:has(:target){top:4px}');
    expect(styled(css, '<p class="a"><p class="b">')).toContain('top:2px');
    expect(styled(css, '<dialog></dialog>')).toContain('top:3px');
  });
});

test('the critical CSS leaves out what the same or the next rule overrides, and empty rules', () => {
  const page = '<p class="a b"><a>';
  expect(styled('a{-webkit-x:1;-webkit-x:1;-webkit-x:1;x:1}', page)).toBe('a{-webkit-x:1;x:1}');
  expect(styled('.a{x:1}.a{y:1;x:2}.a{x:3;z:1}.b{x:4}', page)).toBe(
    '.a{y:1;x:2}.a{x:3;z:1}.b{x:4}',
  );
  expect(styled('@media (width>1px){.a{--unused:1px}}.b{x:1}', page)).toBe('.b{x:1}');
});

test('an unclosed style sheet is refused', () => {
  expect(() => parseStyleSheet('.a{top:0')).toThrow('Unclosed block');
});

test('a page has its critical CSS, and links its whole style sheet for later and for browsers without scripts', async () => {
  const read = async (href: string) =>
    parseStyleSheet(href === '/assets/a.css' ? '.a{top:0}.b{top:0}' : '');
  const link = 'href="/assets/a.css" data-precedence="default"/></head><p class="a">$&</p>';
  expect(await inlineStyle(`<head><link rel="stylesheet" ${link}`, read)).toMatchObject({
    html:
      '<head><style>.a{top:0}</style><link rel="later" href="/assets/a.css" data-precedence="default"/>' +
      '<noscript><link rel="stylesheet" href="/assets/a.css"/></noscript></head><p class="a">$&</p>',
    style: { text: '.a{top:0}' }, // for the policy
  });
  const moved = '<p>moved</p>';
  expect(await inlineStyle(moved, read)).toEqual({ html: moved, style: null });
});

test('a page cannot make the server read another file as its style', async () => {
  const read = styleSheetReader('build/client');
  for (const href of [
    '/../../package.json',
    '/assets/../../server/main.css',
    'https://a.example/a.css',
  ])
    await expect(read(href)).rejects.toThrow('no style sheet of the build');
});
