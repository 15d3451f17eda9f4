import { slipExclusion } from '#app/admin/orders/slip-exclusion.ts';
import { LinkButton } from '#app/ui/button.tsx';
import type { OrderDetail } from '#contract/admin/order-views.ts';
import type { Verb } from '#domain/order-verbs.ts';
import { OrdersOfUrl } from './orders-of-url.tsx';
import { PackingSlip } from './packing-slip.tsx';
import { PickList } from './pick-list.tsx';
import { PrintButton } from './print-button.tsx';

/** The document to print for the orders of the URL: the pick list, then a slip per order on its own sheet. */
export default function PrintScreen() {
  return (
    <OrdersOfUrl>
      {(orders, notices) => {
        const printed = orders.filter((order) => slipExclusion(order) === null);
        const left = orders.filter((order) => slipExclusion(order) !== null);
        return (
          <section aria-labelledby="print">
            <title>Print | Admin</title>
            {/* Not a header element: the shop's print styles would show it. */}
            <div className="mb-5 grid gap-3 print:hidden">
              <h1 id="print" className="text-2xl">
                {headingFor(printed.length)}
              </h1>
              {notices}
              {left.map((order) => (
                <p key={order.id} className="font-medium text-danger">
                  {order.order_number} has no slip: {slipExclusion(order)}.
                </p>
              ))}
              <NextSteps orders={printed} />
            </div>
            {printed.length > 1 && <PickList orders={printed} />}
            {printed.map((order) => (
              <PackingSlip key={order.id} order={order} />
            ))}
          </section>
        );
      }}
    </OrdersOfUrl>
  );
}

function NextSteps({ orders }: { orders: readonly OrderDetail[] }) {
  const ids = orders.map(({ id }) => id).join(',');
  const canSome = (verb: Verb) => orders.some(({ verbs }) => verbs.includes(verb));
  return (
    <div className="flex flex-wrap gap-2">
      <PrintButton ready={orders.length > 0} />
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
  );
}

function headingFor(slips: number): string {
  if (slips === 0) return 'No packing slips';
  return slips === 1 ? 'One packing slip' : `${slips} packing slips`;
}
