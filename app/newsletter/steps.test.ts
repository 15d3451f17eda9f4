import { matchPath } from 'react-router';
import { expect, test } from 'vitest';
import routes from '#app/routes.ts';
import { newsletterPath } from '#contract/newsletter.ts';
import { keysOf } from '#domain/keys-of.ts';
import { STEPS } from './steps.ts';

test.each(keysOf(STEPS))('the newsletter has a page for the step %s', (step) => {
  const paths = routes.map(({ path = '' }) => `/${path}`).filter((path) => path !== '/*');
  expect(paths.filter((path) => matchPath(path, newsletterPath(step)))).toHaveLength(1);
});
