import type { SessionRow } from './rows.ts';

/** Whether an emailed link has opened this session, or an emailed code has confirmed it. */
export function isEmailSession({ amr }: Pick<SessionRow, 'amr'>): boolean {
  return amr.some(({ method }) => method === 'otp' || method === 'recovery');
}
