import { randomUUID } from 'node:crypto';
import type { ContactMessage } from '#contract/contact.ts';
import type { Database } from '#server/database/database.ts';
import type { GuestLimits, Visit } from '#server/http/guest-limits.ts';
import type { Jobs } from '#server/jobs/jobs.ts';
import { insertMessage } from './queries.ts';

export type ContactDesk = {
  /**
   * Keeps a message and has it mailed to the shop, both or neither. Refuses `proof_of_work_required`. What only a
   * program would have filled in is taken and thrown away.
   */
  leaveMessage(message: ContactMessage, visit: Visit): Promise<void>;
};

/**
 * Where strangers write to the shop. Beyond each limit a message costs the writer's browser some work, and nobody is
 * refused: one machine could else use up what belongs to its neighbours, to a writer whose address it types, or to all.
 */
export function openContactDesk(deps: {
  database: Database;
  jobs: Jobs;
  limits: GuestLimits;
}): ContactDesk {
  const { database, jobs, limits } = deps;
  const ofNetwork = limits.limit('contact network', { points: 20, seconds: 3600 });
  const ofWriter = limits.limit('contact writer', { points: 5, seconds: 3600 });
  const inAll = limits.limit('contact in all', { points: 200, seconds: 24 * 3600 });

  return {
    async leaveMessage(message, visit) {
      if (message.website) return;
      const counts = [ofWriter(message.email.toLowerCase()), ofNetwork(visit.network), inAll('')];
      await limits.count('contact', counts, visit);
      const id = randomUUID();
      await database.transactAsGuest(async (tx) => {
        await tx.rows(insertMessage({ ...message, id }));
        await jobs.send(tx.withCommit, 'contact-message', { message_id: id });
      });
    },
  };
}
