import { randomUUID } from 'node:crypto';
import { violates } from '@aparajita/postgres/error-codes';
import { inTransaction } from '@aparajita/postgres/with-client';
import type { CompiledQuery } from 'kysely';
import type pg from 'pg';
import type { ServerAuditVerb } from '#contract/admin/audit-verbs.ts';
import { normalizeEmail } from '#server/accounts/normalize-email.ts';
import { writeAudit } from '#server/admin/audit/write-audit.ts';
import { hashOfToken } from '#server/crypto/derived-keys.ts';
import { OperatorError } from '#server/operator-errors.ts';
import type { InvitationTokens } from './invitation.ts';
import { deleteOpenInvitation, insertInvitation } from './queries.ts';

type ListedMember = { email: string; role: string; disabled: boolean };

/** The actions of `npm run owner`, as the owner of the database. The audit log names no staff member for them. */
export type StaffManagement = {
  list(): Promise<ListedMember[]>;
  /**
   * Makes the account with this proven email an owner; without one, invites the address and returns the link's token.
   */
  makeOwnerOrInvite(email: string): Promise<{ token: string } | null>;
  /** Ends the access and withdraws an open invitation. @throws OperatorError. */
  revoke(email: string): Promise<void>;
  /** The id of the member's account. @throws OperatorError if it is no staff member. */
  accountOf(email: string): Promise<string>;
  /** Writes into the audit log that the second factors were removed. */
  recordFactorReset(email: string): Promise<void>;
};

type Options = {
  /** Demo mode: an account is made an owner although nobody has proven its address. */
  acceptUnverifiedEmail: boolean;
};

/** `client` is connected as the owner of the database. */
export function manageStaff(
  client: pg.Client,
  invitationToken: InvitationTokens,
  { acceptUnverifiedEmail }: Options,
): StaffManagement {
  const rows = async <Row>({ sql, parameters }: CompiledQuery<Row>): Promise<Row[]> =>
    (await client.query(sql, [...parameters])).rows;
  const log = (verb: ServerAuditVerb, email: string, after: object) =>
    writeAudit({ rows }, verb, ['staff', email], { after, reason: 'command on the server' });
  /** Call it after changing the member: accepting an invitation locks in the same order, so the two cannot deadlock. */
  const withdrawInvitations = async (email: string) =>
    (await rows(deleteOpenInvitation(email))).length > 0;

  /**
   * The member whose account has this address now; else the one who joined with it, because the account's address may
   * have changed since.
   */
  async function findMember(email: string) {
    const { rows } = await client.query<{ user_id: string; disabled: boolean }>(
      `select user_id, disabled_at is not null as disabled
       from staff left join auth.users users on users.id = staff.user_id
       where users.email = $1 or staff.email = $1
       order by users.email is distinct from $1, disabled_at is not null, staff.created_at desc limit 1`,
      [email],
    );
    return rows[0];
  }

  async function invite(email: string): Promise<{ token: string }> {
    const id = randomUUID();
    const token = invitationToken(id);
    await withdrawInvitations(email);
    await rows(insertInvitation(id, { email, role: 'owner' }, hashOfToken(token)));
    await log('invite', email, { role: 'owner' });
    return { token };
  }

  return {
    list: async () =>
      (
        await client.query<ListedMember>(
          `select coalesce(users.email, staff.email) as email, role, disabled_at is not null as disabled
           from staff left join auth.users users on users.id = staff.user_id order by 3, staff.created_at`,
        )
      ).rows,

    makeOwnerOrInvite: (typed) =>
      inTransaction(client, async () => {
        const email = requireEmail(typed);
        // Only an account whose address was proven by an emailed link, because anybody may have signed up with an
        // address. Without a mail server an account is confirmed in the moment of its creation, which proves nothing.
        const { rows } = await client.query<{ id: string }>(
          `select id from auth.users u where email = $1 and email_confirmed_at is not null and (
             $2 or email_confirmed_at <> created_at or exists (select from staff where user_id = u.id)
           )`,
          [email, acceptUnverifiedEmail],
        );
        const [account] = rows;
        if (!account) return invite(email);
        await client.query(
          `insert into staff (user_id, email, role) values ($1, $2, 'owner')
           on conflict (user_id) do update set role = 'owner', disabled_at = null, email = excluded.email`,
          [account.id, email],
        );
        await withdrawInvitations(email);
        await log('change_staff', email, { role: 'owner', disabled: false });
        return null;
      }),

    revoke: (typed) =>
      inTransaction(client, async () => {
        const email = requireEmail(typed);
        const found = await findMember(email);
        const ended = found !== undefined && !found.disabled;
        if (ended) {
          await client
            .query('update staff set disabled_at = now() where user_id = $1', [found.user_id])
            .catch(throwLastOwner);
          await log('change_staff', email, { disabled: true });
        }
        const withdrawn = await withdrawInvitations(email);
        if (withdrawn && !ended) await log('withdraw_invitation', email, {});
        if (!withdrawn && !ended) throw new OperatorError(`${email} is not staff.`);
      }),

    accountOf: async (typed) => {
      const email = requireEmail(typed);
      const found = await findMember(email);
      if (!found) throw new OperatorError(`${email} is not staff.`);
      return found.user_id;
    },

    recordFactorReset: async (typed) => {
      await log('reset_factor', requireEmail(typed), {});
    },
  };
}

function requireEmail(typed: string): string {
  const email = normalizeEmail(typed);
  if (!/^[^\s@]+@[^\s@]+$/.test(email)) throw new OperatorError(`${typed} is no email address.`);
  return email;
}

function throwLastOwner(error: unknown): never {
  if (violates(error, 'last_owner')) {
    throw new OperatorError('This is the last owner: make another one first.');
  }
  throw error;
}
