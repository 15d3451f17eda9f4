import { useContext } from 'react';
import {
  UNSAFE_DataRouterContext as DataRouterContext,
  UNSAFE_FrameworkContext as FrameworkContext,
} from 'react-router';
import type { PagePath } from './page-path.ts';

/**
 * Preloads the scripts of a page that is probably next. It does not run them, as React Router's `PrefetchPageLinks`
 * does, which reloads the page where that fails: a phone that loses the network would lose its page as well.
 */
export function PreloadPage({ page }: { page: PagePath }) {
  const router = useContext(DataRouterContext)?.router;
  const routes = useContext(FrameworkContext)?.manifest.routes ?? {};
  const scripts = (router?.match(page) ?? []).flatMap(({ route }) => {
    const { module = [], imports = [] } = routes[route.id] ?? {};
    return [module, imports].flat();
  });
  return [...new Set(scripts)].map((href) => <link key={href} rel="modulepreload" href={href} />);
}
