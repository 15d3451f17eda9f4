import { type LazyExoticComponent, lazy as reactLazy } from 'react';
import { ApiError } from '#app/shell/api/api-error.ts';
import { reloadOnce } from '#app/shell/document/reload-former-build.ts';
import type { Component } from '#app/ui/jsx/component.ts';

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

/** Whether the server runs another build than this page. False if that cannot be determined. */
async function isOutdated(): Promise<boolean> {
  const ownManifest = manifestUrl();
  if (ownManifest === undefined) return false;
  try {
    const document = await fetch('/admin', {
      cache: 'no-store',
      signal: AbortSignal.timeout(5_000),
    });
    return document.ok && !(await document.text()).includes(ownManifest);
  } catch {
    return false;
  }
}

/**
 * A tab that was open during a deployment may send requests that the new server rejects, with a message about a field
 * that would not help. If the server runs another build, this replaces the error.
 *
 * @returns the error to throw.
 */
export async function explainRefusal(error: unknown): Promise<unknown> {
  if (!(error instanceof ApiError) || ![400, 404].includes(error.status) || !(await isOutdated()))
    return error;
  const message = 'The admin was updated. Reload the page to continue; what you typed is kept.';
  return new ApiError(error.status, { code: error.code, message }, error);
}

/** The hashed name of React Router's list of the built files, which every document of this build loads. */
function manifestUrl(): string | undefined {
  const manifest: unknown = Reflect.get(window, '__reactRouterManifest');
  if (typeof manifest !== 'object' || manifest === null || !('url' in manifest)) return undefined;
  return String(manifest.url);
}
