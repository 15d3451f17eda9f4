import { callAdmin } from '#app/admin/call-admin.ts';
import { ApiError, hasErrorCode } from '#app/shell/api/api-error.ts';
import { randomId } from '#app/shell/api/random-id.ts';
import type { AdminProduct, NewProduct } from '#contract/admin/products.ts';
import { forgetDraft, NEW, type StoredDraft } from './stored-draft.ts';

/** The idempotency key of a new product, and whether this tab sent it without receiving an answer. */
type Attempt = Pick<StoredDraft, 'key' | 'sent'>;

/**
 * Adds a product once, even if it is sent several times. `addedBefore`: an earlier request, whose response was lost,
 * has added the product, with the details that it had then. Calls `remember` before each attempt.
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
      // The server refused it and added nothing.
      if (error instanceof ApiError && error.status < 500) remember({ key, sent });
      throw error;
    }
    // The key is from the draft of another tab, which has used it for its own product.
    if (!sent) return await send(randomId());
    const product = await callAdmin('GET /admin/created-products/{key}', { params: { key } });
    forgetDraft(NEW, key);
    return { product, addedBefore: true };
  }
}
