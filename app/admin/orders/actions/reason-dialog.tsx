import type { ReactNode } from 'react';
import { Button } from '#app/ui/button.tsx';
import { Dialog } from '#app/ui/dialog.tsx';
import { keysOf } from '#domain/keys-of.ts';

type ReasonDialogProps<Reason extends string> = {
  open: boolean;
  title: string;
  /** What choosing means. */
  text?: string;
  reasons: Record<Reason, string>;
  busy: boolean;
  /** What has changed since it opened. */
  changeNotice: ReactNode;
  onClose: () => void;
  onChoose: (reason: Reason) => void;
};

/** Asks for one of some reasons; pressing one chooses it. */
export function ReasonDialog<Reason extends string>({
  open,
  title,
  text,
  reasons,
  busy,
  changeNotice,
  onClose,
  onChoose,
}: ReasonDialogProps<Reason>) {
  return (
    <Dialog title={title} open={open} onClose={onClose}>
      {changeNotice}
      {text && <p className="mb-4">{text}</p>}
      <ReasonButtons reasons={reasons} busy={busy} onChoose={onChoose} />
    </Dialog>
  );
}

type ReasonButtonsProps<Reason extends string> = Pick<
  ReasonDialogProps<Reason>,
  'reasons' | 'busy' | 'onChoose'
>;

export function ReasonButtons<Reason extends string>({
  reasons,
  busy,
  onChoose,
}: ReasonButtonsProps<Reason>) {
  return (
    <ul className="grid gap-2 sm:grid-cols-2">
      {keysOf(reasons).map((reason) => (
        <li key={reason} className="grid">
          <Button tone="secondary" disabled={busy} onClick={() => onChoose(reason)}>
            {reasons[reason]}
          </Button>
        </li>
      ))}
    </ul>
  );
}
