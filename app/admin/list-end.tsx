import { MAX_LISTED } from '#contract/admin/products.ts';

/** Says below a list of all products that there are more than it shows. */
export function ListEnd({ length }: { length: number }) {
  if (length <= MAX_LISTED) return null;
  return (
    <p role="note" className="text-sm text-muted">
      {`Only the first ${MAX_LISTED.toLocaleString('en-IN')} products are shown. Hidden ones come last.`}
    </p>
  );
}
