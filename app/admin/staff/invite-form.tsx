import { useState } from 'react';
import * as z from 'zod/mini';
import { callAdmin } from '#app/admin/call-admin.ts';
import { DraftNote } from '#app/admin/draft/draft-note.tsx';
import { useFormDraft } from '#app/admin/draft/use-form-draft.ts';
import { FormFields } from '#app/admin/form-fields.tsx';
import { isAnswerLost } from '#app/admin/show-failure.ts';
import { messageOf } from '#app/shell/api/api-error.ts';
import { Button } from '#app/ui/button.tsx';
import { Field, SelectField } from '#app/ui/field.tsx';
import { STAFF_ROLE_NAMES, STAFF_ROLES } from '#domain/staff.ts';
import { staffChanged } from './staff-queries.ts';
import { useRecentFactor } from './use-recent-factor.tsx';

const ROLE_OPTIONS = STAFF_ROLES.map((value) => ({ value, label: STAFF_ROLE_NAMES[value] }));

const Typed = z.object({ email: z.string(), role: z.enum(STAFF_ROLES) });
const EMPTY: z.infer<typeof Typed> = { email: '', role: 'packer' };

/** Invites somebody to the staff. Shows the link once, because without email it is the only way to send it. */
export function InviteForm() {
  const { form, restored, change, forget } = useFormDraft('invitation', Typed, EMPTY);
  const { email, role } = form;
  const [failure, setFailure] = useState('');
  const [sending, setSending] = useState(false);
  const [link, setLink] = useState('');
  const { withRecentFactor, step } = useRecentFactor(true);

  async function invite() {
    setFailure('');
    setSending(true);
    try {
      const made = await withRecentFactor(() =>
        callAdmin('POST /admin/staff/invitations', { body: { email, role } }),
      );
      setLink(made.link);
      forget();
      staffChanged();
    } catch (error) {
      if (isAnswerLost(error)) staffChanged();
      setFailure(messageOf(error));
    } finally {
      setSending(false);
    }
  }

  return (
    <section className="panel grid gap-4">
      <h2 className="text-lg">Invite somebody</h2>
      {step ?? (
        <form
          noValidate
          onSubmit={(event) => {
            event.preventDefault();
            void invite();
          }}
          className="grid gap-3 sm:grid-cols-[minmax(0,1fr)_11rem_auto] sm:items-end"
        >
          <DraftNote restored={restored} onClear={forget} className="sm:col-span-3" />
          <FormFields saving={sending}>
            <Field
              label="Email"
              type="email"
              autoComplete="off"
              value={email}
              onChange={(event) => change({ email: event.target.value })}
              error={failure}
            />
            <SelectField
              label="Role"
              value={role}
              onChange={(event) =>
                change({
                  role: STAFF_ROLES.find((each) => each === event.target.value) ?? 'packer',
                })
              }
              options={ROLE_OPTIONS}
            />
          </FormFields>
          <Button type="submit" busy={sending && 'Inviting...'}>
            Invite
          </Button>
        </form>
      )}
      {link && (
        <p>
          The invitation will be emailed. It opens once, within a day, for that email alone. You can
          also send this link yourself:{' '}
          <code
            translate="no"
            className="block rounded-md bg-surface-muted px-3 py-2 text-sm wrap-anywhere text-foreground select-all"
          >
            {link}
          </code>
        </p>
      )}
    </section>
  );
}
