import { type LazyExoticComponent, lazy as reactLazy } from 'react';
import { reloadOnce } from '#app/shell/document/reload-once.ts';
import type { Component } from '#app/ui/jsx/component.ts';
import { isOutdated } from './is-outdated.ts';

/** A component whose file is downloaded when it is first rendered, or before that with `preload`, which never fails. */
export type Lazy<Props> = LazyExoticComponent<Component<Props>> & { preload(): void };

/** React's `lazy`. If the file is gone because of a deployment, it reloads the page. */
export function lazy<Props>(load: () => Promise<{ default: Component<Props> }>): Lazy<Props> {
  const component = reactLazy(() =>
    load().catch(async (error) => {
      if (!(await isOutdated()) || !reloadOnce()) throw error;
      return new Promise<never>(() => {});
    }),
  );
  return Object.assign(component, { preload: () => void load().catch(() => {}) });
}
