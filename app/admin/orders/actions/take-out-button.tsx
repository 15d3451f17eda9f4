import { callAdmin } from '#app/admin/call-admin.ts';
import { reloadOrders } from '#app/admin/orders/order-queries.ts';
import { showSnackbar } from '#app/admin/snackbar/snackbar-store.ts';
import { WriteButton } from '#app/admin/write-button.tsx';

type TakeOutButtonProps = {
  order: { id: string; order_number: string };
  'aria-label'?: string;
  className?: string;
};

/** Notes that the closed parcel of a cancelled order was taken out, and offers to undo that. */
export function TakeOutButton({ order: { id, order_number }, ...rest }: TakeOutButtonProps) {
  async function note(taken_out: boolean) {
    const request = { params: { id }, body: { taken_out } };
    await callAdmin('PATCH /admin/orders/{id}/cancelled-parcel', request).finally(reloadOrders);
  }
  async function takeOut() {
    await note(true);
    showSnackbar({ text: `${order_number} taken out`, undo: () => note(false) });
  }
  return (
    <WriteButton
      {...rest}
      tone="secondary"
      working="Working..."
      work={takeOut}
      failed={order_number}
    >
      Taken out
    </WriteButton>
  );
}
