import { queryOptions, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useStepUp } from '#app/account/step-up/use-step-up.tsx';
import { refetchFactors } from '#app/account/use-factors.ts';
import { explainAuthError } from '#app/shell/accounts/auth-error.ts';
import { loadAuth } from '#app/shell/session/session.ts';
import { callAuth, sessionRequest } from '#app/shell/session/session-request.ts';
import { useWrite } from '#app/shell/use-write.ts';
import { Button } from '#app/ui/button.tsx';
import { Dialog } from '#app/ui/dialog.tsx';
import { InlineAlert } from '#app/ui/inline-alert.tsx';
import { RecoveryCodeList } from './recovery-code-list.tsx';

/** Shows how many recovery codes are left and a button to generate new ones. */
export function RecoveryCodes() {
  const { data: remaining } = useRecoveryCodes();
  const [open, setOpen] = useState(false);
  if (remaining === undefined) return null; // not loaded yet, or the auth service has no recovery codes
  return (
    <section aria-label="Recovery codes">
      <h3 className="eyebrow font-text">Recovery codes</h3>
      <p className="mt-2 mb-3">{textFor(remaining)}</p>
      <Button tone="secondary" onClick={() => setOpen(true)}>
        {remaining === null ? 'Make recovery codes' : 'Make new codes'}
      </Button>
      <Dialog title="Recovery codes" open={open} onClose={() => setOpen(false)}>
        <GenerateCodes replaces={remaining !== null} onDone={() => setOpen(false)} />
      </Dialog>
    </section>
  );
}

function textFor(remaining: number | null): string {
  if (remaining === null)
    return 'You have no recovery codes. They let you sign in if you lose your phone.';
  if (remaining === 0) return 'You have used all 10. Please make new ones.';
  return `${remaining} of 10 left. Each works once, if you lose your phone or passkey.`;
}

/** Generates new codes behind a confirmation: the old ones stop working. */
function GenerateCodes({ replaces, onDone }: { replaces: boolean; onDone: () => void }) {
  const [codes, setCodes] = useState<readonly string[] | null>(null);
  const { write, busy, failure } = useWrite({ explain: explainAuthError });
  const { withStepUp, step } = useStepUp();

  if (codes) return <RecoveryCodeList codes={codes} onSaved={onDone} />;
  if (step) return step;
  return (
    <div className="grid gap-5">
      <p>
        {replaces
          ? 'You will get 10 new codes. Your old codes will stop working.'
          : 'You will get 10 codes to write down. Each works once, together with your password.'}
      </p>
      {failure && <InlineAlert>{failure}</InlineAlert>}
      <div className="dialog-actions">
        <Button tone="quiet" onClick={onDone}>
          Cancel
        </Button>
        <Button
          busy={busy && 'Making codes...'}
          onClick={() =>
            void write(async () => setCodes(await withStepUp(() => generateCodes(replaces))))
          }
        >
          Make codes
        </Button>
      </div>
    </div>
  );
}

const codesQuery = queryOptions({
  queryKey: ['factors', 'recovery-codes'],
  async queryFn(): Promise<number | null> {
    const auth = await loadAuth();
    return sessionRequest(auth, async () => {
      const { data, error } = await auth.mfa.recoveryCodes.getStatus();
      if (error?.code === 'mfa_factor_not_found') return null;
      if (error) throw error;
      return data.remaining;
    });
  },
});

/** How many recovery codes are left; null when none were ever generated. */
export function useRecoveryCodes({ enabled = true } = {}) {
  return useQuery({ ...codesQuery, enabled });
}

/**
 * Generates recovery codes if there are none. Adding a factor does not fail because of them: they can be generated
 * later.
 *
 * @returns null when codes exist already or could not be generated.
 */
export async function generateFirstCodes(): Promise<readonly string[] | null> {
  const auth = await loadAuth();
  const { data, error } = await auth.mfa.recoveryCodes.generate();
  if (error && error.code !== 'mfa_verified_factor_exists') console.error(error);
  return data?.codes ?? null;
}

/**
 * Generates recovery codes. `replaces`: whether the account has codes already, which stop working.
 *
 * @throws the auth server's error.
 */
async function generateCodes(replaces: boolean): Promise<readonly string[]> {
  try {
    const { codes } = await callAuth(({ mfa: { recoveryCodes } }) =>
      replaces ? recoveryCodes.regenerate() : recoveryCodes.generate(),
    );
    return codes;
  } finally {
    // Also after a failure: the server may have generated codes although its response was lost.
    void refetchFactors();
  }
}
