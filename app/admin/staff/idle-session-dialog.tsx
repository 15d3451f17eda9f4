import { useEffect, useId, useRef } from 'react';
import { ConfirmIdentity } from '#app/account/step-up/confirm-identity.tsx';
import { SignOutButton } from '#app/shell/accounts/sign-out-button.tsx';
import { useShopper } from '#app/shell/session/guard.tsx';

/**
 * Asks for the second step again, because nobody has used this session for eight hours. It is a modal dialog: another
 * one may be open, which would make a part of the page inert.
 */
export default function IdleSessionDialog({ onConfirmed }: { onConfirmed: () => void }) {
  const { email } = useShopper();
  const dialog = useRef<HTMLDialogElement>(null);
  const titleId = useId();
  const open = () => dialog.current?.showModal();
  useEffect(open, []);
  return (
    <dialog
      ref={dialog}
      // Browsers close a dialog at the second Escape, even if the first was prevented.
      onClose={open}
      onCancel={(event) => event.preventDefault()}
      aria-labelledby={titleId}
      className="m-auto w-[calc(100%---spacing(8))] max-w-lg rounded-lg bg-surface text-body shadow-float backdrop:bg-page"
    >
      <div className="dialog-body grid gap-4">
        <h1 id={titleId} className="text-2xl">
          Welcome back
        </h1>
        <p className="wrap-anywhere">
          Nobody has used the admin here for eight hours. It is open as{' '}
          <strong className="text-foreground">{email}</strong>: please confirm with your second step
          again.
        </p>
        <ConfirmIdentity onConfirmed={onConfirmed} />
        <SignOutButton />
      </div>
    </dialog>
  );
}
