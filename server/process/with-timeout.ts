/**
 * The result of `work`, or the rejection `tooLate()` after `ms`. The work goes on in the background, so it must be safe
 * to finish late. Where the work can be cancelled, use `AbortSignal.timeout` instead.
 */
export async function withTimeout<T>(
  ms: number,
  work: Promise<T>,
  tooLate: () => Error,
): Promise<T> {
  const { promise: late, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => reject(tooLate()), Math.max(0, ms));
  return Promise.race([work, late]).finally(() => clearTimeout(timer));
}
