import { useState } from 'react';
import { useStepUp } from '#app/account/step-up/use-step-up.tsx';
import { deleteFactor, enrollPasskey, type FactorType } from '#app/account/use-factors.ts';
import { verifyPasskey } from '#app/shell/second-factor/verify.ts';
import { AddTotp } from './add-totp.tsx';
import { FactorNameForm, type FactorStepsProps } from './factor-name-form.tsx';

const STEPS = { totp: AddTotp, webauthn: AddPasskey };

type FactorSetupProps = {
  type: FactorType;
  /** Names that are already used. */
  names: readonly string[];
  onAdded: () => Promise<void>;
  onCancel: () => void;
};

/** The steps that add a factor. With their forms they are large, so they are downloaded later than the page. */
export function FactorSetup({ type: { type, name }, names, onAdded, onCancel }: FactorSetupProps) {
  const { withStepUp, step } = useStepUp();
  const Steps = STEPS[type];
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

/** Adds a passkey: asks for a name, then opens the browser's own dialog. */
function AddPasskey({ suggested, withStepUp, onAdded, onCancel }: FactorStepsProps) {
  async function add(name: string) {
    const id = await withStepUp(() => enrollPasskey(name));
    try {
      await verifyPasskey(id);
    } catch (error) {
      // Deletes the unverified factor; if that fails, the next try under this name deletes it.
      await deleteFactor(id).catch(() => {});
      throw error;
    }
    await onAdded();
  }

  return (
    <>
      <p className="mb-6">
        This can be your phone or laptop with its fingerprint, face or PIN, or a security key to
        plug in or hold against it. Your browser asks you for it next.
      </p>
      <FactorNameForm
        suggested={suggested}
        busy="Waiting for your passkey..."
        onSubmit={add}
        onCancel={onCancel}
      />
    </>
  );
}

/** `name`, or 'name 2', 'name 3' and so on: the first that is not used. */
export function uniqueName(name: string, taken: readonly string[]): string {
  let free = name;
  for (let number = 2; taken.includes(free); number += 1) free = `${name} ${number}`;
  return free;
}
