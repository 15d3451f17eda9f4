import { useEffect, useEffectEvent } from 'react';
import { Button } from '#app/ui/button.tsx';
import { Spinner } from '#app/ui/spinner.tsx';

/**
 * Shown when the order was sent without a response and the cart is empty: most likely the order was placed. Asks the
 * server once on mount, then whenever the shopper clicks.
 */
export function UnconfirmedOrder({ busy, onAsk }: { busy: boolean; onAsk: () => void }) {
  const ask = useEffectEvent(onAsk);
  useEffect(() => ask(), []);

  if (busy) return <Spinner label="Processing..." />;
  return (
    <div role="alert" className="grid justify-items-center gap-5 py-12 text-center">
      <p className="max-w-md">
        We sent your order but got no response. Trying again will not place it twice.
      </p>
      <Button onClick={onAsk}>Try again</Button>
    </div>
  );
}
