import { useState } from 'react';
import { useStepUp } from '#app/account/step-up/use-step-up.tsx';
import { AddPasskey } from './add-passkey.tsx';
import { AddTotp } from './add-totp.tsx';
import { uniqueName } from './unique-name.ts';

export type FactorType = 'totp' | 'webauthn';

const STEPS = { totp: AddTotp, webauthn: AddPasskey };

type FactorSetupProps = {
  type: FactorType;
  /** What the new factor is called if nothing has that name yet. */
  name: string;
  names: readonly string[];
  onAdded: () => Promise<void>;
  onCancel: () => void;
};

/** The steps that add a factor. With their forms they are large, so they are downloaded later than the page. */
export function FactorSetup({ type, name, names, onAdded, onCancel }: FactorSetupProps) {
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
