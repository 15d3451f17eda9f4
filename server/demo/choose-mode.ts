import { isLocal, isThisMachine } from '#server/http/loopback.ts';

/** The settings that decide whether the shop opens as a demo, as they were given. */
export type ModeSettings = {
  DATABASE_URL?: string | undefined;
  PUBLIC_URL?: string | undefined;
  HOST?: string | undefined;
  PREVIEW_HOSTS: readonly string[];
  TRUST_PROXY_HOPS: number;
};

/** A reason why this is no demo, by the setting it comes from. */
export type OpenToOthers =
  | 'DATABASE_URL'
  | 'PUBLIC_URL'
  | 'HOST'
  | 'PREVIEW_HOSTS'
  | 'TRUST_PROXY_HOPS';

/**
 * The settings that say that others than whoever sits at this machine are to reach the shop, or that its data is
 * kept for good. Empty: demo mode (decision 044). NODE_ENV and the rest have no say.
 */
export function openToOthers(env: ModeSettings): OpenToOthers[] {
  const reasons: [OpenToOthers, boolean][] = [
    ['DATABASE_URL', env.DATABASE_URL !== undefined],
    ['PUBLIC_URL', env.PUBLIC_URL !== undefined && !isLocal(env.PUBLIC_URL)],
    ['HOST', env.HOST !== undefined && !isThisMachine(env.HOST)],
    ['PREVIEW_HOSTS', env.PREVIEW_HOSTS.length > 0],
    ['TRUST_PROXY_HOPS', env.TRUST_PROXY_HOPS > 0],
  ];
  return reasons.filter(([, holds]) => holds).map(([name]) => name);
}

/** Told beside what is missing of a real shop's settings. */
export function whyNoDemo(reasons: readonly OpenToOthers[]): string {
  return `${reasons.join(', ')}: what is set here opens the shop to others, and demo mode is for this machine alone. ${REAL_SHOP}. To try the shop here, leave it out`;
}

/** What a real shop needs, in one sentence. */
export const REAL_SHOP =
  'A real shop needs PUBLIC_URL (the address shoppers see) and AUTH_SECRET, and should have DATABASE_URL and SMTP_URL';
