import { createLocalJWKSet, createRemoteJWKSet, errors, type JWTVerifyGetKey } from 'jose';

/** A key set is fetched again when it is ten minutes old, or when a token names a key that is not in it. */
const TIMEOUT_MS = 3_000;
/** After a failed fetch, how long known keys are used without another try. */
const PAUSE_MS = 10_000;
/** How long known keys are used while they cannot be fetched. */
const TRUSTED_MS = 24 * 60 * 60 * 1000;

/**
 * The published keys of another service, cached. While it is unreachable its known keys are used for a day.
 *
 * @throws what `keysUnavailable` recognizes, when the keys are unknown.
 */
export function createHostedKeys(jwksUrl: string, clock: () => number): JWTVerifyGetKey {
  const remote = createRemoteJWKSet(new URL(jwksUrl), { timeoutDuration: TIMEOUT_MS });
  let seenAt = 0;
  let failure: { until: number; error: unknown } | undefined;

  return async (header, token) => {
    const cached = clock() - seenAt < TRUSTED_MS ? remote.jwks() : undefined;
    const fromKnown = (error: unknown) =>
      cached
        ? // An unknown key may be new: its tokens cannot be judged.
          createLocalJWKSet(cached)(header, token).catch(() => Promise.reject(error))
        : Promise.reject(error);

    if (cached && failure && clock() < failure.until) return fromKnown(failure.error);
    try {
      const key = await remote(header, token);
      seenAt = clock();
      failure = undefined;
      return key;
    } catch (error) {
      if (!keysUnavailable(error)) throw error;
      failure = { until: clock() + PAUSE_MS, error };
      return fromKnown(error);
    }
  };
}

/** True when the keys could not be fetched, which does not make the token invalid. */
export function keysUnavailable(error: unknown): boolean {
  return (
    error instanceof errors.JWKSTimeout ||
    error instanceof errors.JWKSInvalid ||
    (error instanceof errors.JOSEError && error.code === 'ERR_JOSE_GENERIC') ||
    (error instanceof TypeError && error.message === 'fetch failed')
  );
}
