import type { PaymentMode } from '#domain/order.ts';

const TEXTS = {
  sandbox: 'This is a demo: no real payment is taken, and nothing is sent.',
  test: 'This shop is being tested: no real payment is taken, and nothing is sent.',
} as const;

/** Says, as long as the page is open, that no real money moves in this mode. Nothing in live mode. */
export function DemoNotice({ mode }: { mode: PaymentMode | null }) {
  if (mode === null || mode === 'live') return null;
  return (
    <p
      role="note"
      className="mb-6 rounded-md bg-badge-yellow-ground px-4 py-3 font-semibold text-badge-yellow"
    >
      {TEXTS[mode]}
    </p>
  );
}
