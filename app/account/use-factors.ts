import { queryOptions, useQuery } from '@tanstack/react-query';
import { ShopUnreachable } from '#app/shell/api/api-caller.ts';
import { queryClient } from '#app/shell/api/query-client.ts';
import { wasNotReached } from '#app/shell/session/auth-failure.ts';
import { loadAuth } from '#app/shell/session/session.ts';
import { AppError } from '#contract/errors.ts';

/** A second factor that counts, recovery codes among them. `created_at` is ISO 8601. */
export type Factor = { id: string; type: string; name: string; created_at: string };

/** The shopper's second factors, as the auth server knows them now. */
const factorsQuery = queryOptions({
  queryKey: ['factors'],
  async queryFn(): Promise<Factor[]> {
    const auth = await loadAuth();
    const { data, error } = await auth.mfa.listFactors();
    if (error?.name === 'AuthRetryableFetchError') {
      throw wasNotReached(error)
        ? new ShopUnreachable(error)
        : new AppError('unavailable', {}, error);
    }
    if (error) throw error;
    return data.all
      .filter(({ status }) => status === 'verified')
      .map(({ id, factor_type, friendly_name = '', created_at }) => ({
        id,
        type: factor_type,
        name: friendly_name,
        created_at,
      }));
  },
});

/** With the recovery codes, if there are any. */
export function useAllFactors() {
  return useQuery(factorsQuery);
}

/** The ones that sign in every day. */
export function useFactors() {
  return useQuery({ ...factorsQuery, select: withoutCodes });
}

function withoutCodes(factors: Factor[]): Factor[] {
  return factors.filter(({ type }) => type !== 'recovery_code');
}

/** To be called when one was added or removed. */
export function rereadFactors(): Promise<void> {
  return queryClient.invalidateQueries({ queryKey: factorsQuery.queryKey });
}

/** An authenticator app to be: `picture` is a QR code as a data URL, `uri` what it says, `secret` in base32. */
export type NewApp = { id: string; picture: string; uri: string; secret: string };

/**
 * Begins to add an authenticator app; it counts once its code was shown.
 *
 * @throws what the auth server has against it.
 */
export async function beginApp(friendlyName: string): Promise<NewApp> {
  const auth = await loadAuth();
  await dropLeft(friendlyName);
  const { data, error } = await auth.mfa.enroll({ factorType: 'totp', friendlyName });
  if (error) throw error;
  const { qr_code: picture, uri, secret } = data.totp;
  return { id: data.id, picture, uri, secret };
}

/**
 * Begins to add a passkey; it counts once it was shown.
 *
 * @returns its id.
 * @throws what the auth server has against it.
 */
export async function beginPasskey(friendlyName: string): Promise<string> {
  const auth = await loadAuth();
  await dropLeft(friendlyName);
  const { data, error } = await auth.mfa.enroll({ factorType: 'webauthn', friendlyName });
  if (error) throw error;
  return data.id;
}

/** What was begun under a name and left, perhaps by a reload, would keep the name for five minutes. */
async function dropLeft(friendlyName: string): Promise<void> {
  const auth = await loadAuth();
  const { data, error } = await auth.mfa.listFactors();
  if (error) throw error;
  const left = data.all.find(
    (factor) => factor.friendly_name === friendlyName && factor.status === 'unverified',
  );
  if (!left) return;
  const { error: kept } = await auth.mfa.unenroll({ factorId: left.id });
  // The dialog that was closed a moment ago may have dropped it meanwhile.
  if (kept && kept.code !== 'mfa_factor_not_found') throw kept;
}

/** Takes a factor away. @throws what the auth server has against it. */
export async function dropFactor(factorId: string): Promise<void> {
  const auth = await loadAuth();
  const { error } = await auth.mfa.unenroll({ factorId });
  if (error) throw error;
}

/**
 * Removes a factor that counts. Every other session ends, and this one has to show another factor if there is one:
 * its new token says so to the guard.
 *
 * @throws what the auth server has against it.
 */
export async function removeFactor(factorId: string): Promise<void> {
  await dropFactor(factorId);
  const auth = await loadAuth();
  const { error } = await auth.refreshSession();
  if (error) throw error;
  await rereadFactors();
}
