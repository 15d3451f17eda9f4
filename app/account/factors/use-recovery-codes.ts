import { queryOptions, useQuery } from '@tanstack/react-query';
import { refetchFactors } from '#app/account/use-factors.ts';
import { loadAuth } from '#app/shell/session/session.ts';
import { callAuth, sessionRequest } from '#app/shell/session/session-request.ts';

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
export async function generateCodes(replaces: boolean): Promise<readonly string[]> {
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
