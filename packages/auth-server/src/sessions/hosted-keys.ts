import { createLocalJWKSet, createRemoteJWKSet, errors, type JWTVerifyGetKey } from 'jose';

/** A key set is asked for again when it is ten minutes old, or when a token names a key that is not in it. */
const TIMEOUT_MS = 3_000;
/** After a failure nobody waits for the service again for so long, if its keys are known. */
const PAUSE_MS = 10_000;
/** For so long keys count that cannot be looked at again. */
const TRUSTED_MS = 24 * 60 * 60 * 1000;

/**
 * The published keys of another service. While it is away the keys it had go on counting, for a day.
 *
 * @throws what `cannotAsk` recognizes, while nothing can be known.
 */
export function hostedKeys(jwksUrl: string, clock: () => number): JWTVerifyGetKey {
  const remote = createRemoteJWKSet(new URL(jwksUrl), { timeoutDuration: TIMEOUT_MS });
  let seenAt = 0;
  let away: { until: number; error: unknown } | undefined;

  return async (header, token) => {
    const known = clock() - seenAt < TRUSTED_MS ? remote.jwks() : undefined;
    const fromKnown = (error: unknown) =>
      known
        ? // A key that is not among them may be new: nothing is known about its tokens.
          createLocalJWKSet(known)(header, token).catch(() => Promise.reject(error))
        : Promise.reject(error);

    if (known && away && clock() < away.until) return fromKnown(away.error);
    try {
      const key = await remote(header, token);
      seenAt = clock();
      away = undefined;
      return key;
    } catch (error) {
      if (!cannotAsk(error)) throw error;
      away = { until: clock() + PAUSE_MS, error };
      return fromKnown(error);
    }
  };
}

/** True when the keys could not be had, which says nothing about the token. */
export function cannotAsk(error: unknown): boolean {
  return (
    error instanceof errors.JWKSTimeout ||
    error instanceof errors.JWKSInvalid ||
    (error instanceof errors.JOSEError && error.code === 'ERR_JOSE_GENERIC') ||
    (error instanceof TypeError && error.message === 'fetch failed')
  );
}
