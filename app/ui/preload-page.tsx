import { PrefetchPageLinks } from 'react-router';
import type { PagePath } from './page-path.ts';

/**
 * Preloads the scripts and the data of a page that is probably next. Not without a network: React Router reloads the open
 * page where a script does not come, and what was typed would be lost.
 */
export function PreloadPage({ page }: { page: PagePath }) {
  return navigator.onLine && <PrefetchPageLinks page={page} />;
}
