import type { Server } from 'node:http';
import { isLoopback } from '#server/http/loopback.ts';
import type { Log } from '#server/log.ts';
import type { Settings } from '#server/settings/settings.ts';
import { REAL_SHOP } from './choose-mode.ts';

/** Says at start, on the terminal and in the log, that this is a demo. Nothing of a real shop. */
export function announceDemo({ demo, publicUrl }: Settings, log: Log): void {
  if (!demo) return;
  console.log(
    `Demo mode: no money moves, nothing is sent, and mails wait at ${publicUrl}/dev/mailbox.\n${REAL_SHOP}: see docs/settings.md.`,
  );
  log.warn('demo mode: no money moves, nothing is sent, and mails are kept');
}

/**
 * Why a demo must not go on listening there; null when all is well. A name such as localhost is looked up in a file
 * that anybody may have edited, so what counts is where the server listens in the end.
 */
export function openDemo({ demo }: Pick<Settings, 'demo'>, server: Server): string | null {
  const bound = server.address();
  const isHere = typeof bound === 'object' && isLoopback(bound?.address);
  if (!demo || isHere) return null;
  return `HOST: leads to an address that others can reach, and demo mode is for this machine alone. ${REAL_SHOP}.`;
}
