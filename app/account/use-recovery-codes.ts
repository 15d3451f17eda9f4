import { queryOptions, useQuery } from '@tanstack/react-query';
import { queryClient } from '#app/shell/api/query-client.ts';
import { loadAuth } from '#app/shell/session/session.ts';

const codesQuery = queryOptions({
  queryKey: ['factors', 'recovery-codes'],
  async queryFn(): Promise<number | null> {
    const auth = await loadAuth();
    const { data, error } = await auth.mfa.recoveryCodes.getStatus();
    if (error?.code === 'mfa_factor_not_found') return null;
    if (error) throw error;
    return data.remaining;
  },
});

/** How many recovery codes are left; null when none were ever made. */
export function useRecoveryCodes() {
  return useQuery(codesQuery);
}

/**
 * Makes recovery codes where there are none. Adding a factor does not fail because of them: they can be made later.
 *
 * @returns null when there are some already, or they could not be made now.
 */
export async function makeFirstCodes(): Promise<readonly string[] | null> {
  const auth = await loadAuth();
  const { data, error } = await auth.mfa.recoveryCodes.generate();
  if (error && error.code !== 'mfa_verified_factor_exists') console.error(error);
  return data?.codes ?? null;
}

/**
 * Makes recovery codes, in place of those there are.
 *
 * @throws what the auth server has against it.
 */
export async function makeCodes(present: boolean): Promise<readonly string[]> {
  const auth = await loadAuth();
  const { recoveryCodes } = auth.mfa;
  const { data, error } = await (present ? recoveryCodes.regenerate() : recoveryCodes.generate());
  if (error) throw error;
  await queryClient.invalidateQueries({ queryKey: ['factors'] });
  return data.codes;
}
