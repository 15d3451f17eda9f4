import type { Log } from './log.ts';
import { createPages } from './pages.ts';
import type { Settings } from './settings/settings.ts';
import { openShop } from './shop.ts';

/** The shop as `npm run dev` opens it: pages are rendered anew each time, files come from Vite. */
export function openDevelopmentShop(settings: Settings, log: Log) {
  return openShop(settings, log, (catalogue) =>
    createPages({
      catalogue,
      publicUrl: settings.publicUrl,
      shopDetails: settings.shopDetails,
      accountsService: settings.hostedAccounts,
      demo: settings.demo,
      analyticsId: settings.analyticsId,
      realGateway: settings.gateway !== null,
      clientFiles: null,
    }),
  );
}
