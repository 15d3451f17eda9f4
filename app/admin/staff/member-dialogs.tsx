import { useState } from 'react';
import { AdminForm } from '#app/admin/admin-form.tsx';
import { callAdmin } from '#app/admin/call-admin.ts';
import { useRecentFactor } from '#app/admin/recent-factor.tsx';
import { isAnswerLost } from '#app/admin/show-failure.ts';
import { showSnackbar } from '#app/admin/snackbar/snackbar-store.ts';
import { useWrite } from '#app/admin/use-write.ts';
import { queryClient } from '#app/shell/api/query-client.ts';
import { SelectField } from '#app/ui/field.tsx';
import type { StaffChange, StaffMember } from '#contract/admin/staff.ts';
import { STAFF_ROLE_NAMES, STAFF_ROLES, type StaffRole } from '#domain/staff.ts';
import { staffChanged, useStaff } from './use-staff.ts';

type MemberFormProps = { member: StaffMember; onClose: () => void };

const ROLE_RIGHTS: Record<StaffRole, string> = {
  owner: 'An owner may do everything: refunds, exports, settings and staff, too.',
  packer: 'A packer packs, hands over and counts stock, and sees no sums but the cash to collect.',
  accountant:
    'An accountant matches cash, reads reports and the log, and sees orders without names and streets.',
};

export const ROLE_OPTIONS = STAFF_ROLES.map((value) => ({ value, label: STAFF_ROLE_NAMES[value] }));

/** Changes a member's role and describes the rights of the new one. */
export function RoleForm({ member, onClose }: MemberFormProps) {
  const [chosen, setChosen] = useState(member.role);
  const { self, change, step, failure, busy } = useStaffChange(member, onClose);
  const { email, role } = member;
  const name = STAFF_ROLE_NAMES[chosen];
  if (step) return step;
  return (
    <AdminForm
      inDialog
      onSubmit={() => chosen !== role && change({ role: chosen }, `${email}: ${name}`, { role })}
      busy={busy}
      failure={failure}
      submit={chosen === role ? 'Choose another role' : `Make ${name.toLowerCase()}`}
      disabled={chosen === role}
      cancel={{ label: 'Back', onClick: onClose }}
    >
      <p className="wrap-anywhere">{email}</p>
      <SelectField
        label="Role"
        value={chosen}
        onChange={({ target }) =>
          setChosen(STAFF_ROLES.find((each) => each === target.value) ?? role)
        }
        options={ROLE_OPTIONS}
      />
      <p aria-live="polite">
        {ROLE_RIGHTS[chosen]}
        {chosen !== role && ' This counts at once, on every device.'}
        {chosen !== role && self && (
          <strong className="block text-foreground">
            This is you. Only another owner can make you an owner again.
          </strong>
        )}
      </p>
    </AdminForm>
  );
}

/** Confirms the end of a member's access. */
export function EndAccessForm({ member, onClose }: MemberFormProps) {
  const { self, change, step, failure, busy } = useStaffChange(member, onClose);
  const { email } = member;
  if (step) return step;
  return (
    <AdminForm
      inDialog
      onSubmit={() =>
        change({ disabled: true }, `${email} has no access any more`, { disabled: false })
      }
      busy={busy}
      failure={failure}
      submit="End access"
      submitting="Ending..."
      cancel={{ label: 'Back', onClick: onClose }}
    >
      <p className="wrap-anywhere">
        {self ? (
          <strong className="text-foreground">
            This is you. The admin closes at once, and only another owner can let you in again.
          </strong>
        ) : (
          `${email} can open nothing of the admin any more, at once and on every device. What they did stays in the log, and they can still shop. You can let them in again.`
        )}
      </p>
    </AdminForm>
  );
}

/**
 * Changes a member with a recent second factor and offers to undo it. Owners cannot undo a change of their own role or
 * access, because it removes their right to. While `step` is set, show it instead of the form.
 */
function useStaffChange(member: StaffMember, onDone: () => void) {
  const self = useStaff().user_id === member.id;
  const { withRecentFactor, step } = useRecentFactor(true);
  const { write, busy, failure } = useWrite({
    onFailure: (error) => isAnswerLost(error) && staffChanged(),
  });

  async function send(body: StaffChange) {
    await callAdmin('PATCH /admin/staff/{id}', { params: { id: member.id }, body });
    staffChanged();
    if (self) void queryClient.invalidateQueries({ queryKey: ['admin', 'me'] });
  }

  const change = (body: StaffChange, done: string, before: StaffChange) =>
    write(async () => {
      await withRecentFactor(() => send(body));
      showSnackbar({ text: done, ...(!self && { undo: () => send(before) }) });
      onDone();
    });

  return { self, change, step, failure, busy };
}
