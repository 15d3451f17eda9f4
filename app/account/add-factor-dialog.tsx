import { Dialog } from '#app/ui/dialog.tsx';
import { showToast } from '#app/ui/toast.tsx';
import { AddApp } from './add-app.tsx';
import { AddPasskey } from './add-passkey.tsx';
import { freeName } from './free-name.ts';
import { rereadFactors } from './use-factors.ts';

export type FactorType = 'totp' | 'webauthn';

const WORDS = {
  totp: { title: 'Add authenticator app', name: 'Authenticator app', Steps: AddApp },
  webauthn: { title: 'Add passkey or security key', name: 'Passkey', Steps: AddPasskey },
} as const;

type AddFactorDialogProps = {
  /** Null while the dialog is closed. */
  adding: FactorType | null;
  /** Names that are taken. */
  names: readonly string[];
  onClose: () => void;
};

/** Where a second factor is added, step by step. */
export function AddFactorDialog({ adding, names, onClose }: AddFactorDialogProps) {
  const { title, name, Steps } = WORDS[adding ?? 'totp'];

  function added() {
    onClose();
    void rereadFactors();
    showToast({
      title: `${name} added`,
      description: 'We ask for it when you sign in. Your other devices are signed out.',
    });
  }

  return (
    <Dialog title={title} open={adding !== null} onClose={onClose}>
      <Steps suggested={freeName(name, names)} onAdded={added} onCancel={onClose} />
    </Dialog>
  );
}
