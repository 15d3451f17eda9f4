import { useState } from 'react';
import { callAdmin } from '#app/admin/call-admin.ts';
import { reloadOrders } from '#app/admin/orders/order-queries.ts';
import { showFailure } from '#app/admin/show-failure.ts';
import { showSnackbar } from '#app/admin/snackbar/snackbar-store.ts';
import { Button } from '#app/ui/button.tsx';

type TakeOutButtonProps = {
  order: { id: string; order_number: string };
  'aria-label'?: string;
  className?: string;
};

/** Notes that the closed parcel of a cancelled order was taken out, and offers to undo that. */
export function TakeOutButton({ order: { id, order_number }, ...rest }: TakeOutButtonProps) {
  const [busy, setBusy] = useState(false);

  async function note(taken_out: boolean) {
    await callAdmin('PATCH /admin/orders/{id}/cancelled-parcel', {
      params: { id },
      body: { taken_out },
    });
    await reloadOrders();
  }

  async function takeOut() {
    setBusy(true);
    try {
      await note(true);
      showSnackbar({ text: `${order_number} taken out`, undo: () => note(false) });
    } catch (error) {
      void reloadOrders();
      showFailure(error, order_number);
    } finally {
      setBusy(false);
    }
  }

  return (
    <Button {...rest} tone="secondary" busy={busy && 'Working...'} onClick={() => void takeOut()}>
      Taken out
    </Button>
  );
}
