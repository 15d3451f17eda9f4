import { useEffect, useRef, useState } from 'react';
import { useLocation } from 'react-router';
import { UNREACHABLE } from '#app/shell/api/unreachable.ts';
import type { Component } from '#app/ui/jsx/component.ts';
import { useNavigate } from '#app/ui/link.js';
import { showError } from '#app/ui/toast.tsx';
import type { PictureViewerProps } from './picture-viewer.tsx';

/**
 * State of the full-screen viewer of `count` pictures. It is kept in the URL, `#picture-2`, so that Back closes it and
 * a reload keeps it. Its code is downloaded at the first hover or touch (`prepare`).
 */
export function useViewer(count: number) {
  const { hash, state } = useLocation();
  const navigate = useNavigate();
  const [Viewer, setViewer] = useState<Component<PictureViewerProps>>();
  const opening = useRef(false);
  const index = pictureOf(hash) - 1;
  const isOpen = index >= 0 && index < count;

  useEffect(() => {
    if (isOpen) load().then(({ PictureViewer }) => setViewer(() => PictureViewer), ignoreError);
  }, [isOpen]);

  return {
    /** Undefined while it is closed or not downloaded yet. */
    Viewer: isOpen ? Viewer : undefined,
    index,
    prepare() {
      load().catch(ignoreError);
    },
    async open(picture: number) {
      const page = window.location.pathname;
      if (opening.current) return;
      opening.current = true;
      try {
        await load();
      } catch {
        showError(UNREACHABLE);
        return;
      } finally {
        opening.current = false;
      }
      // The visitor has navigated on, or a second tap has opened the viewer already.
      if (window.location.pathname !== page || pictureOf(window.location.hash) > 0) return;
      navigate(`#picture-${picture + 1}`, { state: OPENED_BY_CLICK, preventScrollReset: true });
    },
    close() {
      if (state?.viewer === OPENED_BY_CLICK.viewer) navigate(-1);
      else navigate({ hash: '' }, { replace: true, preventScrollReset: true });
    },
  };
}

/** The number in `#picture-2`; NaN of another hash. */
const pictureOf = (hash: string) => Number(/^#picture-(\d+)$/.exec(hash)?.[1]);

/**
 * History state of an entry that `open` has added: then the previous entry is this page without the viewer. A URL with
 * the hash that was opened directly has no such state.
 */
const OPENED_BY_CLICK = { viewer: 'opened' };

const load = () => import('./picture-viewer.tsx');

/** A failed preload is not reported; a failed download after a click is, in `open`. */
const ignoreError = () => {};
