import type { ReactNode } from 'react';
import { DraftNote } from '#app/admin/draft/draft-note.tsx';
import { FormFields } from '#app/admin/form-fields.tsx';
import { Button } from '#app/ui/button.tsx';
import { InlineAlert } from '#app/ui/inline-alert.tsx';
import type { SettingFormState } from './use-setting-form.ts';

type SettingFormProps = {
  title: string;
  about: string;
  form: SettingFormState;
  children: ReactNode;
};

/** The frame of a setting: title, description, fields and save button. */
export function SettingForm({ title, about, form, children }: SettingFormProps) {
  const { save, saving, failure, conflict, restored, showNow, keep } = form;
  return (
    <form
      noValidate
      aria-label={title}
      onSubmit={(event) => {
        event.preventDefault();
        void save();
      }}
      className="panel grid gap-4"
    >
      <div>
        <h2 className="text-lg">{title}</h2>
        <p className="text-sm text-muted">{about}</p>
      </div>
      {!conflict && <DraftNote restored={restored} onClear={showNow} />}
      <FormFields saving={saving}>{children}</FormFields>
      {conflict ? (
        <>
          <InlineAlert>
            Somebody saved other values in the meantime. Yours are not saved yet.
          </InlineAlert>
          <div className="flex flex-wrap gap-3">
            <Button tone="quiet" onClick={showNow}>
              Show the saved values
            </Button>
            <Button tone="quiet" onClick={keep}>
              Keep what I typed
            </Button>
          </div>
        </>
      ) : (
        <>
          {failure && <InlineAlert>{failure}</InlineAlert>}
          <Button type="submit" busy={saving && 'Saving...'} className="justify-self-start">
            Save
          </Button>
        </>
      )}
    </form>
  );
}
