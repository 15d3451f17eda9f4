import { useEffect, useState, useSyncExternalStore } from 'react';
import { Link } from 'react-router';
import { CloseIcon } from './icons/close.tsx';
import { dismissToast, onToasts, type ShownToast, shownToasts } from './toast-store.ts';

export { dismissTopic, showToast } from './toast-store.ts';

/** How long a message stays, in milliseconds; held while pointed at or focused (WCAG 2.2.1). */
const STAY = { default: 6_000, destructive: 12_000 };

const none: readonly ShownToast[] = [];

/** Where messages appear. Both live regions stand empty from the start: only then are additions read aloud. */
export function Toasts() {
  const toasts = useSyncExternalStore(onToasts, shownToasts, () => none);
  const [pointedAt, setPointedAt] = useState<number>();
  const [focused, setFocused] = useState<number>();
  // Asked of those in sight: one that is taken away says neither that the pointer nor that the focus has left it.
  const held = toasts.some(({ id }) => id === pointedAt || id === focused);
  return (
    <section
      id="notifications"
      aria-label="Notifications"
      className="pointer-events-none fixed inset-x-4 bottom-4 z-50 flex max-md:in-[:root:has(.purchase-bar)]:bottom-22 flex-col items-center gap-3 sm:left-auto sm:w-96"
    >
      {(['status', 'alert'] as const).map((role) => (
        <div key={role} role={role} className="grid w-full gap-3">
          {toasts
            .filter((toast) => (toast.tone === 'destructive') === (role === 'alert'))
            .map((toast) => (
              <Toast
                key={toast.id}
                toast={toast}
                held={held}
                onPointed={setPointedAt}
                onFocused={setFocused}
              />
            ))}
        </div>
      ))}
    </section>
  );
}

type ToastProps = {
  toast: ShownToast;
  /** Whether this one or another is pointed at or focused. */
  held: boolean;
  /** Called with the toast's id when it begins, without one when it ends. */
  onPointed: (id?: number) => void;
  onFocused: (id?: number) => void;
};

function Toast({ toast, held, onPointed, onFocused }: ToastProps) {
  const { id, title, description, tone = 'default', action } = toast;

  useEffect(() => {
    if (held) return;
    const timer = setTimeout(() => dismissToast(id), STAY[tone]);
    return () => clearTimeout(timer);
  }, [id, tone, held]);

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it does nothing, and only stays while it is read
    <div
      onPointerEnter={() => onPointed(id)}
      onPointerLeave={() => onPointed()}
      onFocus={() => onFocused(id)}
      onBlur={() => onFocused()}
      className={`toast pointer-events-auto flex items-start gap-2 rounded-md py-3.5 pr-2 pl-5 text-on-night shadow-float ring-1 ring-on-night/15 ${
        tone === 'destructive' ? 'bg-night-danger' : 'bg-night-raised'
      }`}
    >
      <div className="min-w-0 flex-1 py-0.5 text-sm">
        <p className="font-semibold">{title}</p>
        {description && <p>{description}</p>}
        {action && (
          <Link
            to={action.to}
            onClick={() => dismissToast(id)}
            className="inline-flex min-h-11 items-center font-semibold underline underline-offset-4"
          >
            {action.label}
          </Link>
        )}
      </div>
      <button
        type="button"
        aria-label="Dismiss"
        onClick={() => dismissToast(id)}
        className="-my-2 grid size-11 place-items-center rounded-full outline-on-night"
      >
        <CloseIcon />
      </button>
    </div>
  );
}
