import { callAdmin } from '#app/admin/call-admin.ts';
import { showRefusal } from '#app/admin/orders/actions/use-order-action.ts';
import { orderChanged } from '#app/admin/orders/order-queries.ts';
import { showSnackbar } from '#app/admin/snackbar/snackbar-store.ts';
import { WriteButton } from '#app/admin/write-button.tsx';
import type { OrderDetail } from '#contract/admin/order-views.ts';

/**
 * Sends the customer the last email about the order again. Above the history, so that the new entry does not move it from
 * under the thumb. Only roles that may send one see the address.
 */
export function SendEmailAgain({ order }: { order: OrderDetail }) {
  const { id, version, email } = order;
  if (email === null) return null;

  async function send() {
    const changed = await callAdmin('POST /admin/orders/{id}/emails', {
      params: { id },
      body: { version },
      // Another one for another time: by then the history has an entry more.
      idempotencyKey: `${id}-${version}-${sentAgain(order).length}`,
    });
    orderChanged(changed);
    const subject = sentAgain(changed).at(-1)?.data.subject;
    showSnackbar({ text: `“${subject}” is sent again to ${email}` });
  }

  return (
    <div className="mt-2 grid justify-items-start gap-1">
      <WriteButton
        tone="secondary"
        working="Sending..."
        work={send}
        failed={(error) => showRefusal(order, error, 'Not sent again')}
      >
        Send the email again
      </WriteButton>
      <p className="text-sm text-muted wrap-anywhere">The last one about this order, to {email}</p>
    </div>
  );
}

const sentAgain = ({ events }: OrderDetail) =>
  events.filter(({ kind }) => kind === 'send_email_again');
