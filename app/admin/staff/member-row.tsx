import { useState } from 'react';
import { CompactButton } from '#app/admin/compact-button.tsx';
import { Dialog } from '#app/ui/dialog.tsx';
import type { StaffMember } from '#contract/admin/staff.ts';
import { formatDay } from '#domain/day.ts';
import { STAFF_ROLE_NAMES } from '#domain/staff.ts';
import { EndAccessForm, RoleForm } from './member-dialogs.tsx';

type MemberRowProps = { member: StaffMember; onLetIn: () => void };

/** A staff member, with buttons to change the role and to end the access. */
export function MemberRow({ member, onLetIn }: MemberRowProps) {
  const [open, setOpen] = useState<'role' | 'end' | null>(null);
  const { email, role, created_at, disabled_at } = member;
  const close = () => setOpen(null);
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
          <CompactButton aria-label={`Let in again: ${email}`} onClick={onLetIn}>
            Let in again
          </CompactButton>
        ) : (
          <>
            <CompactButton aria-label={`Change role of ${email}`} onClick={() => setOpen('role')}>
              Change role
            </CompactButton>
            <CompactButton aria-label={`End access of ${email}`} onClick={() => setOpen('end')}>
              End access
            </CompactButton>
          </>
        )}
      </div>
      <Dialog title="Change the role" open={open === 'role'} onClose={close}>
        <RoleForm member={member} onClose={close} />
      </Dialog>
      <Dialog title="End access" open={open === 'end'} onClose={close}>
        <EndAccessForm member={member} onClose={close} />
      </Dialog>
    </li>
  );
}
