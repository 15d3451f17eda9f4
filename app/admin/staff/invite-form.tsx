import { useState } from 'react';
import * as z from 'zod/mini';
import { AdminForm } from '#app/admin/admin-form.tsx';
import { callAdmin, reload } from '#app/admin/api.ts';
import { useFormDraft } from '#app/admin/draft.ts';
import { useRecentFactor } from '#app/admin/recent-factor.tsx';
import { useWrite } from '#app/admin/use-write.ts';
import { Field, SelectField } from '#app/ui/field.tsx';
import { STAFF_ROLES } from '#domain/staff.ts';
import { ROLE_OPTIONS } from './use-staff.ts';

const Typed = z.object({ email: z.string(), role: z.enum(STAFF_ROLES) });
const EMPTY: z.infer<typeof Typed> = { email: '', role: 'packer' };

/** Invites somebody to the staff. Shows the link once, because without email it is the only way to send it. */
export function InviteForm() {
  const draft = useFormDraft('invitation', Typed, EMPTY);
  const { email, role } = draft.form;
  const { withRecentFactor, step } = useRecentFactor(true);
  const [link, setLink] = useState('');
  const { write, busy, failure } = useWrite({ onFailure: () => reload('staff') });

  const invite = () =>
    write(async () => {
      const made = await withRecentFactor(() =>
        callAdmin('POST /admin/staff/invitations', { body: { email, role } }),
      );
      setLink(made.link);
      draft.forget();
      reload('staff');
    });

  return (
    <section className="panel grid gap-4">
      <h2 className="text-lg">Invite somebody</h2>
      {step ?? (
        <AdminForm
          className="grid gap-3"
          draft={draft}
          onSubmit={invite}
          busy={busy}
          submit="Invite"
          submitting="Inviting..."
        >
          <div className="grid gap-3 sm:grid-cols-[minmax(0,1fr)_11rem]">
            <Field {...draft.field('email')} label="Email" type="email" error={failure} />
            <SelectField
              label="Role"
              value={role}
              onChange={({ target }) =>
                draft.change({
                  role: STAFF_ROLES.find((each) => each === target.value) ?? 'packer',
                })
              }
              options={ROLE_OPTIONS}
            />
          </div>
        </AdminForm>
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
