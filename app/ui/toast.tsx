import { useEffect, useLayoutEffect, useRef, useState, useSyncExternalStore } from 'react';
import { useLocation, useNavigationType } from 'react-router';
import { Icon } from './icon.tsx';
import { Link } from './link.js';
import { dismissToast, onToast, type ShownToast, shownToast } from './toast-store.ts';

export { dismissTopic, showError, showToast } from './toast-store.ts';

/**
 * How long a toast stays, in milliseconds; paused while hovered or focused (WCAG 2.2.1). One with a link may be the only way
 * on: it stays on its page until it is dismissed.
 */
const STAY = { default: 5_000, destructive: 7_000 };

/** Renders toasts. Both live regions are empty from the start: screen readers announce only additions. */
export function Toasts() {
  const toast = useSyncExternalStore(onToast, shownToast, () => undefined);
  const region = useRef<HTMLElement>(null);
  return (
    <section
      ref={region}
      id="notifications"
      aria-label="Notifications"
      className="toasts pointer-events-none fixed inset-x-4 z-50 sm:left-auto sm:w-96"
    >
      {(['status', 'alert'] as const).map((role) => (
        <div key={role} role={role}>
          {toast && (toast.tone === 'destructive') === (role === 'alert') && (
            <Toast key={toast.id} toast={toast} region={region} />
          )}
        </div>
      ))}
    </section>
  );
}

/**
 * How long a toast waits for its position, in milliseconds. The code for that is downloaded, perhaps over a connection
 * that has failed; then the toast appears under the header.
 */
const MAX_POSITION_WAIT = 1_000;

type ToastProps = { toast: ShownToast; region: { current: HTMLElement | null } };

function Toast({ toast, region }: ToastProps) {
  const { id, title, description, tone = 'default', action } = toast;
  const [hovered, setHovered] = useState(false);
  const [focused, setFocused] = useState(false);
  const [positioned, setPositioned] = useState(false);
  const paused = hovered || focused;
  const { pathname } = useLocation();
  const [shownOn] = useState(pathname);
  const [ownPage, setOwnPage] = useState(pathname);
  // A redirect, such as after signing in, is no step of the shopper.
  if (useNavigationType() === 'REPLACE' && ownPage !== pathname) setOwnPage(pathname);
  const stays = action !== undefined && pathname === ownPage;
  // Its link has nothing to say on the page that it leads to.
  const isThere = pathname !== shownOn && pathname === action?.to;

  useLayoutEffect(() => {
    if (isThere) dismissToast(id);
  }, [id, isThere]);

  useEffect(() => {
    if (paused || stays) return;
    const timer = setTimeout(() => dismissToast(id), STAY[tone]);
    return () => clearTimeout(timer);
  }, [id, tone, paused, stays]);

  // The next toast starts under the header again.
  useEffect(() => {
    const box = region.current;
    return () => {
      box?.style.removeProperty('top');
    };
  }, [region]);

  useEffect(() => {
    if (paused) return; // does not move while hovered or focused
    let stopMoving = () => {};
    let cancelled = false;
    const show = () => setPositioned(true);
    setTimeout(show, MAX_POSITION_WAIT);
    // Downloaded with the first toast. If that fails, toasts are placed under the header.
    import('./toast-position.ts')
      .then(({ keepClear }) => {
        if (region.current && !cancelled) stopMoving = keepClear(region.current);
      })
      .then(show, show);
    return () => {
      cancelled = true;
      stopMoving();
    };
  }, [paused, region]);

  return (
    // Announced, but invisible and not tappable until it has its position: a later layout shift could make a tap miss.
    // biome-ignore lint/a11y/noStaticElementInteractions: not a control; hovering only pauses the timeout
    <div
      onPointerEnter={() => setHovered(true)}
      onPointerLeave={() => setHovered(false)}
      onFocus={() => setFocused(true)}
      onBlur={() => setFocused(false)}
      className={`flex items-center gap-2 rounded-md py-3 pr-2 pl-4 text-notice text-on-inverse shadow-float ring-1 ring-on-inverse/15 ${
        tone === 'destructive' ? 'bg-inverse-danger' : 'bg-inverse-raised'
      } ${positioned ? 'toast pointer-events-auto' : 'opacity-0'}`}
    >
      <div className="flex min-w-0 flex-1 flex-wrap items-center gap-x-4">
        <div className="min-w-[9em] flex-1">
          <p className="font-semibold">{title}</p>
          {description && <p>{description}</p>}
        </div>
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
        className="-my-2 grid size-11 shrink-0 place-items-center rounded-full outline-on-inverse"
      >
        <Icon name="close" />
      </button>
    </div>
  );
}
