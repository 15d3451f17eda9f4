import { MAX_PRODUCTS_LISTED } from '#contract/admin/products.ts';

/** A note below a list of all products that is longer than its limit. */
export function ListLimitNote({ length }: { length: number }) {
  if (length <= MAX_PRODUCTS_LISTED) return null;
  return (
    <p role="note" className="text-sm text-muted">
      {`Only the first ${MAX_PRODUCTS_LISTED.toLocaleString('en-IN')} products are shown. Hidden ones come last.`}
    </p>
  );
}
