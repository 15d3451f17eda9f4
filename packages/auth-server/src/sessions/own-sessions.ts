import { lockOpenSession } from '#auth-server/account-queries.ts';
import { newestProof, requireSecondFactor } from '#auth-server/assurance.ts';
import { writeAudit } from '#auth-server/audit-log.ts';
import type { AccountRow, Service } from '#auth-server/service.ts';
import { requireAccount } from './bearer.ts';
import { endSessionsWhere, IS_RESETTING, LAST_PROOF } from './end-sessions.ts';

/** A session as its user sees it; times are ISO 8601. */
export type OwnSession = {
  id: string;
  device: string | null;
  address: string | null;
  signed_in_at: string;
  last_seen_at: string;
  /** Whether it is the session of the request. */
  current: boolean;
};

/** What became of a session that was to end: 'newer' was proven later, 'resetting' ends within ten minutes. */
type EndedSession = 'ended' | 'none' | 'newer' | 'resetting';

/** The sessions of whoever sends an Authorization header. Both methods throw AuthError as `requireAccount` does. */
export function createOwnSessions(service: Service) {
  async function enter(authorization: string | undefined): Promise<AccountRow> {
    const account = await requireAccount(service, authorization);
    requireSecondFactor(account);
    return account;
  }

  return {
    /** The last seen first; at most 50. */
    async list(authorization: string | undefined): Promise<OwnSession[]> {
      const { user, session } = await enter(authorization);
      return service.store.rows<OwnSession>(
        `select id, device, host(address) as address, created_at as signed_in_at, refreshed_at as last_seen_at,
           id = $2 as current
         from auth.sessions where user_id = $1 and expires_at > $3
         order by refreshed_at desc, id limit 50`,
        [user.id, session.id, service.clock()],
      );
    },

    /** Ends this session or another one of the user's; a session that may be stolen ends no newer one. */
    async end(authorization: string | undefined, id: string): Promise<EndedSession> {
      const account = await enter(authorization);
      const { user, session } = account;
      const now = service.clock();
      return service.store.transact(async (tx) => {
        await lockOpenSession(tx, account);
        const [found] = await tx.rows<{ newer: boolean; resetting: boolean }>(
          `select ${LAST_PROOF} > $2 as newer, s.id <> $3 and ${IS_RESETTING} as resetting
           from auth.sessions s where s.id = $4 and s.user_id = $5 for update`,
          [now, newestProof(session.amr), session.id, id, user.id],
        );
        if (!found) return 'none';
        if (found.newer) return 'newer';
        if (id === session.id) await tx.rows('delete from auth.sessions where id = $1', [id]);
        else await endSessionsWhere(tx, now, 's.id = $2', [id]);
        if (found.resetting) return 'resetting';
        const ended = { user, session: { id } };
        await writeAudit({ ...service, client: null }, tx, 'session_ended', ended, {
          by_session: session.id,
        });
        return 'ended';
      });
    },
  };
}
