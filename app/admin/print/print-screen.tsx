import { useEffect } from 'react';
import { useSearchParams } from 'react-router';
import { slipExclusion } from '#app/admin/orders/slip-exclusion.ts';
import { LoadError } from '#app/shell/api/load-error.tsx';
import { Button, LinkButton } from '#app/ui/button.tsx';
import { Spinner } from '#app/ui/spinner.tsx';
import type { Verb } from '#domain/order-verbs.ts';
import { MissingOrders } from './missing-orders.tsx';
import { NoOrders } from './no-orders.tsx';
import { idsOf } from './order-ids-param.ts';
import { PackingSlip } from './packing-slip.tsx';
import { PickList } from './pick-list.tsx';
import { useOrders } from './use-orders.ts';

/** The document to print for the orders of the URL: the pick list, then a slip per order on its own sheet. */
export default function PrintScreen() {
  const [params] = useSearchParams();
  const chosen = idsOf(params);
  const { orders, gone, pending, error, retrying, refetch } = useOrders(chosen);
  const printed = orders.filter((order) => slipExclusion(order) === null);
  const left = orders.filter((order) => slipExclusion(order) !== null);
  const ids = printed.map(({ id }) => id).join(',');
  const canSome = (verb: Verb) => printed.some(({ verbs }) => verbs.includes(verb));
  const ready = !pending && !error && printed.length > 0;
  // The screen was opened to print: the browser's dialog opens when everything is loaded.
  useEffect(() => {
    if (ready) window.print();
  }, [ready]);

  if (pending) return <Spinner label="Loading..." />;
  if (error) return <LoadError error={error} retrying={retrying} onRetry={refetch} />;
  return (
    <section aria-labelledby="print">
      <title>Print | Admin</title>
      {/* Not a header element: the shop's print styles would show it. */}
      <div className="mb-5 grid gap-3 print:hidden">
        <h1 id="print" className="text-2xl">
          {headingFor(printed.length)}
        </h1>
        <MissingOrders gone={gone} />
        {chosen.length === 0 && <NoOrders />}
        {left.map((order) => (
          <p key={order.id} className="font-medium text-danger">
            {order.order_number} has no slip: {slipExclusion(order)}.
          </p>
        ))}
        <div className="flex flex-wrap gap-2">
          <Button disabled={printed.length === 0} onClick={() => window.print()}>
            Print
          </Button>
          {canSome('pack') && (
            <LinkButton to={`/admin/pack?orders=${ids}`} tone="secondary">
              Pack by scan
            </LinkButton>
          )}
          {canSome('hand_over') && (
            <LinkButton to={`/admin/hand-over?orders=${ids}`} tone="secondary">
              Hand over
            </LinkButton>
          )}
        </div>
      </div>
      {printed.length > 1 && <PickList orders={printed} />}
      {printed.map((order) => (
        <PackingSlip key={order.id} order={order} />
      ))}
    </section>
  );
}

function headingFor(slips: number): string {
  if (slips === 0) return 'No packing slips';
  return slips === 1 ? 'One packing slip' : `${slips} packing slips`;
}
