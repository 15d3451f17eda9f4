import { useQuery } from '@tanstack/react-query';
import { callAdmin, read, reload } from '#app/admin/api.ts';
import { ConfirmButton } from '#app/admin/buttons.tsx';
import { List } from '#app/admin/list.tsx';
import { Loaded, Screen } from '#app/admin/screen.tsx';
import { showSnackbar } from '#app/admin/snackbar/snackbar-store.ts';
import type { StaffInvitation } from '#contract/admin/staff.ts';
import { formatDateTime } from '#domain/day.ts';
import { STAFF_ROLE_NAMES } from '#domain/staff.ts';
import { InviteForm } from './invite-form.tsx';
import { MemberRow } from './member-row.tsx';

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
