import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { LiveMessage } from '#contract/admin/live.ts';
import type { Log } from '#server/log.ts';
import { ADMIN_CHANNEL } from './notify-admin.ts';

type Listener = (message: LiveMessage) => void;

export type AdminChannel = {
  /**
   * Calls `listener` with every notification from now on, and at once with whether the connection is listening.
   * @returns a function that stops it.
   */
  subscribe(listener: Listener): () => void;
  close(): Promise<void>;
};

/** How long opening the connection may take, in milliseconds. */
const CONNECT_TIMEOUT_MS = 4_000;

/** The pause before another attempt, in milliseconds: it doubles with each failure, up to `max`. */
const RETRY_MS = { first: 100, max: 10_000 };

/** The connection's name in pg_stat_activity. */
export const APPLICATION_NAME = 'aparajita-admin-live';

/**
 * Listens for the notifications of open admins, on one connection of this process and only while an admin is open.
 * Reopens a lost connection. `connection` must bypass a transaction pooler, which would not keep it open.
 */
export function openAdminChannel(connection: pg.ClientConfig, log: Log): AdminChannel {
  const listeners = new Set<Listener>();
  let client: pg.Client | undefined;
  let listening = false;
  let running: Promise<void> | undefined;

  function notify(message: LiveMessage): void {
    for (const listener of listeners) listener(message);
  }

  async function listenWhileNeeded(): Promise<void> {
    for (let failures = 0; listeners.size > 0; failures += 1) {
      try {
        await listen(() => {
          failures = 0;
        });
      } catch (error) {
        log.warn({ err: error }, 'could not LISTEN for admin notifications');
      }
      if (listening) notify({ kind: 'lost' });
      listening = false;
      if (listeners.size > 0) {
        await sleep(Math.min(RETRY_MS.max, RETRY_MS.first * 2 ** failures), undefined, {
          ref: false,
        });
      }
    }
    running = undefined;
  }

  /** Resolves when the connection has ended. */
  async function listen(onOpen: () => void): Promise<void> {
    const opening = new pg.Client({
      ...connection,
      application_name: APPLICATION_NAME,
      connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
      // Detects a connection that died silently.
      keepAlive: true,
      keepAliveInitialDelayMillis: 10_000,
    });
    const ended = new Promise<void>((resolve) => opening.once('end', resolve));
    opening.on('error', (error) => log.warn({ err: error }, 'lost the admin LISTEN connection'));
    opening.on('notification', ({ payload = '' }) => {
      const message = parseMessage(payload);
      if (message) notify(message);
    });
    try {
      await opening.connect();
      client = opening; // not before: the driver never settles `connect` if the connection is ended while it opens
      await opening.query(`set role shop_staff; listen ${ADMIN_CHANNEL}`);
      if (listeners.size === 0) return;
      onOpen();
      listening = true;
      notify({ kind: 'listening' });
      await ended;
    } finally {
      client = undefined;
      await opening.end().catch(() => {});
    }
  }

  function stopIfUnneeded(): void {
    if (listeners.size > 0) return;
    listening = false; // a listener that is added before the connection has ended waits for the next one
    void client?.end().catch(() => {});
  }

  return {
    subscribe(listener) {
      listeners.add(listener);
      listener({ kind: listening ? 'listening' : 'lost' });
      running ??= listenWhileNeeded();
      return () => {
        listeners.delete(listener);
        stopIfUnneeded();
      };
    },
    async close() {
      listeners.clear();
      stopIfUnneeded();
      await running;
    },
  };
}

function parseMessage(payload: string): LiveMessage | undefined {
  try {
    return LiveMessage.parse(JSON.parse(payload));
  } catch {
    return undefined; // sent by a newer or an older version of the shop
  }
}
