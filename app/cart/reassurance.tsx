import { IconFact } from '#app/ui/icon-fact.tsx';
import { Link } from '#app/ui/link.js';

/** Reasons to order with confidence; the same as on the pages about shipping and returns. */
export function Reassurance({ className = '' }: { className?: string }) {
  return (
    <dl className={`grid grid-cols-1 gap-5 ${className}`}>
      <IconFact icon="lock" title="Secure payment">
        Your card details never reach us.
      </IconFact>
      <IconFact icon="truck" title="3-5 business days">
        Sundays and public holidays do not count.
      </IconFact>
      <IconFact
        icon="return"
        title={
          <Link to="/returns" className="underline underline-offset-4 hover:text-primary">
            Returns within 7 days
          </Link>
        }
      >
        You can return unopened packs. We refund what arrives broken.
      </IconFact>
    </dl>
  );
}
