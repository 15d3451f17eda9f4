import { Button } from '#app/ui/button.tsx';
import { FIELD_NAMES } from './field-names.ts';
import type { Meanwhile } from './use-product-form.ts';

type FormNoticesProps = {
  restored: boolean;
  /** Pictures of the restored form are gone. */
  lostPictures: boolean;
  meanwhile: Meanwhile | null;
  onDiscard: () => void;
};

/** Above a form: what was typed before is back; what somebody else has saved meanwhile. */
export function FormNotices({ restored, lostPictures, meanwhile, onDiscard }: FormNoticesProps) {
  if (!restored && !meanwhile) return null;
  const names = (fields: Meanwhile['theirs']) =>
    fields.map((field) => FIELD_NAMES[field]).join(', ');
  return (
    <div role="status" className="panel grid gap-2">
      {restored && <p>What you typed last time was not saved. It is back in the form.</p>}
      {lostPictures && (
        <p>Pictures that were added more than a week ago are gone. Add them again.</p>
      )}
      {meanwhile && (
        <p>
          Somebody else has saved this product meanwhile
          {meanwhile.theirs.length > 0 && `: ${names(meanwhile.theirs)}`}. Their changes are in the
          form.
          {meanwhile.both.length > 0 &&
            ` You both changed ${names(meanwhile.both)}: yours is in the form, and replaces theirs when you save.`}{' '}
          Look it over, then save again.
        </p>
      )}
      <Button tone="quiet" className="min-h-11 w-fit px-3 text-sm" onClick={onDiscard}>
        Take what is saved instead
      </Button>
    </div>
  );
}
