import { callAdmin } from '#app/admin/call-admin.ts';
import { reloadOrders } from '#app/admin/orders/order-queries.ts';
import { showSnackbar } from '#app/admin/snackbar/snackbar-store.ts';
import { useWrite } from '#app/admin/use-write.ts';
import { Button } from '#app/ui/button.tsx';

type TakeOutButtonProps = {
  order: { id: string; order_number: string };
  'aria-label'?: string;
  className?: string;
};

/** Notes that the closed parcel of a cancelled order was taken out, and offers to undo that. */
export function TakeOutButton({ order: { id, order_number }, ...rest }: TakeOutButtonProps) {
  const { write, busy } = useWrite({
    failed: order_number,
    onFailure: () => void reloadOrders(),
  });

  async function note(taken_out: boolean) {
    const request = { params: { id }, body: { taken_out } };
    await callAdmin('PATCH /admin/orders/{id}/cancelled-parcel', request);
    await reloadOrders();
  }

  const takeOut = () =>
    write(async () => {
      await note(true);
      showSnackbar({ text: `${order_number} taken out`, undo: () => note(false) });
    });

  return (
    <Button {...rest} tone="secondary" busy={busy && 'Working...'} onClick={() => void takeOut()}>
      Taken out
    </Button>
  );
}
