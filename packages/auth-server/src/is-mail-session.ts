import type { SessionRow } from './rows.ts';

/** Whether a mailed link has opened this session, or a mailed code has confirmed it. */
export function isMailSession({ amr }: Pick<SessionRow, 'amr'>): boolean {
  return amr.some(({ method }) => method === 'otp' || method === 'recovery');
}
