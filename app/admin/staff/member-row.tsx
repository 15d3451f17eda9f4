import { useState } from 'react';
import { COMPACT_BUTTON } from '#app/admin/compact-button.ts';
import { Button } from '#app/ui/button.tsx';
import { Dialog } from '#app/ui/dialog.tsx';
import { InlineAlert } from '#app/ui/inline-alert.tsx';
import type { StaffMember } from '#contract/admin/staff.ts';
import { formatDay } from '#domain/day.ts';
import { STAFF_ROLE_NAMES } from '#domain/staff.ts';
import { RoleDialog } from './role-dialog.tsx';
import { useStaffChange } from './use-staff-change.ts';

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
          <Button
            tone="quiet"
            className={COMPACT_BUTTON}
            aria-label={`Let in again: ${email}`}
            onClick={onLetIn}
          >
            Let in again
          </Button>
        ) : (
          <>
            <Button
              tone="quiet"
              className={COMPACT_BUTTON}
              aria-label={`Change role of ${email}`}
              onClick={() => setOpen('role')}
            >
              Change role
            </Button>
            <Button
              tone="quiet"
              className={COMPACT_BUTTON}
              aria-label={`End access of ${email}`}
              onClick={() => setOpen('end')}
            >
              End access
            </Button>
          </>
        )}
      </div>
      <RoleDialog member={member} open={open === 'role'} onClose={close} />
      <EndAccessDialog member={member} open={open === 'end'} onClose={close} />
    </li>
  );
}

type EndAccessDialogProps = { member: StaffMember; open: boolean; onClose: () => void };

/** Confirms the end of a member's access. */
function EndAccessDialog({ member, open, onClose }: EndAccessDialogProps) {
  return (
    <Dialog title="End access" open={open} onClose={onClose}>
      <EndAccess member={member} onClose={onClose} />
    </Dialog>
  );
}

function EndAccess({ member, onClose }: Omit<EndAccessDialogProps, 'open'>) {
  const { self, change, step, failure, saving } = useStaffChange(member);
  const { email } = member;

  async function end() {
    const done = await change({ disabled: true }, `${email} has no access any more`, {
      disabled: false,
    });
    if (done) onClose();
  }

  if (step) return step;
  return (
    <div className="grid gap-5">
      <p className="wrap-anywhere">
        {self ? (
          <strong className="text-foreground">
            This is you. The admin closes at once, and only another owner can let you in again.
          </strong>
        ) : (
          `${email} can open nothing of the admin any more, at once and on every device. What they did stays in the log, and they can still shop. You can let them in again.`
        )}
      </p>
      {failure && <InlineAlert>{failure}</InlineAlert>}
      <div className="dialog-actions">
        <Button busy={saving && 'Ending...'} onClick={() => void end()}>
          End access
        </Button>
        <Button tone="quiet" onClick={onClose}>
          Back
        </Button>
      </div>
    </div>
  );
}
