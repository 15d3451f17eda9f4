import type { Database } from '#server/database/database.ts';
import { statement } from '#server/database/tables.ts';

/**
 * Notes which pictures products use now, then deletes at most `limit` of those that none has used since before this time, and
 * returns how many. Who saves a product sets `unused_since` to null in the same transaction, so that a picture is not
 * deleted at that moment. A picture that an order shows stays.
 */
export function deleteUnusedPictures(
  database: Database,
  before: Date,
  limit: number,
): Promise<number> {
  return database.transactAsGuest(async (tx) => {
    await tx.rows(noteUse());
    const old = (await tx.rows(findUnused(before, limit))).map(({ hash }) => hash);
    if (old.length === 0) return 0;
    await tx.rows(keepOrdered(old));
    return (await tx.rows(deletePictures(old, before))).length;
  });
}

export function noteUse() {
  return statement`
    with used as (
      select distinct substring(src from '^/pictures/u/([0-9a-f]{32})\\.webp$') as hash from products, unnest(images) src
    )
    update pictures set unused_since = case when used.hash is null then now() end
    from pictures present left join used using (hash)
    where present.hash = pictures.hash and (used.hash is null) = (pictures.unused_since is null)`;
}

export function findUnused(before: Date, limit: number) {
  return statement<{ hash: string }>`
    select hash from pictures where unused_since < ${before} and not ordered order by unused_since limit ${limit}`;
}

export function keepOrdered(hashes: string[]) {
  const files = hashes.map((hash) => `/pictures/u/${hash}.webp`);
  return statement`
    update pictures set ordered = true
    where hash = any(${hashes}) and '/pictures/u/' || hash || '.webp' in (
      select product_image from order_items where product_image = any(${files})
      union
      select product_image from payment_intent_items where product_image = any(${files})
    )`;
}

export function deletePictures(hashes: string[], before: Date) {
  return statement<{ hash: string }>`
    delete from pictures where hash = any(${hashes}) and unused_since < ${before} and not ordered returning hash`;
}
