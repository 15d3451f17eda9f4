import { isLocal, isThisMachine } from '#server/http/client-address.ts';

/** The settings that decide about demo mode, as given. */
type ModeSettings = {
  DATABASE_URL?: string | undefined;
  PUBLIC_URL?: string | undefined;
  HOST?: string | undefined;
  PREVIEW_HOSTS: readonly string[];
  TRUST_PROXY_HOPS: number;
};

const PUBLIC_SETTINGS = [
  'DATABASE_URL',
  'PUBLIC_URL',
  'HOST',
  'PREVIEW_HOSTS',
  'TRUST_PROXY_HOPS',
] as const;

/** The setting that rules out demo mode. */
type PublicSetting = (typeof PUBLIC_SETTINGS)[number];

/** Whether a setting may rule out demo mode. */
export function isPublicSetting(name: string): boolean {
  return PUBLIC_SETTINGS.some((setting) => setting === name);
}

/**
 * The settings that make the shop reachable for others than the user of this machine, or keep its data permanently.
 * Empty: demo mode (decision 044). NODE_ENV and other settings do not matter.
 */
export function publicSettings(env: ModeSettings): PublicSetting[] {
  const reasons: [PublicSetting, boolean][] = [
    ['DATABASE_URL', env.DATABASE_URL !== undefined],
    ['PUBLIC_URL', env.PUBLIC_URL !== undefined && !isLocal(env.PUBLIC_URL)],
    ['HOST', env.HOST !== undefined && !isThisMachine(env.HOST)],
    ['PREVIEW_HOSTS', env.PREVIEW_HOSTS.length > 0],
    ['TRUST_PROXY_HOPS', env.TRUST_PROXY_HOPS > 0],
  ];
  return reasons.filter(([, holds]) => holds).map(([name]) => name);
}

/** Part of the error about missing production settings. */
export function explainNoDemoMode(reasons: readonly PublicSetting[]): string {
  return `${reasons.join(', ')}: what is set here opens the shop to others, and demo mode is for this machine alone. ${REAL_SHOP}. To try the shop here, leave it out`;
}

/** What a production shop needs, in one sentence. */
export const REAL_SHOP =
  'A real shop needs PUBLIC_URL (the address shoppers see) and AUTH_SECRET, and should have DATABASE_URL and SMTP_URL';
