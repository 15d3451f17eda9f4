import { useState } from 'react';
import { callAdmin } from '#app/admin/call-admin.ts';
import { ConfirmDialog } from '#app/admin/confirm-dialog.tsx';
import { showFailure } from '#app/admin/show-failure.ts';
import { showSnackbar } from '#app/admin/snackbar/snackbar-store.ts';
import { Button } from '#app/ui/button.tsx';
import { useNavigate } from '#app/ui/link.js';
import type { AdminProduct } from '#contract/admin/products.ts';
import { productRemoved, reloadProduct } from './product-queries.ts';

/** Removes a hidden product that nobody has ordered. */
export function RemoveProduct({ product: { id, name, version } }: { product: AdminProduct }) {
  const navigate = useNavigate();
  const [asking, setAsking] = useState(false);
  const [removing, setRemoving] = useState(false);

  async function remove() {
    setRemoving(true);
    try {
      await callAdmin('POST /admin/products/{id}/removal', { params: { id }, body: { version } });
      await navigate('/admin/products');
      productRemoved(id);
      showSnackbar({ text: `${name} removed` });
    } catch (error) {
      showFailure(error, 'Not removed');
      setAsking(false); // it would cover the message
      void reloadProduct(id).catch(() => {});
    } finally {
      setRemoving(false);
    }
  }

  return (
    <>
      <Button tone="quiet" className="min-h-11" onClick={() => setAsking(true)}>
        Remove
      </Button>
      <ConfirmDialog
        open={asking}
        title={`Remove ${name}?`}
        keep="Keep it"
        verb="Remove"
        busy={removing && 'Removing...'}
        onClose={() => setAsking(false)}
        onConfirm={() => void remove()}
      >
        <p>
          Nobody has ordered it. It is deleted with its prices and the history of its stock, and
          this cannot be undone.
        </p>
      </ConfirmDialog>
    </>
  );
}
