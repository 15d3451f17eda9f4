import { randomUUID } from 'node:crypto';
import { inTransaction } from '@aparajita/postgres/in-transaction';
import pg from 'pg';
import { INVITATION_SECONDS } from '#domain/staff.ts';
import { hashOfToken } from '#server/crypto/token-hash.ts';
import type { InvitationTokens } from './invitation.ts';

/** There is no such member, or the last owner would go; the message says which. */
export class StaffRefused extends Error {
  override name = 'StaffRefused';
}

type ListedMember = { email: string; role: string; disabled: boolean };

/** What `npm run owner` does, as the owner of the database. Every change is in the audit log, without a member's name. */
export type StaffManagement = {
  list(): Promise<ListedMember[]>;
  /** Makes the account of this e-mail an owner; without one it invites, and returns the token of the link. */
  give(email: string): Promise<{ token: string } | null>;
  /** @throws StaffRefused. */
  revoke(email: string): Promise<void>;
  /** @throws StaffRefused for others than staff. */
  expectMember(email: string): Promise<void>;
  /** Notes in the log that the second factors were removed. */
  recordFactorReset(email: string): Promise<void>;
};

/** `client` is connected as the owner of the database. */
export function manageStaff(client: pg.Client, invitationToken: InvitationTokens): StaffManagement {
  const log = (verb: string, email: string, after: object) =>
    client.query(
      `insert into audit_log (verb, subject_type, subject_id, after, reason)
       values ($1, 'staff', $2, $3, 'command on the server')`,
      [verb, email, JSON.stringify(after)],
    );

  async function invite(email: string): Promise<{ token: string }> {
    const id = randomUUID();
    const token = invitationToken(id);
    await client.query('delete from staff_invitations where email = $1 and used_at is null', [
      email,
    ]);
    await client.query(
      `insert into staff_invitations (id, token_hash, email, role, expires_at)
       values ($1, $2, $3, 'owner', now() + make_interval(secs => $4))`,
      [id, hashOfToken(token), email, INVITATION_SECONDS],
    );
    await log('invite', email, { role: 'owner' });
    return { token };
  }

  return {
    list: async () =>
      (
        await client.query<ListedMember>(
          'select email, role, disabled_at is not null as disabled from staff order by 3, created_at',
        )
      ).rows,

    give: (given) =>
      inTransaction(client, async () => {
        const email = normal(given);
        // An address that nobody has proven is not made an owner: whoever signed up with it may be anybody.
        const { rows } = await client.query<{ id: string }>(
          'select id from auth.users where email = $1 and email_confirmed_at is not null',
          [email],
        );
        const [account] = rows;
        if (!account) return invite(email);
        await client.query(
          `insert into staff (user_id, email, role) values ($1, $2, 'owner')
           on conflict (user_id) do update set role = 'owner', disabled_at = null, email = excluded.email`,
          [account.id, email],
        );
        await log('change_staff', email, { role: 'owner', disabled: false });
        return null;
      }),

    revoke: (given) =>
      inTransaction(client, async () => {
        const email = normal(given);
        const { rowCount } = await client
          .query('update staff set disabled_at = now() where email = $1 and disabled_at is null', [
            email,
          ])
          .catch(lastOwner);
        if (rowCount === 0) throw new StaffRefused(`${email} is not staff.`);
        await log('change_staff', email, { disabled: true });
      }),

    expectMember: async (given) => {
      const email = normal(given);
      const { rowCount } = await client.query('select from staff where email = $1', [email]);
      if (rowCount === 0) throw new StaffRefused(`${email} is not staff.`);
    },

    recordFactorReset: async (given) => {
      await log('reset_factor', normal(given), {});
    },
  };
}

function normal(email: string): string {
  const address = email.trim().toLowerCase();
  if (!/^[^\s@]+@[^\s@]+$/.test(address)) throw new StaffRefused(`${email} is no e-mail address.`);
  return address;
}

function lastOwner(error: unknown): never {
  if (error instanceof pg.DatabaseError && error.constraint === 'last_owner') {
    throw new StaffRefused('This is the last owner: make another one first.');
  }
  throw error;
}
