import { useState } from 'react';
import { FormFields } from '#app/admin/form-fields.tsx';
import { Button } from '#app/ui/button.tsx';
import { Dialog } from '#app/ui/dialog.tsx';
import { SelectField } from '#app/ui/field.tsx';
import { InlineAlert } from '#app/ui/inline-alert.tsx';
import type { StaffMember } from '#contract/admin/staff.ts';
import { STAFF_ROLE_NAMES, STAFF_ROLES, type StaffRole } from '#domain/staff.ts';
import { useStaffChange } from './use-staff-change.ts';

type RoleDialogProps = { member: StaffMember; open: boolean; onClose: () => void };

/** Changes a member's role and describes the rights of the new one. */
export function RoleDialog({ member, open, onClose }: RoleDialogProps) {
  return (
    <Dialog title="Change the role" open={open} onClose={onClose}>
      <RoleForm member={member} onClose={onClose} />
    </Dialog>
  );
}

const ROLE_RIGHTS: Record<StaffRole, string> = {
  owner: 'An owner may do everything: refunds, exports, settings and staff, too.',
  packer: 'A packer packs, hands over and counts stock, and sees no sums but the cash to collect.',
  accountant:
    'An accountant matches cash, reads reports and the log, and sees orders without names and streets.',
};

const ROLE_OPTIONS = STAFF_ROLES.map((value) => ({ value, label: STAFF_ROLE_NAMES[value] }));

function RoleForm({ member, onClose }: Omit<RoleDialogProps, 'open'>) {
  const [chosen, setChosen] = useState(member.role);
  const { self, change, step, failure, saving } = useStaffChange(member);
  const { email, role } = member;
  const name = STAFF_ROLE_NAMES[chosen];

  async function save() {
    const done = await change({ role: chosen }, `${email}: ${name}`, { role });
    if (done) onClose();
  }

  if (step) return step;
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        void save();
      }}
      className="grid gap-5"
    >
      <p className="wrap-anywhere">{email}</p>
      <FormFields saving={saving}>
        <SelectField
          label="Role"
          value={chosen}
          onChange={(event) =>
            setChosen(STAFF_ROLES.find((each) => each === event.target.value) ?? role)
          }
          options={ROLE_OPTIONS}
        />
      </FormFields>
      <p aria-live="polite">
        {ROLE_RIGHTS[chosen]}
        {chosen !== role && ' This counts at once, on every device.'}
        {chosen !== role && self && (
          <strong className="block text-foreground">
            This is you. Only another owner can make you an owner again.
          </strong>
        )}
      </p>
      {failure && <InlineAlert>{failure}</InlineAlert>}
      <div className="dialog-actions">
        <Button type="submit" disabled={chosen === role} busy={saving && 'Saving...'}>
          {chosen === role ? 'Choose another role' : `Make ${name.toLowerCase()}`}
        </Button>
        <Button tone="quiet" onClick={onClose}>
          Back
        </Button>
      </div>
    </form>
  );
}
