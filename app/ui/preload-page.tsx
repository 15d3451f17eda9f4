import { useContext, useEffect } from 'react';
import { preloadModule } from 'react-dom';
import {
  UNSAFE_DataRouterContext as DataRouterContext,
  UNSAFE_FrameworkContext as FrameworkContext,
} from 'react-router';
import type { PagePath } from './page-path.ts';

/**
 * Preloads the scripts and the data of a page that is probably next. It does not run the scripts, as React Router's
 * `PrefetchPageLinks` does, which reloads the page where that fails: a phone that loses the network would lose its page
 * as well.
 */
export function PreloadPage({ page }: { page: PagePath }) {
  const router = useContext(DataRouterContext)?.router;
  const routes = useContext(FrameworkContext)?.manifest.routes ?? {};
  const loaded = new Set(router?.state.matches.map(({ route }) => route.id));
  const next = (router?.match(page) ?? []).flatMap(({ route }) => routes[route.id] ?? []);
  const missing = next.filter(({ id }) => !loaded.has(id));
  const scripts = new Set(missing.flatMap(({ module, imports = [] }) => [module, ...imports]));
  usePreloadedScripts([...scripts].join(' '));
  // The same URL as the router's own request, which then finds it in the cache. The root's data is loaded already.
  const withLoader = next.filter(({ parentId, hasLoader }) => parentId && hasLoader);
  const query = new URLSearchParams({ _routes: withLoader.map(({ id }) => id).join() });
  return (
    withLoader.length > 0 &&
    page !== router?.state.location.pathname && (
      <link rel="prefetch" as="fetch" href={`${page.replace(/\/$/, '/_')}.data?${query}`} />
    )
  );
}

/**
 * Preloads files, named with spaces between them, each in a task of its own: a page has twenty, and requesting all of
 * them at once would delay the response to a tap by 80 ms on a slow phone.
 */
function usePreloadedScripts(files: string) {
  useEffect(() => preloadInTurn(files.split(' ')), [files]);
}

function preloadInTurn([file, ...others]: string[]) {
  if (!file) return;
  preloadModule(file);
  setTimeout(preloadInTurn, 0, others);
}
