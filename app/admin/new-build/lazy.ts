import { type ComponentType, lazy as reactLazy } from 'react';
import { tabStorage } from '#app/shell/document/web-storage.ts';
import { isOutdated } from './is-outdated.ts';

/** The storage key of the last reload, which `deferHydration` has, too. */
const RELOADED = 'reload';

/**
 * React's `lazy`. If the file is gone because of a deployment, it reloads the page at its current URL, at most once a
 * minute, because servers of both builds may answer until the deployment is finished.
 */
export function lazy<Props>(load: () => Promise<{ default: ComponentType<Props> }>) {
  return reactLazy(() =>
    load().catch(async (error) => {
      const before = Number(tabStorage().getItem(RELOADED) ?? 0);
      if (Date.now() - before < 60_000 || !(await isOutdated())) throw error;
      tabStorage().setItem(RELOADED, String(Date.now()));
      window.location.reload();
      return new Promise<never>(() => {});
    }),
  );
}
