import { randomUUID } from 'node:crypto';
import type { ContactMessage } from '#contract/contact.ts';
import type { Jobs } from '../jobs/jobs.ts';
import type { Database } from '../platform/database/database.ts';
import type { Limits, TakeOne } from '../platform/limits.ts';
import { insertMessage } from './queries.ts';

export type ContactDesk = {
  /** Counts an attempt from one network. */
  takeFromNetwork: TakeOne;
  /**
   * Keeps a message and has it mailed to the shop, both or neither. Refuses `too_many_requests`. What only a
   * program would have filled in is taken and thrown away.
   */
  leaveMessage(message: ContactMessage): Promise<void>;
};

/** Where strangers write to the shop. A whole day's messages of the longest kind come to about 1 MB. */
export function openContactDesk(deps: {
  database: Database;
  jobs: Jobs;
  limits: Limits;
}): ContactDesk {
  const { database, jobs, limits } = deps;
  // Many phones of one Indian network share an address, so this one is generous.
  const takeFromNetwork = limits('contact network', { points: 20, seconds: 3600 });
  const takeFromWriter = limits('contact writer', { points: 5, seconds: 3600 });
  const takeInAll = limits('contact in all', { points: 200, seconds: 24 * 3600 });

  return {
    takeFromNetwork,
    async leaveMessage(message) {
      if (message.website) return;
      await takeFromWriter(message.email.toLowerCase());
      await takeInAll('');
      const id = randomUUID();
      await database.transactAsStranger(async (tx) => {
        await tx.rows(insertMessage({ ...message, id }));
        await jobs.send(tx.lastly, 'contact-message', { message_id: id });
      });
    },
  };
}
