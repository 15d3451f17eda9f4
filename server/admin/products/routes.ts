import { adminProductEndpoints, MAX_PRODUCTS_LISTED } from '#contract/admin/products.ts';
import { AppError } from '#contract/errors.ts';
import { uploadedPicture } from '#domain/picture.ts';
import { requireDone } from '#server/database/outcome.ts';
import { requireRow } from '#server/database/require-row.ts';
import type { StaffAccess, StaffDatabase } from '#server/database/staff-database.ts';
import { type Authenticate, serveEndpoints } from '#server/http/serve-endpoints.ts';
import type { Jobs } from '#server/jobs/jobs.ts';
import { changePrice } from './change-price.ts';
import {
  findPicture,
  findProduct,
  listProducts,
  previewProduct,
  removeProduct,
  updateShown,
} from './queries.ts';
import { addProduct, changeProduct, findCreatedProduct, saveProduct } from './save-product.ts';
import { schedulePrice, withdrawPrice } from './schedule-price.ts';

export function adminProductRoutes(
  { staffDatabase, jobs }: { staffDatabase: StaffDatabase; jobs: Jobs },
  authenticate: Authenticate,
) {
  return serveEndpoints(
    adminProductEndpoints,
    authenticate,
    {
      'GET /admin/products': ({ staff }) => staff.rows(listProducts(MAX_PRODUCTS_LISTED + 1)),

      'GET /admin/products/{id}': async ({ staff, params }) =>
        requireRow(await staff.rows(findProduct(params.id)), 'product_not_found'),

      'GET /admin/products/{id}/preview': async ({ staff, params }) =>
        requireRow(await staff.rows(previewProduct(params.id)), 'product_not_found'),

      'POST /admin/products': ({ staff, body, idempotencyKey }) =>
        addProduct(staff, idempotencyKey, body),

      'GET /admin/created-products/{key}': ({ staff, params }) =>
        findCreatedProduct(staff, params.key),

      'PATCH /admin/products/{id}': ({ staff, params, body }) =>
        saveProduct(staff, params.id, body),

      'PATCH /admin/products/{id}/shown': ({ staff, params, body: { version, shown } }) =>
        changeProduct(
          staff,
          params.id,
          shown ? 'show_product' : 'hide_product',
          async (tx, before) => {
            if (shown && before.images.length === 0)
              throw new AppError('invalid_input', NO_PICTURE);
            return tx.rows(updateShown(params.id, version, shown));
          },
        ),

      'POST /admin/products/{id}/removal': ({ staff, params, body }) =>
        removeUnsoldProduct(staff, params.id, body.version),

      'PATCH /admin/products/{id}/price': ({ staff, params, body }) =>
        changePrice(staff, params.id, body),

      'POST /admin/products/{id}/price-changes': ({ staff, params, body }) =>
        schedulePrice(staff, jobs, params.id, body),

      'DELETE /admin/price-changes/{id}': ({ staff, params }) => withdrawPrice(staff, params.id),

      'GET /admin/pictures/{hash}': async ({ staff, params }) => {
        const picture = requireRow(await staff.rows(findPicture(params.hash)));
        return { ...picture, src: uploadedPicture(picture.hash) };
      },
    },
    staffDatabase,
  );
}

const NO_PICTURE = { message: 'Add a picture before you show it in the shop.' };

/**
 * Removes a hidden product that nobody has ordered, with its prices and the history of its stock.
 *
 * @throws AppError product_not_found; product_changed; product_sold, also for one that is not hidden.
 */
function removeUnsoldProduct(staff: StaffAccess, id: string, version: number): Promise<void> {
  return staff.transact(async (tx) => {
    const [removed] = await tx.rows(removeProduct(id, version));
    requireDone(removed?.outcome);
  });
}
