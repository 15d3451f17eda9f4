import { useSearchParams } from 'react-router';
import { CheckoutProgress } from './checkout-progress.tsx';
import { stepOf } from './use-checkout-step.ts';

/** The page's heading, beside the checkout's progress. */
export function CheckoutHeading() {
  const [search] = useSearchParams();
  return (
    <div className="mb-6 flex flex-wrap items-center justify-between gap-x-8 gap-y-3">
      <h1 className="text-3xl">Checkout</h1>
      <CheckoutProgress step={stepOf(search)} />
    </div>
  );
}
