import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { callAdmin } from '#app/admin/call-admin.ts';
import { ConfirmDialog } from '#app/admin/confirm-dialog.tsx';
import { showFailure } from '#app/admin/show-failure.ts';
import { showSnackbar } from '#app/admin/snackbar/snackbar-store.ts';
import { LoadError } from '#app/shell/api/load-error.tsx';
import { Button } from '#app/ui/button.tsx';
import { Spinner } from '#app/ui/spinner.tsx';
import type { StaffInvitation, StaffMember } from '#contract/admin/staff.ts';
import { formatDateTime } from '#domain/day.ts';
import { STAFF_ROLE_NAMES } from '#domain/staff.ts';
import { InviteForm } from './invite-form.tsx';
import { MemberRow } from './member-row.tsx';
import { staffChanged, staffQuery } from './staff-queries.ts';
import { useFactorDialog } from './use-factor-dialog.tsx';

/** The staff members and their roles. Every change requires a recent second factor. */
export default function StaffScreen() {
  const staff = useQuery(staffQuery);
  const { withRecentFactor, dialog } = useFactorDialog();
  const [withdrawn, setWithdrawn] = useState<StaffInvitation | null>(null);

  async function run(work: () => Promise<unknown>, done: string, back?: () => Promise<unknown>) {
    try {
      await withRecentFactor(work);
      staffChanged();
      showSnackbar({
        text: done,
        ...(back && {
          undo: async () => {
            await back();
            staffChanged();
          },
        }),
      });
    } catch (error) {
      showFailure(error, 'Not changed');
    }
  }

  const letIn = ({ id, email }: StaffMember) => {
    const disable = (disabled: boolean) => () =>
      callAdmin('PATCH /admin/staff/{id}', { params: { id }, body: { disabled } });
    return run(disable(false), `${email} has access again`, disable(true));
  };

  const withdraw = ({ id }: StaffInvitation) =>
    run(
      () => callAdmin('DELETE /admin/staff/invitations/{id}', { params: { id } }),
      'Invitation withdrawn',
    );

  if (staff.isPending) return <Spinner label="Loading..." />;
  if (staff.isError)
    return <LoadError error={staff.error} retrying={staff.isFetching} onRetry={staff.refetch} />;
  return (
    <section aria-labelledby="staff" className="grid gap-5">
      <title>Staff | Admin</title>
      <h1 id="staff" className="text-2xl">
        Staff
      </h1>
      <ul className="overflow-clip rounded-lg border border-border bg-surface shadow-soft">
        {staff.data.staff.map((member) => (
          <MemberRow key={member.id} member={member} onLetIn={() => void letIn(member)} />
        ))}
      </ul>
      {staff.data.invitations.length > 0 && (
        <section className="panel">
          <h2 className="text-lg">Invited</h2>
          <ul>
            {staff.data.invitations.map((invitation) => (
              <li key={invitation.id} className="flex flex-wrap items-center gap-x-4 py-1">
                <span className="min-w-0 flex-1 wrap-anywhere">
                  {invitation.email}
                  <span className="block text-sm text-muted">
                    {STAFF_ROLE_NAMES[invitation.role]}, until{' '}
                    {formatDateTime(invitation.expires_at)}
                  </span>
                </span>
                <Button tone="quiet" onClick={() => setWithdrawn(invitation)}>
                  Withdraw
                </Button>
              </li>
            ))}
          </ul>
        </section>
      )}
      <InviteForm />
      <ConfirmDialog
        open={withdrawn !== null}
        title="Withdraw the invitation?"
        keep="Keep it"
        verb="Withdraw"
        onClose={() => setWithdrawn(null)}
        onConfirm={() => {
          setWithdrawn(null);
          if (withdrawn) void withdraw(withdrawn);
        }}
      >
        <p className="wrap-anywhere">
          The link for {withdrawn?.email} will no longer open. This cannot be undone, but you can
          invite them again.
        </p>
      </ConfirmDialog>
      {dialog}
    </section>
  );
}
