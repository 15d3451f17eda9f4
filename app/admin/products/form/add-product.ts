import { callAdmin } from '#app/admin/call-admin.ts';
import { ApiError, hasErrorCode } from '#app/shell/api/api-error.ts';
import { randomId } from '#app/shell/api/random-id.ts';
import type { AdminProduct, NewProduct } from '#contract/admin/products.ts';
import { forgetDraft, NEW, type StoredDraft } from './stored-draft.ts';

/** The idempotency key of a new product, and whether this tab has sent it without an answer. */
type Attempt = Pick<StoredDraft, 'key' | 'sent'>;

/**
 * Adds a product, once however often it is sent. `addedBefore`: an answer was lost and the form has changed since, and
 * the product is as it was first sent. `remember` is told of each attempt before it is sent.
 *
 * @throws as `callAdmin`.
 */
export async function addProduct(
  form: NewProduct,
  { key, sent }: Attempt,
  remember: (attempt: Attempt) => void,
): Promise<{ product: AdminProduct; addedBefore: boolean }> {
  async function send(used: string) {
    remember({ key: used, sent: true });
    const product = await callAdmin('POST /admin/products', { body: form, idempotencyKey: used });
    forgetDraft(NEW, used);
    return { product, addedBefore: false };
  }
  try {
    return await send(key);
  } catch (error) {
    if (!hasErrorCode(error, 'idempotency_key_reused')) {
      // Refused, so this time nothing was added.
      if (error instanceof ApiError && error.status < 500) remember({ key, sent });
      throw error;
    }
    // The key came with the draft of another tab, which has added its own product with it.
    if (!sent) return await send(randomId());
    const product = await callAdmin('GET /admin/created-products/{key}', { params: { key } });
    forgetDraft(NEW, key);
    return { product, addedBefore: true };
  }
}
