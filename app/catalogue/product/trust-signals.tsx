import { Icon, type IconName } from '#app/ui/icon.tsx';

/** Reasons to trust the shop. `onlinePayment`: whether the shop also takes payments online. */
export function TrustSignals({ onlinePayment }: { onlinePayment: boolean }) {
  const payment = onlinePayment ? 'Cash on delivery, or online' : 'Cash on delivery';
  return (
    <ul className="mt-20 grid gap-8 border-t border-border pt-12 sm:grid-cols-[repeat(auto-fit,minmax(11rem,1fr))]">
      {[...SIGNALS, { icon: 'lock' as const, title: 'Secure Payment', text: payment }].map(
        ({ icon, title, text }) => (
          <li key={title} className="flex items-center gap-4">
            <span className="grid size-12 shrink-0 place-items-center rounded-full bg-surface-accent text-primary">
              <Icon name={icon} />
            </span>
            <div>
              <h2 className="text-lg">{title}</h2>
              <p className="text-sm text-muted">{text}</p>
            </div>
          </li>
        ),
      )}
    </ul>
  );
}

const SIGNALS: { icon: IconName; title: string; text: string }[] = [
  { icon: 'leaf', title: '100% Natural', text: 'Only flowers, nothing added' },
  { icon: 'truck', title: 'Fast Shipping', text: 'Within 3-5 business days' },
];
