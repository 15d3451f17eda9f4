import type { Factor as AuthFactor } from '@supabase/auth-js';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { type AuthErrorLike, isRefused, isUnreachable } from '#app/shell/accounts/auth-error.ts';
import { ApiError, UNAVAILABLE_MESSAGE } from '#app/shell/api/api-error.ts';
import { queryClient } from '#app/shell/api/query-client.ts';
import { ShopUnreachable } from '#app/shell/api/unreachable.ts';
import { authRequest } from '#app/shell/session/auth-request.ts';
import { loadAuth, session } from '#app/shell/session/session.ts';
import { callAuth } from '#app/shell/session/session-request.ts';

/** A verified second factor; recovery codes are one too. `created_at` is ISO 8601. */
export type Factor = { id: string; type: string; name: string; created_at: string };

/** The types of second factors: what they are called in the list, on the button that adds one, and by default. */
export const FACTOR_TYPES = [
  {
    type: 'totp',
    plural: 'Authenticator apps',
    add: 'Add authenticator app',
    name: 'Authenticator app',
  },
  {
    type: 'webauthn',
    plural: 'Passkeys and security keys',
    add: 'Add passkey or security key',
    name: 'Passkey',
  },
] as const;
export type FactorType = (typeof FACTOR_TYPES)[number];

/** The shopper's verified second factors. */
const factorsQuery = queryOptions({
  queryKey: ['factors'],
  async queryFn(): Promise<Factor[]> {
    const all = await listFactors().catch((error: AuthErrorLike) => {
      if (isUnreachable(error)) throw new ShopUnreachable(error);
      if (isRefused(error)) throw error;
      throw new ApiError(503, { code: 'unavailable', message: UNAVAILABLE_MESSAGE }, error);
    });
    return all
      .filter(({ status }) => status === 'verified')
      .map(({ id, factor_type, friendly_name = '', created_at }) => ({
        id,
        type: factor_type,
        name: friendly_name,
        created_at,
      }));
  },
});

/**
 * All factors, also unverified ones. While the stored access token is valid, requests them without the auth client,
 * which is then not downloaded. If the server rejects that token, uses the client, which gets a new token or ends the
 * session.
 *
 * @throws the auth server's error.
 */
async function listFactors(): Promise<AuthFactor[]> {
  const user = await readUser();
  if (user) return user.factors ?? [];
  return (await callAuth((auth) => auth.mfa.listFactors())).all;
}

/**
 * Requests the account from the auth server with the stored token. Null if there is no valid token, or the server
 * rejects it: then only the auth client can request it.
 */
async function readUser(): Promise<{ factors?: AuthFactor[] } | null> {
  const token = await session.storedToken();
  if (token === null) return null;
  return authRequest<{ factors?: AuthFactor[] }>('/user', { token }).catch(
    (error: AuthErrorLike) => {
      if (isRefused(error)) return null;
      throw error;
    },
  );
}

/** The verified factors, including recovery codes if there are any. */
export function useAllFactors() {
  return useQuery(factorsQuery);
}

/** The verified factors without recovery codes. */
export function useFactors() {
  return useQuery({ ...factorsQuery, select: withoutCodes });
}

function withoutCodes(factors: Factor[]): Factor[] {
  return factors.filter(({ type }) => type !== 'recovery_code');
}

/** Call after a factor was added or removed, which has ended every other session. */
export async function refetchFactors(): Promise<void> {
  await Promise.all([
    queryClient.invalidateQueries({ queryKey: factorsQuery.queryKey }),
    refetchSessions(),
  ]);
}

export const SESSIONS_KEY = ['sessions'] as const;

/**
 * Call after a change that ends sessions, or gives this one another id: most changes of an account's security do. Not in
 * use-sessions.ts, which only one page downloads.
 */
export function refetchSessions(): Promise<void> {
  return queryClient.invalidateQueries({ queryKey: SESSIONS_KEY });
}

/**
 * An authenticator app not verified yet: `picture` is a QR code as a data URL, `uri` its content, `secret` in base32.
 */
export type NewTotp = { id: string; picture: string; uri: string; secret: string };

/**
 * Starts enrolling an authenticator app; it is active once its first code is verified.
 *
 * @throws the auth server's error.
 */
export async function enrollTotp(friendlyName: string): Promise<NewTotp> {
  await deleteUnverified(friendlyName);
  const { id, totp } = await callAuth((auth) =>
    auth.mfa.enroll({ factorType: 'totp', friendlyName }),
  );
  return { id, picture: totp.qr_code, uri: totp.uri, secret: totp.secret };
}

/**
 * Starts enrolling a passkey; it is active once it is verified.
 *
 * @returns its id.
 * @throws the auth server's error.
 */
export async function enrollPasskey(friendlyName: string): Promise<string> {
  await deleteUnverified(friendlyName);
  return (await callAuth((auth) => auth.mfa.enroll({ factorType: 'webauthn', friendlyName }))).id;
}

/**
 * Deletes an unverified factor of this name, left by a reload for example, which would block the name for five minutes.
 */
async function deleteUnverified(friendlyName: string): Promise<void> {
  const unverified = (await listFactors()).find(
    (factor) => factor.friendly_name === friendlyName && factor.status === 'unverified',
  );
  // The dialog closed a moment ago may have deleted it already.
  if (unverified) await deleteFactor(unverified.id).catch(ignoreNotFound);
}

/** Deletes a factor. @throws the auth server's error. */
export async function deleteFactor(factorId: string): Promise<void> {
  await callAuth((auth) => auth.mfa.unenroll({ factorId }));
}

/**
 * Removes a verified factor. Succeeds if it is gone already: the response to an earlier removal may have been lost. The
 * server ends every other session, and requires this one to verify another factor if there is one; the new token tells
 * that to the guard.
 *
 * @throws the auth server's error.
 */
export async function removeFactor(factorId: string): Promise<void> {
  await deleteFactor(factorId).catch(ignoreNotFound);
  const auth = await loadAuth();
  const { error } = await auth.refreshSession();
  if (error) throw error;
  await refetchFactors();
}

function ignoreNotFound(error: Error) {
  if (!('code' in error && error.code === 'mfa_factor_not_found')) throw error;
}
