import { slipExclusion } from '#app/admin/orders/order-warnings.tsx';
import { LinkButton } from '#app/ui/button.tsx';
import type { Verb } from '#domain/order-verbs.ts';
import { OrdersOfUrl, PrintedSheets } from './orders-of-url.tsx';
import { PackingSlip, PickList } from './sheets.tsx';

/** The document to print for the orders of the URL: the pick list, then a slip per order on its own sheet. */
export default function PrintScreen() {
  return (
    <OrdersOfUrl>
      {(orders, notices) => {
        const printed = orders.filter((order) => slipExclusion(order) === null);
        const left = orders.filter((order) => slipExclusion(order) !== null);
        const ids = printed.map(({ id }) => id).join(',');
        const canSome = (verb: Verb) => printed.some(({ verbs }) => verbs.includes(verb));
        return (
          <PrintedSheets
            title="Print"
            heading={headingFor(printed.length)}
            head={
              <>
                {notices}
                {left.map((order) => (
                  <p key={order.id} className="font-medium text-danger">
                    {order.order_number} has no slip: {slipExclusion(order)}.
                  </p>
                ))}
              </>
            }
            more={
              <>
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
              </>
            }
            ready={printed.length > 0}
          >
            {printed.length > 1 && <PickList orders={printed} />}
            {printed.map((order) => (
              <PackingSlip key={order.id} order={order} />
            ))}
          </PrintedSheets>
        );
      }}
    </OrdersOfUrl>
  );
}

function headingFor(slips: number): string {
  if (slips === 0) return 'No packing slips';
  return slips === 1 ? 'One packing slip' : `${slips} packing slips`;
}
