import { useEffect, useState, useSyncExternalStore } from 'react';
import { showFailure } from '#app/admin/show-failure.ts';
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
  const [undoing, setUndoing] = useState(false);

  useEffect(() => {
    if (paused || undoing) return;
    const timer = setTimeout(() => dismissSnackbar(id), STAY);
    return () => clearTimeout(timer);
  }, [id, paused, undoing]);

  async function runUndo(work: () => Promise<void>) {
    setUndoing(true);
    try {
      await work();
    } catch (error) {
      showFailure(error, 'Not undone');
    }
    dismissSnackbar(id);
  }

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
          onClick={() => !undoing && void runUndo(undo)}
          className="min-h-11 shrink-0 rounded-full px-3 font-semibold underline underline-offset-4 outline-on-inverse"
        >
          {undoing ? 'Undoing...' : 'Undo'}
        </button>
      )}
    </div>
  );
}
