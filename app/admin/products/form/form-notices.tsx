import { Button } from '#app/ui/button.tsx';
import { Link } from '#app/ui/link.js';
import type { AdminProduct } from '#contract/admin/products.ts';
import type { Draft } from './draft.ts';
import { FIELD_NAMES } from './field-names.ts';
import type { InitialField } from './unsaved-initial-values.ts';
import type { Conflict } from './use-product-form.ts';

type FormNoticesProps = {
  restored: boolean;
  /** Whether pictures of the restored draft were deleted. */
  lostPictures: boolean;
  conflict: Conflict | null;
  /** Fields that were typed for a new product and that this form does not save. */
  unsavedFields: InitialField[];
  draft: Draft;
  product: AdminProduct | null;
  onDiscard: () => void;
};

/**
 * Notes above the form: a draft was restored; somebody else has saved the product; values of a new product were not
 * saved, because an earlier request had added it.
 */
export function FormNotices(props: FormNoticesProps) {
  const { restored, lostPictures, conflict, unsavedFields, draft, product, onDiscard } = props;
  if (!restored && !conflict && unsavedFields.length === 0) return null;
  const names = (fields: Conflict['theirs']) =>
    fields.map((field) => FIELD_NAMES[field]).join(', ');
  return (
    <div role="status" className="panel grid gap-2">
      {restored && <p>What you typed last time was not saved. It is back in the form.</p>}
      {lostPictures && (
        <p>Pictures that were added more than a week ago are gone. Add them again.</p>
      )}
      {conflict && (
        <p>
          Somebody else has saved this product in the meantime
          {conflict.theirs.length > 0 && `: ${names(conflict.theirs)}`}. Their changes are in the
          form.
          {conflict.both.length > 0 &&
            ` You both changed ${names(conflict.both)}: yours is in the form, and replaces theirs when you save.`}{' '}
          Look it over, then save again.
        </p>
      )}
      {product && unsavedFields.length > 0 && (
        <>
          <p>This product was already added with the details you sent first. Not changed yet:</p>
          <ul className="list-disc pl-5">
            {unsavedFields.map((field) => (
              <li key={field}>
                {FIELD_NAMES[field]}: you typed {draft[field] || 'none'}, it is{' '}
                {product[field] ?? 'none'}. Change it{' '}
                {field === 'stock' ? (
                  <Link to="/admin/stock" className="text-primary underline underline-offset-4">
                    under Stock
                  </Link>
                ) : (
                  'in the box Price'
                )}
                .
              </li>
            ))}
          </ul>
        </>
      )}
      <Button tone="quiet" className="-ml-3 min-h-11 w-fit px-3! text-sm" onClick={onDiscard}>
        Take what is saved instead
      </Button>
    </div>
  );
}
