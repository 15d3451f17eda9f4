import type { ServerAuditVerb } from '#contract/admin/audit-verbs.ts';
import type { AdminProduct, NewProduct, ProductForm } from '#contract/admin/products.ts';
import { AppError } from '#contract/errors.ts';
import { ABOVE_MRP, isAboveMrp, type Priced } from '#domain/mrp.ts';
import { hashOfUploaded } from '#domain/picture.ts';
import { writeAudit } from '#server/admin/audit/write-audit.ts';
import { hashOfRequest } from '#server/crypto/derived-keys.ts';
import type { Transaction } from '#server/database/database.ts';
import { requireRow } from '#server/database/require-row.ts';
import type { StaffAccess } from '#server/database/staff-database.ts';
import { invalidField } from '#server/http/invalid-field.ts';
import {
  claimPictures,
  findCreated,
  findProduct,
  insertProduct,
  updateProduct,
} from './queries.ts';

/** How many products may have one name. */
const MAX_ATTEMPTS = 50;

/**
 * Adds a product, once per key: repeating a request returns the product as it is now.
 *
 * @throws AppError invalid_input, naming the fields; idempotency_key_reused if the key was sent with another form.
 */
export function addProduct(
  staff: StaffAccess,
  key: string,
  form: NewProduct,
): Promise<AdminProduct> {
  const hash = hashOfRequest(form);
  return staff.transact(async (tx) => {
    const earlier = await findAddedByKey(tx, key, hash);
    if (earlier) return earlier;
    checkPrice(form);
    await checkPictures(tx, form, []);
    for (let attempt = 1; attempt <= MAX_ATTEMPTS; attempt += 1) {
      const [added] = await tx.rows(insertProduct(productId(form.name, attempt), key, hash, form));
      if (!added) {
        const same = await findAddedByKey(tx, key, hash); // two identical requests at once
        if (same) return same;
        continue;
      }
      const product = await readProduct(tx, added.id);
      await writeProductAudit(tx, 'add_product', added.id, undefined, form);
      return product;
    }
    throw invalidField('name', 'Too many products have this name');
  });
}

/**
 * The product that an earlier request with this key added; null if there is none.
 *
 * @throws AppError idempotency_key_reused if that request had another form.
 */
async function findAddedByKey(
  tx: Transaction,
  key: string,
  hash: string,
): Promise<AdminProduct | null> {
  const [made] = await tx.rows(findCreated(key));
  if (!made) return null;
  if (made.hash === null || made.hash === hash) return readProduct(tx, made.id);
  throw new AppError('idempotency_key_reused', {
    message: 'This product was already added with the details you sent first.',
  });
}

/** @throws AppError product_not_found; product_changed; invalid_input, naming the fields. */
export function saveProduct(
  staff: StaffAccess,
  id: string,
  { version, ...form }: ProductForm & { version: number },
): Promise<AdminProduct> {
  return changeProduct(staff, id, 'change_product', async (tx, before) => {
    const present = before.images.map(({ src }) => src);
    await checkPictures(tx, form, present);
    return tx.rows(updateProduct(id, version, form));
  });
}

/**
 * Changes a product and writes the audit log. `update` returns no row if the product has another version.
 *
 * @throws AppError product_not_found; product_changed.
 */
export function changeProduct(
  staff: StaffAccess,
  id: string,
  verb: ServerAuditVerb,
  update: (tx: Transaction, before: AdminProduct) => Promise<object[]>,
): Promise<AdminProduct> {
  return staff.transact(async (tx) => {
    const before = await readProduct(tx, id);
    requireRow(await update(tx, before), 'product_changed');
    const after = await readProduct(tx, id);
    await writeProductAudit(tx, verb, id, withEnd(before), withEnd(after));
    return after;
  });
}

/** Adds the end of the running scheduled price: when a price is kept for good, nothing else changes. */
const withEnd = (product: AdminProduct) => ({
  ...product,
  ends_at: product.running?.ends_at ?? null,
});

/** @throws AppError product_not_found. */
export async function readProduct(tx: Transaction, id: string): Promise<AdminProduct> {
  return requireRow(await tx.rows(findProduct(id)), 'product_not_found');
}

/** @throws AppError invalid_input, naming the MRP, which somebody who raises a price above it has to state. */
export function checkPrice(priced: Priced): void {
  if (isAboveMrp(priced)) throw invalidField('mrp', ABOVE_MRP);
}

/** A product's pictures must be its present ones or uploaded ones; without one it cannot be shown in the shop. */
async function checkPictures(
  tx: Transaction,
  { images, shown }: ProductForm,
  present: string[],
): Promise<void> {
  const invalid = (message: string) => invalidField('images', message);
  if (shown && images.length === 0) throw invalid('Add a picture before you show it in the shop');
  if (new Set(images.map(({ src }) => src)).size < images.length) {
    throw invalid('A picture is there twice');
  }
  const added = images.filter(({ src }) => !present.includes(src));
  const hashes = added.map(({ src }) => hashOfUploaded(src));
  const known = hashes.filter((hash) => hash !== null);
  const ready = known.length > 0 ? await tx.rows(claimPictures(known)) : [];
  if (ready.length < added.length) throw invalid('A picture is not ready yet, or is not ours');
}

/** Writes the fields that differ into the audit log. */
async function writeProductAudit(
  tx: Transaction,
  verb: ServerAuditVerb,
  id: string,
  before: object | undefined,
  after: object,
): Promise<void> {
  const old = new Map(Object.entries(before ?? {}));
  const differing = Object.entries(after).filter(
    ([name, value]) =>
      !['price_changes', 'running', 'removable', 'version'].includes(name) &&
      JSON.stringify(value) !== JSON.stringify(old.get(name)),
  );
  await writeAudit(tx, verb, ['product', id], {
    before: before && Object.fromEntries(differing.map(([name]) => [name, old.get(name)])),
    after: Object.fromEntries(differing),
  });
}

/**
 * The id of a new product, which is also its URL: '/product/lemon-blue-tea'. A name without Latin letters gives
 * 'product'. `attempt` counts from 1; later ones end with their number.
 */
export function productId(name: string, attempt: number): string {
  const words = name
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .slice(0, 50)
    .replace(/^-+|-+$/g, '');
  const base = /[a-z]/.test(words) ? words : 'product';
  return attempt === 1 ? base : `${base}-${attempt}`;
}
