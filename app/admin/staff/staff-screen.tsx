import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import * as z from 'zod/mini';
import { AdminForm } from '#app/admin/admin-form.tsx';
import { callAdmin, read, reload } from '#app/admin/api.ts';
import { ConfirmButton } from '#app/admin/buttons.tsx';
import { useFormDraft } from '#app/admin/draft.ts';
import { List } from '#app/admin/list.tsx';
import { useRecentFactor } from '#app/admin/recent-factor.tsx';
import { Loaded, Screen } from '#app/admin/screen.tsx';
import { showSnackbar } from '#app/admin/snackbar/snackbar-store.ts';
import { useWrite } from '#app/admin/use-write.ts';
import { Field, SelectField } from '#app/ui/field.tsx';
import type { StaffInvitation } from '#contract/admin/staff.ts';
import { formatDateTime } from '#domain/day.ts';
import { STAFF_ROLE_NAMES, STAFF_ROLES } from '#domain/staff.ts';
import { MemberRow } from './member-row.tsx';
import { ROLE_OPTIONS } from './use-staff.ts';

/** The staff members and their roles. Every change requires a recent second factor. */
export default function StaffScreen() {
  const staff = useQuery(read('GET /admin/staff'));
  return (
    <Loaded query={staff}>
      {({ staff, invitations }) => (
        <Screen heading="Staff">
          <List>
            {staff.map((member) => (
              <MemberRow key={member.id} member={member} />
            ))}
          </List>
          {invitations.length > 0 && (
            <section className="panel">
              <h2 className="text-lg">Invited</h2>
              <ul>
                {invitations.map((invitation) => (
                  <Invitation key={invitation.id} invitation={invitation} />
                ))}
              </ul>
            </section>
          )}
          <InviteForm />
        </Screen>
      )}
    </Loaded>
  );
}

function Invitation({ invitation }: { invitation: StaffInvitation }) {
  const { id, email, role, expires_at } = invitation;
  async function withdraw() {
    await callAdmin('DELETE /admin/staff/invitations/{id}', { params: { id } });
    reload('staff');
    showSnackbar({ text: 'Invitation withdrawn' });
  }
  return (
    <li className="flex flex-wrap items-center gap-x-4 py-1">
      <span className="min-w-0 flex-1 wrap-anywhere">
        {email}
        <span className="block text-sm text-muted">
          {STAFF_ROLE_NAMES[role]}, until {formatDateTime(expires_at)}
        </span>
      </span>
      <ConfirmButton
        title="Withdraw the invitation?"
        keep="Keep it"
        verb="Withdraw"
        work={withdraw}
        failed="Not changed"
        button={{ tone: 'quiet', children: 'Withdraw' }}
      >
        <p className="wrap-anywhere">
          The link for {email} will no longer open. This cannot be undone, but you can invite them
          again.
        </p>
      </ConfirmButton>
    </li>
  );
}

const Typed = z.object({ email: z.string(), role: z.enum(STAFF_ROLES) });
const EMPTY: z.infer<typeof Typed> = { email: '', role: 'packer' };

/** Invites somebody to the staff. Shows the link once, because without email it is the only way to send it. */
function InviteForm() {
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
