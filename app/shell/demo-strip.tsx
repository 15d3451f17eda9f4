import { useDemo } from './use-demo.ts';

/** Says on every page of a demo that it is one, above everything else and out of its way. */
export function DemoStrip() {
  if (!useDemo()) return null;
  return (
    <aside aria-label="Demo" className="bg-night py-1 text-center text-xs text-on-night-muted">
      <p className="page-width">
        <strong className="font-semibold text-on-night">Demo:</strong> nothing is charged or sent.{' '}
        <a href="/dev/mailbox" className="text-on-night underline underline-offset-4">
          Mailbox
        </a>
      </p>
    </aside>
  );
}
