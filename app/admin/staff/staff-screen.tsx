import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { callAdmin } from '#app/admin/call-admin.ts';
import { showDone } from '#app/admin/undo/undo-store.ts';
import { messageOf } from '#app/shell/api/api-error.ts';
import { LoadError } from '#app/shell/api/load-error.tsx';
import { Button } from '#app/ui/button.tsx';
import { Dialog } from '#app/ui/dialog.tsx';
import { Spinner } from '#app/ui/spinner.tsx';
import { showToast } from '#app/ui/toast.tsx';
import type { StaffMember } from '#contract/admin/staff.ts';
import { formatMoment } from '#domain/day.ts';
import { STAFF_ROLE_NAMES } from '#domain/staff.ts';
import { InviteForm } from './invite-form.tsx';
import { MemberRow } from './member-row.tsx';
import { staffChanged, staffQuery } from './staff-queries.ts';
import { useRecentFactor } from './use-recent-factor.tsx';

/** Who may open the admin, in which role. Every change asks for a second factor shown lately. */
export default function StaffScreen() {
  const staff = useQuery(staffQuery);
  const { withRecentFactor, step } = useRecentFactor();
  const [stepClosed, setStepClosed] = useState(false);

  async function run(work: () => Promise<unknown>, done: string, back?: () => Promise<unknown>) {
    setStepClosed(false);
    try {
      await withRecentFactor(work);
      staffChanged();
      showDone({
        text: done,
        ...(back && {
          undo: async () => {
            await back();
            staffChanged();
          },
        }),
      });
    } catch (error) {
      showToast({ title: 'Not changed', description: messageOf(error), tone: 'destructive' });
    }
  }

  const letIn = ({ id, email }: StaffMember) => {
    const disable = (disabled: boolean) => () =>
      callAdmin('PATCH /admin/staff/{id}', { params: { id }, body: { disabled } });
    return run(disable(false), `${email} has access again`, disable(true));
  };

  if (staff.isPending) return <Spinner label="Loading..." />;
  if (staff.isError)
    return <LoadError error={staff.error} retrying={staff.isFetching} onRetry={staff.refetch} />;
  return (
    <section aria-labelledby="staff" className="grid gap-5">
      <title>Staff | Admin</title>
      <h1 id="staff" className="text-2xl">
        Staff
      </h1>
      <ul className="overflow-clip rounded-lg border border-line bg-paper shadow-soft">
        {staff.data.staff.map((member) => (
          <MemberRow key={member.id} member={member} onLetIn={() => void letIn(member)} />
        ))}
      </ul>
      {staff.data.invitations.length > 0 && (
        <section className="panel">
          <h2 className="text-lg">Invited</h2>
          <ul>
            {staff.data.invitations.map(({ id, email, role, expires_at }) => (
              <li key={id} className="flex flex-wrap items-center gap-x-4 py-1">
                <span className="min-w-0 flex-1 wrap-anywhere">
                  {email}
                  <span className="block text-sm text-muted">
                    {STAFF_ROLE_NAMES[role]}, until {formatMoment(expires_at)}
                  </span>
                </span>
                <Button
                  tone="quiet"
                  onClick={() =>
                    void run(
                      () => callAdmin('DELETE /admin/staff/invitations/{id}', { params: { id } }),
                      'Invitation withdrawn',
                    )
                  }
                >
                  Withdraw
                </Button>
              </li>
            ))}
          </ul>
        </section>
      )}
      <InviteForm />
      <Dialog
        title="Your second step"
        open={step !== null && !stepClosed}
        onClose={() => setStepClosed(true)}
      >
        {step}
      </Dialog>
    </section>
  );
}
