import type { ReactNode } from 'react';
import { Button } from '#app/ui/button.tsx';
import { InlineAlert } from '#app/ui/inline-alert.tsx';

type SettingFormProps = {
  title: string;
  about: string;
  saving: boolean;
  failure: string;
  onSave: () => void;
  children: ReactNode;
};

/** The frame of a setting: what it is for, its fields and the button that saves it. */
export function SettingForm({ title, about, saving, failure, onSave, children }: SettingFormProps) {
  return (
    <form
      noValidate
      aria-label={title}
      onSubmit={(event) => {
        event.preventDefault();
        onSave();
      }}
      className="panel grid gap-4"
    >
      <div>
        <h2 className="text-lg">{title}</h2>
        <p className="text-sm text-muted">{about}</p>
      </div>
      {children}
      {failure && <InlineAlert>{failure}</InlineAlert>}
      <Button type="submit" busy={saving && 'Saving...'} className="justify-self-start">
        Save
      </Button>
    </form>
  );
}
