import { useState } from 'react';
import { callAdmin } from '#app/admin/call-admin.ts';
import { productChanged, reloadProduct } from '#app/admin/products/product-queries.ts';
import { showFailure } from '#app/admin/show-failure.ts';
import { showSnackbar } from '#app/admin/snackbar/snackbar-store.ts';
import { Button } from '#app/ui/button.tsx';
import type { ListedProduct } from '#contract/admin/products.ts';

/** Hides a product from shoppers, or shows it. Orders are unaffected, and nothing is deleted. */
export function ShownButton({ product }: { product: ListedProduct }) {
  const [saving, setSaving] = useState(false);
  const { id, name, shown } = product;

  async function set(version: number, next: boolean) {
    const changed = await callAdmin('PATCH /admin/products/{id}/shown', {
      params: { id },
      body: { version, shown: next },
    });
    productChanged(changed);
    return changed;
  }

  async function toggle() {
    setSaving(true);
    try {
      const { version } = await set(product.version, !shown);
      showSnackbar({
        text: shown ? `${name} is hidden from shoppers` : `${name} is in the shop`,
        undo: async () => {
          await set(version, shown);
        },
      });
    } catch (error) {
      showFailure(error, 'Not changed');
      void reloadProduct(id).catch(() => {});
    } finally {
      setSaving(false);
    }
  }

  return (
    <Button
      tone="quiet"
      className="min-h-11 px-3 text-sm"
      aria-label={`${shown ? 'Hide' : 'Show'} ${name}`}
      busy={saving && 'Saving...'}
      onClick={() => void toggle()}
    >
      {shown ? 'Hide' : 'Show'}
    </Button>
  );
}
