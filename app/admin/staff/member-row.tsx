import { type ReactNode, useState } from 'react';
import { callAdmin, reload } from '#app/admin/api.ts';
import { ConfirmButton, compact } from '#app/admin/buttons.tsx';
import { showSnackbar } from '#app/admin/snackbar/snackbar-store.ts';
import { SelectField } from '#app/ui/field.tsx';
import type { StaffChange, StaffMember } from '#contract/admin/staff.ts';
import { formatDay } from '#domain/day.ts';
import { STAFF_ROLE_NAMES, STAFF_ROLES, type StaffRole } from '#domain/staff.ts';
import { ROLE_OPTIONS, useStaff } from './use-staff.ts';

const ROLE_RIGHTS: Record<StaffRole, string> = {
  owner: 'An owner may do everything: refunds, exports, settings and staff, too.',
  packer: 'A packer packs, hands over and counts stock, and sees no sums but the cash to collect.',
  accountant:
    'An accountant matches cash, reads reports and the log, and sees orders without names and streets.',
};

/** A staff member, with buttons to change the role, to end the access and to give it back. */
export function MemberRow({ member }: { member: StaffMember }) {
  const self = useStaff().user_id === member.id;
  const { id, email, role, created_at, disabled_at } = member;

  async function change(body: StaffChange, done: string) {
    await callAdmin('PATCH /admin/staff/{id}', { params: { id }, body }).finally(() =>
      reload('staff'),
    );
    if (self) reload('me');
    showSnackbar({ text: done });
  }

  const access = (name: string, disabled: boolean, done: string, about: ReactNode) => (
    <ConfirmButton
      key={name}
      title={name}
      keep="Back"
      verb={name}
      work={() => change({ disabled }, done)}
      failed="Not changed"
      button={compact(name, disabled ? `End access of ${email}` : `Let in again: ${email}`)}
    >
      <p className="wrap-anywhere">{about}</p>
    </ConfirmButton>
  );

  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-1 border-b border-border px-4 py-3 last:border-0">
      <p className="min-w-56 flex-1 wrap-anywhere">
        <span className={disabled_at ? 'text-muted line-through' : 'font-medium text-foreground'}>
          {email}
        </span>
        <span className="block text-sm text-muted">
          {STAFF_ROLE_NAMES[role]},{' '}
          {disabled_at ? `until ${formatDay(disabled_at)}` : `since ${formatDay(created_at)}`}
        </span>
      </p>
      <div className="flex flex-wrap max-sm:-ml-3.5">
        {disabled_at ? (
          access(
            'Let in again',
            false,
            `${email} has access again`,
            `${email} can open the admin again. ${ROLE_RIGHTS[role]}`,
          )
        ) : (
          <>
            <RoleButton
              member={member}
              self={self}
              onChoose={(chosen) =>
                change({ role: chosen }, `${email}: ${STAFF_ROLE_NAMES[chosen]}`)
              }
            />
            {access(
              'End access',
              true,
              `${email} has no access any more`,
              self
                ? 'This is you. The admin closes at once, and only another owner can let you in again.'
                : `${email} can open nothing of the admin any more, at once and on every device. What they did stays in the log, and they can still shop. You can let them in again.`,
            )}
          </>
        )}
      </div>
    </li>
  );
}

type RoleButtonProps = {
  member: StaffMember;
  self: boolean;
  onChoose: (role: StaffRole) => Promise<void>;
};

/** Changes a member's role, after a dialog that describes the rights of the new one. */
function RoleButton({ member: { email, role }, self, onChoose }: RoleButtonProps) {
  const [chosen, setChosen] = useState(role);
  const isOther = chosen !== role;
  return (
    <ConfirmButton
      title="Change the role"
      keep="Back"
      verb={isOther ? `Make ${STAFF_ROLE_NAMES[chosen].toLowerCase()}` : 'Choose another role'}
      disabled={!isOther}
      work={() => onChoose(chosen)}
      failed="Not changed"
      button={compact('Change role', `Change role of ${email}`)}
    >
      <div className="grid gap-5">
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
          {isOther && ' This counts at once, on every device.'}
          {isOther && self && (
            <strong className="block text-foreground">
              This is you. Only another owner can make you an owner again.
            </strong>
          )}
        </p>
      </div>
    </ConfirmButton>
  );
}
