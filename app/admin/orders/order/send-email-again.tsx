import { callAdmin } from '#app/admin/call-admin.ts';
import { showRefusal } from '#app/admin/orders/actions/use-order-action.ts';
import { orderChanged } from '#app/admin/orders/order-queries.ts';
import { showSnackbar } from '#app/admin/snackbar/snackbar-store.ts';
import { useWrite } from '#app/admin/use-write.ts';
import { Button } from '#app/ui/button.tsx';
import type { OrderDetail } from '#contract/admin/order-views.ts';

/**
 * Sends the customer the last email about the order again. Above the history, so that the new entry does not move it from
 * under the thumb. Only roles that may send one see the address.
 */
export function SendEmailAgain({ order }: { order: OrderDetail }) {
  const { write, busy } = useWrite({
    failed: (error) => showRefusal(order, error, 'Not sent again'),
  });
  const { id, version, email } = order;
  if (email === null) return null;

  const send = () =>
    write(async () => {
      const changed = await callAdmin('POST /admin/orders/{id}/emails', {
        params: { id },
        body: { version },
        // Another one for another time: by then the history has an entry more.
        idempotencyKey: `${id}-${version}-${sentAgain(order).length}`,
      });
      orderChanged(changed);
      const subject = sentAgain(changed).at(-1)?.data.subject;
      showSnackbar({ text: `“${subject}” is sent again to ${email}` });
    });

  return (
    <div className="mt-2 grid justify-items-start gap-1">
      <Button tone="secondary" busy={busy && 'Sending...'} onClick={() => void send()}>
        Send the email again
      </Button>
      <p className="text-sm text-muted wrap-anywhere">The last one about this order, to {email}</p>
    </div>
  );
}

const sentAgain = ({ events }: OrderDetail) =>
  events.filter(({ kind }) => kind === 'send_email_again');
