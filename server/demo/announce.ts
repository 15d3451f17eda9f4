import type { Server } from 'node:http';
import { REAL_SHOP } from '#server/environment/demo-mode.ts';
import type { Settings } from '#server/environment/settings.ts';
import { isLoopback } from '#server/http/loopback.ts';
import type { Log } from '#server/log.ts';

/** Announces demo mode at the start, on the terminal and in the log. Does nothing for a production shop. */
export function announceDemo({ demo, publicUrl }: Settings, log: Log): void {
  if (!demo) return;
  console.log(
    `Demo mode: no money moves, nothing is sent, and emails wait at ${publicUrl}/dev/mailbox.\n${REAL_SHOP}: see docs/settings.md.`,
  );
  log.warn('demo mode: no money moves, nothing is sent, and emails are stored in the database');
}

/**
 * Why a demo must not listen on this address; null when it may. A name such as localhost is resolved through a file
 * that anybody may have edited, so this checks the address on which the server listens.
 */
export function demoListenError({ demo }: Pick<Settings, 'demo'>, server: Server): string | null {
  const bound = server.address();
  const isHere = typeof bound === 'object' && isLoopback(bound?.address);
  if (!demo || isHere) return null;
  return `HOST: leads to an address that others can reach, and demo mode is for this machine alone. ${REAL_SHOP}.`;
}
