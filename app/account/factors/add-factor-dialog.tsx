import { useState } from 'react';
import { useStepUp } from '#app/account/step-up/use-step-up.tsx';
import { refetchFactors } from '#app/account/use-factors.ts';
import { Dialog } from '#app/ui/dialog.tsx';
import { showToast } from '#app/ui/toast.tsx';
import { AddPasskey } from './add-passkey.tsx';
import { AddTotp } from './add-totp.tsx';
import { RecoveryCodeList } from './recovery-code-list.tsx';
import { uniqueName } from './unique-name.ts';
import { generateFirstCodes } from './use-recovery-codes.ts';

export type FactorType = 'totp' | 'webauthn';

const FACTOR_TYPES = {
  totp: { title: 'Add authenticator app', name: 'Authenticator app', Steps: AddTotp },
  webauthn: { title: 'Add passkey or security key', name: 'Passkey', Steps: AddPasskey },
} as const;

type AddFactorDialogProps = {
  /** Null while the dialog is closed. */
  adding: FactorType | null;
  /** Names that are already used. */
  names: readonly string[];
  onClose: () => void;
};

/** Dialog that adds a second factor, step by step. With the first factor the shopper also gets recovery codes. */
export function AddFactorDialog({ adding, names, onClose }: AddFactorDialogProps) {
  const [codes, setCodes] = useState<readonly string[] | null>(null);
  const { title } = FACTOR_TYPES[adding ?? 'totp'];

  function close() {
    setCodes(null);
    onClose();
  }

  async function added() {
    const made = await generateFirstCodes();
    setCodes(made);
    void refetchFactors();
    if (!made) finish();
  }

  function finish() {
    close();
    showToast({
      title: `${FACTOR_TYPES[adding ?? 'totp'].name} added`,
      description: 'We will ask for it when you sign in. Your other devices have been signed out.',
    });
  }

  return (
    <Dialog
      title={codes ? 'Save your recovery codes' : title}
      open={adding !== null}
      onClose={codes ? finish : close}
    >
      {codes ? (
        <RecoveryCodeList codes={codes} onSaved={finish} />
      ) : (
        <FactorSetup type={adding ?? 'totp'} names={names} onAdded={added} onCancel={close} />
      )}
    </Dialog>
  );
}

type FactorSetupProps = {
  type: FactorType;
  names: readonly string[];
  onAdded: () => Promise<void>;
  onCancel: () => void;
};

function FactorSetup({ type, names, onAdded, onCancel }: FactorSetupProps) {
  const { withStepUp, step } = useStepUp();
  const { name, Steps } = FACTOR_TYPES[type];
  const [suggested] = useState(() => uniqueName(name, names));
  return (
    <>
      {step}
      <div hidden={step !== null}>
        <Steps
          suggested={suggested}
          withStepUp={withStepUp}
          onAdded={onAdded}
          onCancel={onCancel}
        />
      </div>
    </>
  );
}
