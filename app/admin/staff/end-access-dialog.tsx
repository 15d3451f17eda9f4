import { Button } from '#app/ui/button.tsx';
import { Dialog } from '#app/ui/dialog.tsx';
import { InlineAlert } from '#app/ui/inline-alert.tsx';
import type { StaffMember } from '#contract/admin/staff.ts';
import { useStaffChange } from './use-staff-change.ts';

type EndAccessDialogProps = { member: StaffMember; open: boolean; onClose: () => void };

/** Confirms the end of a member's access. */
export function EndAccessDialog({ member, open, onClose }: EndAccessDialogProps) {
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
