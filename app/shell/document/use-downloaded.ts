import { useEffect, useRef, useState } from 'react';
import { OUTDATED, UNREACHABLE } from '#app/shell/api/unreachable.ts';
import type { Component } from '#app/ui/jsx/component.ts';
import { onFirstInteraction } from '#app/ui/on-first-interaction.ts';
import { showError } from '#app/ui/toast.tsx';
import { reloadFormerBuild } from './reload-former-build.ts';

type Need = {
  /** Whether to show it now. */
  open: boolean;
  /** Whether the visitor will need it next: then it is downloaded at once. */
  willNeed?: boolean;
  /** Called when it should be shown but could not be downloaded, after an error was shown. */
  onClose: () => void;
};

/**
 * A component that `download` imports, or null until it is there: for what most visitors of a page do not open. It is
 * downloaded when it is needed, or after the first interaction with the page. If the server is reachable but the download
 * fails, the page is reloaded (`reloadFormerBuild`). `download` must not change between renders.
 */
export function useDownloaded<Props>(
  download: () => Promise<Component<Props>>,
  { open, willNeed = false, onClose }: Need,
): Component<Props> | null {
  const [Loaded, setLoaded] = useState<Component<Props> | null>(null);
  const close = useRef(onClose);
  useEffect(() => {
    close.current = onClose;
  });
  useEffect(() => {
    if (Loaded) return;
    const downloaded = () => download().then((component) => setLoaded(() => component));
    const preload = () => void downloaded().catch(() => {});
    if (!open && !willNeed) return onFirstInteraction(preload);
    if (!open) return preload();
    let cancelled = false;
    downloaded().catch(async () => {
      const result = await reloadFormerBuild(() => !cancelled);
      if (result === 'reloads' || cancelled) return;
      showError(result === 'outdated' ? OUTDATED : UNREACHABLE);
      close.current();
    });
    return () => {
      cancelled = true;
    };
  }, [Loaded, download, open, willNeed]);
  return Loaded;
}
