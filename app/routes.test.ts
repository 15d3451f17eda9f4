import type { RouteConfigEntry } from '@react-router/dev/routes';
import { matchPath } from 'react-router';
import { expect, test } from 'vitest';
import { newsletterPath } from '#contract/newsletter.ts';
import * as paths from '#contract/page-paths.ts';
import { keysOf } from '#domain/keys-of.ts';
import { STEPS } from './newsletter/newsletter-page.tsx';
import routes from './routes.ts';

const pages = patterns(routes).filter((pattern) => pattern !== '/*');
const isPage = (path: string) => pages.some((pattern) => matchPath(pattern, path));

test('every path that the server links to is a page', () => {
  const { PUBLIC_PATHS, productPath, orderPath, discountPath, ...single } = paths;
  const made = [productPath('1'), orderPath('1'), discountPath('TEA10')];
  const known = [...Object.values(single), ...PUBLIC_PATHS, ...made];
  expect(known.filter((path) => !isPage(path))).toEqual([]);
  expect(isPage('/no-such-page')).toBe(false);
});

test('a product’s id is encoded in its path', () => {
  expect(paths.productPath('tea/1')).toBe('/product/tea%2F1');
});

/** '/product/:id' and so on: the full pattern of every route. */
function patterns(entries: RouteConfigEntry[], parent = ''): string[] {
  return entries.flatMap(({ path, children = [] }) => {
    const pattern = path === undefined ? parent : `${parent}/${path}`;
    return [pattern || '/', ...patterns(children, pattern)];
  });
}

test.each(keysOf(STEPS))('the newsletter has a page for the step %s', (step) => {
  expect(pages.filter((page) => matchPath(page, newsletterPath(step)))).toHaveLength(1);
});
