import { randomUUID } from 'node:crypto';
import type { ContactMessage } from '#contract/contact.ts';
import type { Database } from '#server/database/database.ts';
import type { GuestClient, GuestLimits } from '#server/http/guest-limits.ts';
import type { Jobs } from '#server/jobs/jobs.ts';
import { insertMessage } from './queries.ts';

export type ContactService = {
  /**
   * Stores a message and queues its email to the shop, both or neither. Throws `proof_of_work_required`. Silently
   * discards a message with the honeypot filled in.
   */
  sendMessage(message: ContactMessage, client: GuestClient): Promise<void>;
};

/**
 * Takes messages from guests. Above each rate limit a message needs a proof of work, but nobody is blocked: otherwise
 * one machine could use up the limit of its network, of a writer whose address it types, or of everybody.
 */
export function openContactService(deps: {
  database: Database;
  jobs: Jobs;
  limits: GuestLimits;
}): ContactService {
  const { database, jobs, limits } = deps;
  const byNetwork = limits.limit('contact network', { points: 20, seconds: 3600 });
  const byWriter = limits.limit('contact writer', { points: 5, seconds: 3600 });
  // Lower than the shop-wide limit, so one network cannot exhaust it.
  const bySite = limits.limit('contact site', { points: 60, seconds: 24 * 3600 });
  const overall = limits.limit('contact in all', { points: 200, seconds: 24 * 3600 });

  return {
    async sendMessage(message, client) {
      if (message.website) return;
      const counts = [
        byWriter(message.email.toLowerCase()),
        byNetwork(client.network),
        bySite(client.site),
        overall(''),
      ];
      await limits.count('contact', counts, client);
      const id = randomUUID();
      await database.transactAsGuest(async (tx) => {
        await tx.rows(insertMessage({ ...message, id }));
        await jobs.send(tx.withCommit, 'contact-message', { message_id: id });
      });
    },
  };
}
