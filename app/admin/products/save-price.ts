import { callAdmin } from '#app/admin/call-admin.ts';
import { tellDone } from '#app/admin/undo/undo-store.ts';
import type { ListedProduct } from '#contract/admin/products.ts';
import { formatRupees } from '#domain/money.ts';
import { productChanged } from './product-queries.ts';

type Priced = Pick<ListedProduct, 'id' | 'name' | 'price' | 'mrp' | 'version'>;

/** Changes a price at once, and offers to take it back. */
export async function savePrice(
  product: Priced,
  next: { price: number; mrp: number | null },
): Promise<void> {
  const { id, name, price, mrp, version } = product;
  const set = async (body: { version: number; price: number; mrp: number | null }) => {
    const changed = await callAdmin('PATCH /admin/products/{id}/price', { params: { id }, body });
    productChanged(changed);
    return changed;
  };
  const changed = await set({ version, ...next });
  tellDone({
    text: `${name}: ${formatRupees(next.price)}`,
    undo: async () => {
      await set({ version: changed.version, price, mrp });
    },
  });
}
