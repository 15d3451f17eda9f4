import type { ReactNode } from 'react';
import { ConflictNotice } from '#app/admin/draft/conflict-notice.tsx';
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
  const { save, saving, failure, conflicts, restored, forget, names } = form;
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
      <DraftNote restored={restored} onClear={forget} />
      <FormFields saving={saving}>{children}</FormFields>
      <ConflictNotice conflicts={conflicts} names={names} onTake={forget} />
      {failure && <InlineAlert>{failure}</InlineAlert>}
      <Button type="submit" busy={saving && 'Saving...'} className="justify-self-start">
        Save
      </Button>
    </form>
  );
}
