import { type RefObject, useEffect, useRef, useState, useSyncExternalStore } from 'react';
import { useWrite } from '#app/admin/use-write.ts';
import { Link } from '#app/ui/link.js';
import { dismissSnackbar, onSnackbar, type ShownMessage, shownSnackbar } from './snackbar-store.ts';

/** How long a message stays, in milliseconds. The time stops while the pointer or the focus is in it. */
const STAY = 10_000;

/** The message about a finished action, with an Undo button. Not part of the shop's toasts, which shoppers download. */
export function Snackbar() {
  const message = useSyncExternalStore(onSnackbar, shownSnackbar, () => undefined);
  return (
    <div
      role="status"
      className="above-phone-bar pointer-events-none fixed inset-x-3 z-40 mb-(--room-below) flex justify-center print:hidden"
    >
      {message && <Message key={message.id} message={message} />}
    </div>
  );
}

function Message({ message: { id, text, undo, link } }: { message: ShownMessage }) {
  const [paused, setPaused] = useState(false);
  const { write, busy: undoing } = useWrite({ failed: 'Not undone' });

  useEffect(() => {
    if (paused || undoing) return;
    const timer = setTimeout(() => dismissSnackbar(id), STAY);
    return () => clearTimeout(timer);
  }, [id, paused, undoing]);

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: not a control; the pointer only stops the timer
    <div
      onPointerEnter={() => setPaused(true)}
      onPointerLeave={() => setPaused(false)}
      onFocus={() => setPaused(true)}
      onBlur={() => setPaused(false)}
      className="pointer-events-auto flex max-w-xl items-center gap-x-1 rounded-md bg-inverse-raised py-1.5 px-4 has-[a,button]:pr-2 text-notice sm:gap-x-4 text-on-inverse shadow-float ring-1 ring-on-inverse/15"
    >
      <p className="min-w-0 py-2 wrap-anywhere">{text}</p>
      {link && (
        <Link
          to={link.to}
          className="inline-flex min-h-11 shrink-0 items-center px-2 font-semibold underline underline-offset-4"
        >
          {link.label}
        </Link>
      )}
      {undo && (
        <button
          type="button"
          // Not disabled, because that would take the focus from it.
          aria-disabled={undoing}
          onClick={() => void write(undo).then(() => dismissSnackbar(id))}
          className="min-h-11 shrink-0 rounded-full px-3 font-semibold underline underline-offset-4 outline-on-inverse"
        >
          {undoing ? 'Undoing...' : 'Undo'}
        </button>
      )}
    </div>
  );
}

/** The space between the two boxes, in pixels. */
const GAP = 8;

/**
 * The ref of a box that is fixed at the bottom of the window: keeps the snackbar above it, whatever its height, so that
 * a tap on one of its buttons cannot hit Undo.
 */
export function useSnackbarOffset(): RefObject<HTMLDivElement | null> {
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (!box.current) return;
    const { style } = document.documentElement;
    const observer = new ResizeObserver(([entry]) => {
      const height = entry?.target.clientHeight ?? 0;
      style.setProperty('--room-below', height > 0 ? `${height + GAP}px` : '0px');
    });
    observer.observe(box.current);
    return () => {
      observer.disconnect();
      style.removeProperty('--room-below');
    };
  }, []);
  return box;
}
