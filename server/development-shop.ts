import type { Settings } from './environment/settings.ts';
import type { Log } from './log.ts';
import { createPages } from './pages.ts';
import { openShop } from './shop.ts';

/** The shop for `npm run dev`: every request renders its page again, and Vite serves the files. */
export function openDevelopmentShop(settings: Settings, log: Log) {
  return openShop(
    settings,
    log,
    (catalogue, live, caches) => createPages(catalogue, settings, live, caches, null).routes,
  );
}
