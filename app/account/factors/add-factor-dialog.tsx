import { useState } from 'react';
import { type FactorType, refetchFactors } from '#app/account/use-factors.ts';
import { useDownloaded } from '#app/shell/document/use-downloaded.ts';
import { Dialog } from '#app/ui/dialog.tsx';
import { showToast } from '#app/ui/toast.tsx';
import { RecoveryCodeList } from './recovery-code-list.tsx';
import { generateFirstCodes } from './recovery-codes.tsx';

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
  const Setup = useDownloaded(downloadSetup, { open: adding !== null, onClose });

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
      title: `${adding?.name} added`,
      description: 'We will ask for it when you sign in. Your other devices have been signed out.',
    });
  }

  return (
    <Dialog
      title={codes ? 'Save your recovery codes' : (adding?.add ?? '')}
      open={adding !== null}
      onClose={codes ? finish : close}
      loading={!Setup}
    >
      {codes ? (
        <RecoveryCodeList codes={codes} onSaved={finish} />
      ) : (
        Setup && adding && <Setup type={adding} names={names} onAdded={added} onCancel={close} />
      )}
    </Dialog>
  );
}

const downloadSetup = () => import('./factor-setup.tsx').then(({ FactorSetup }) => FactorSetup);
