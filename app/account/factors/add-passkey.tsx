import { deleteFactor, enrollPasskey } from '#app/account/use-factors.ts';
import { verifyPasskey } from '#app/shell/second-factor/passkey.ts';
import { FactorNameForm } from './factor-name-form.tsx';
import type { FactorStepsProps } from './factor-steps.ts';

/** Adds a passkey: asks for a name, then opens the browser's own dialog. */
export function AddPasskey({ suggested, withStepUp, onAdded, onCancel }: FactorStepsProps) {
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
