import type { PriceForm } from '#contract/admin/product-prices.ts';
import {
  type AdminProduct,
  type adminProductEndpoints,
  MAX_PRODUCTS_LISTED,
} from '#contract/admin/products.ts';
import { AppError } from '#contract/errors.ts';
import { formatDateTime } from '#domain/day.ts';
import { formatRupees } from '#domain/money.ts';
import { uploadedPicture } from '#domain/picture.ts';
import { writeAudit } from '#server/admin/audit/write-audit.ts';
import { requireRow } from '#server/database/require-row.ts';
import type { StaffAccess } from '#server/database/staff-database.ts';
import { invalidField } from '#server/http/invalid-field.ts';
import type { Handlers } from '#server/http/serve-endpoints.ts';
import type { Jobs } from '#server/jobs/jobs.ts';
import {
  deleteProduct,
  findPicture,
  findProduct,
  listProducts,
  lockPrices,
  lockProduct,
  previewProduct,
  replacePriceChange,
  resumePriceChange,
  returnsAbove,
  updatePrice,
  updateShown,
} from './queries.ts';
import { addProduct, changeProduct, checkPrice, saveProduct } from './save-product.ts';
import { overlaps, schedulePrice, withdrawPrice } from './schedule-price.ts';

export function adminProductHandlers({
  jobs,
}: {
  jobs: Jobs;
}): Handlers<typeof adminProductEndpoints> {
  return {
    'GET /admin/products': ({ staff }) => staff.rows(listProducts(MAX_PRODUCTS_LISTED + 1)),

    'GET /admin/products/{id}': async ({ staff, params }) =>
      requireRow(await staff.rows(findProduct(params.id)), 'product_not_found'),

    'GET /admin/products/{id}/preview': async ({ staff, params }) =>
      requireRow(await staff.rows(previewProduct(params.id)), 'product_not_found'),

    'POST /admin/products': ({ staff, body, idempotencyKey }) =>
      addProduct(staff, idempotencyKey, body),

    'PATCH /admin/products/{id}': ({ staff, params, body }) => saveProduct(staff, params.id, body),

    'PATCH /admin/products/{id}/shown': ({ staff, params, body: { version, shown } }) =>
      changeProduct(
        staff,
        params.id,
        shown ? 'show_product' : 'hide_product',
        async (tx, before) => {
          if (shown && before.images.length === 0) throw new AppError('invalid_input', NO_PICTURE);
          return tx.rows(updateShown(params.id, version, shown));
        },
      ),

    'POST /admin/products/{id}/removal': ({ staff, params, body }) =>
      staff.transact(async (tx) => {
        const found = await tx.rows(lockProduct(params.id));
        const { version, ...before } = requireRow(found, 'product_not_found');
        if (version !== body.version) throw new AppError('product_changed');
        requireRow(await tx.rows(deleteProduct(params.id)), 'product_sold');
        await writeAudit(tx, 'remove_product', ['product', params.id], { before });
      }),

    'PATCH /admin/products/{id}/price': ({ staff, params, body }) =>
      changePrice(staff, params.id, body),

    'POST /admin/products/{id}/price-changes': ({ staff, params, body }) =>
      schedulePrice(staff, jobs, params.id, body),

    'DELETE /admin/price-changes/{id}': ({ staff, params }) => withdrawPrice(staff, params.id),

    'GET /admin/pictures/{hash}': async ({ staff, params }) => {
      const picture = requireRow(await staff.rows(findPicture(params.hash)));
      return { ...picture, src: uploadedPicture(picture.hash) };
    },
  };
}

const NO_PICTURE = { message: 'Add a picture before you show it in the shop.' };

/**
 * Changes a price at once. Another price ends a running scheduled one; a corrected MRP does not. `keeps` is the running
 * scheduled price that this one ends even if it is the same. `resumes` is the scheduled price that was ended by mistake:
 * it runs again until its end.
 *
 * @throws AppError product_not_found; product_changed, also if `keeps` does not run or `resumes` cannot run again;
 * invalid_input, naming the field, also if a returning price would be above the MRP.
 */
function changePrice(
  staff: StaffAccess,
  id: string,
  { version, price, mrp, keeps, resumes }: PriceForm,
): Promise<AdminProduct> {
  checkPrice({ price, mrp });
  return changeProduct(staff, id, 'change_price', async (tx, { price: former }) => {
    await tx.rows(lockPrices(id));
    const changed = await tx.rows(updatePrice(id, version, price, mrp));
    if (changed.length === 0) return [];
    if (price !== former || keeps !== undefined) {
      const replaced = await tx.rows(replacePriceChange(id));
      if (keeps !== undefined && replaced[0]?.id !== keeps) return [];
    }
    if (resumes !== undefined) {
      const resumed = await tx.rows(resumePriceChange(id, resumes, price));
      if (resumed.length === 0) return [];
    }
    const [above] = await tx.rows(returnsAbove(id, mrp));
    if (above) throw invalidField('mrp', comesBack(above));
    return changed;
  }).catch((error) => {
    // Another price was scheduled for that time in the meantime.
    throw overlaps(error) ? new AppError('product_changed', {}, error) : error;
  });
}

const comesBack = ({ price, at }: { price: number; at: string }) =>
  `${formatRupees(price)} comes back at the end, ${formatDateTime(at)}: the MRP cannot be below it`;
