import { type ComponentType, type LazyExoticComponent, lazy as reactLazy } from 'react';
import { tabStorage } from '#app/shell/document/web-storage.ts';
import { isOutdated } from './is-outdated.ts';

/** The storage key of the last reload, which `deferHydration` has, too. */
const RELOADED = 'reload';

/** A component whose file is downloaded when it is first rendered, or before that with `preload`, which never fails. */
export type Lazy<Props> = LazyExoticComponent<ComponentType<Props>> & { preload(): void };

/**
 * React's `lazy`. If the file is gone because of a deployment, it reloads the page at its current URL, at most once a
 * minute, because servers of both builds may answer until the deployment is finished.
 */
export function lazy<Props>(load: () => Promise<{ default: ComponentType<Props> }>): Lazy<Props> {
  const component = reactLazy(() =>
    load().catch(async (error) => {
      const before = Number(tabStorage().getItem(RELOADED) ?? 0);
      if (Date.now() - before < 60_000 || !(await isOutdated())) throw error;
      tabStorage().setItem(RELOADED, String(Date.now()));
      window.location.reload();
      return new Promise<never>(() => {});
    }),
  );
  return Object.assign(component, { preload: () => void load().catch(() => {}) });
}
