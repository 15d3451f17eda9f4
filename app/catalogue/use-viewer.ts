import { type ComponentType, useEffect, useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { UNREACHABLE } from '#app/shell/api/unreachable.ts';
import { showToast } from '#app/ui/toast.tsx';
import type { PictureViewerProps } from './picture-viewer.tsx';

/**
 * The full-screen viewer of `count` pictures. That it is open stands in the address, `#picture-2`, so a browser's Back
 * closes it and a reload keeps it. Its code comes with the first sign that somebody wants it (`prepare`).
 */
export function useViewer(count: number) {
  const { hash, state } = useLocation();
  const navigate = useNavigate();
  const [Viewer, setViewer] = useState<ComponentType<PictureViewerProps>>();
  const index = Number(/^#picture-(\d+)$/.exec(hash)?.[1]) - 1;
  const isOpen = index >= 0 && index < count;

  useEffect(() => {
    if (isOpen) load().then(({ PictureViewer }) => setViewer(() => PictureViewer), ignore);
  }, [isOpen]);

  return {
    /** Nothing while it is closed or not there yet. */
    Viewer: isOpen ? Viewer : undefined,
    index,
    prepare() {
      load().catch(ignore);
    },
    async open(picture: number) {
      try {
        await load();
      } catch {
        showToast({ title: 'Error', description: UNREACHABLE, tone: 'destructive' });
        return;
      }
      navigate(`#picture-${picture + 1}`, { state: OPENED_HERE, preventScrollReset: true });
    },
    close() {
      if (state?.viewer === OPENED_HERE.viewer) navigate(-1);
      else navigate({ hash: '' }, { replace: true, preventScrollReset: true });
    },
  };
}

/** The entry before is the page without the viewer, and not whatever led to a copied address. */
const OPENED_HERE = { viewer: 'opened' };

const load = () => import('./picture-viewer.tsx');

/** Who asks to see the pictures large hears of it; who only points at them does not. */
const ignore = () => {};
