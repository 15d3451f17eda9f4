import { useDemo } from './use-demo.ts';

/**
 * Says on every page of a demo that it is one. It is below the header, whose menus and toasts assume that it is at the
 * top.
 */
export function DemoBanner() {
  if (!useDemo()) return null;
  return (
    <aside
      aria-label="Demo"
      className="bg-inverse px-4 py-1 text-center text-xs text-on-inverse-muted"
    >
      Demo: nothing is charged or sent.{' '}
      <a href="/dev/mailbox" className="text-on-inverse underline">
        Mailbox
      </a>
    </aside>
  );
}
