import { LeafIcon } from '#app/ui/icons/leaf.tsx';
import { LockIcon } from '#app/ui/icons/lock.tsx';
import { TruckIcon } from '#app/ui/icons/truck.tsx';

/** Reasons to trust the shop. `onlinePayment`: whether the shop also takes payments online. */
export function TrustSignals({ onlinePayment }: { onlinePayment: boolean }) {
  const payment = onlinePayment ? 'Cash on delivery, or online' : 'Cash on delivery';
  const signals = [...SIGNALS, { Icon: LockIcon, title: 'Secure Payment', text: payment }];
  return (
    <ul className="mt-20 grid gap-8 border-t border-border pt-12 sm:grid-cols-[repeat(auto-fit,minmax(11rem,1fr))]">
      {signals.map(({ Icon, title, text }) => (
        <li key={title} className="flex items-center gap-4">
          <span className="grid size-12 shrink-0 place-items-center rounded-full bg-surface-accent text-primary">
            <Icon />
          </span>
          <div>
            <h2 className="text-lg">{title}</h2>
            <p className="text-sm text-muted">{text}</p>
          </div>
        </li>
      ))}
    </ul>
  );
}

const SIGNALS = [
  { Icon: LeafIcon, title: '100% Natural', text: 'Only flowers, nothing added' },
  { Icon: TruckIcon, title: 'Fast Shipping', text: 'Within 3-5 business days' },
];
