import { randomUUID } from 'node:crypto';
import { violates } from '@aparajita/postgres/error-codes';
import type { staffEndpoints } from '#contract/admin/staff.ts';
import { AppError } from '#contract/errors.ts';
import { writeAudit } from '#server/admin/audit/write-audit.ts';
import { hashOfToken } from '#server/crypto/derived-keys.ts';
import type { Database } from '#server/database/database.ts';
import { requireRow } from '#server/database/require-row.ts';
import type { Handlers } from '#server/http/serve-endpoints.ts';
import type { Jobs } from '#server/jobs/jobs.ts';
import { type InvitationTokens, invitationLink } from './invitation.ts';
import {
  acceptInvitation,
  changeMember,
  deleteInvitation,
  deleteOpenInvitation,
  findMe,
  insertInvitation,
  listInvitations,
  listStaff,
  lockMember,
} from './queries.ts';

type StaffDependencies = {
  /** For what a signed-in shopper does before they are staff. */
  database: Database;
  jobs: Jobs;
  publicUrl: string;
  invitationToken: InvitationTokens;
};

export function staffHandlers({
  database,
  jobs,
  publicUrl,
  invitationToken,
}: StaffDependencies): Handlers<typeof staffEndpoints> {
  return {
    'GET /admin/me': async ({ staff }) => requireRow(await staff.rows(findMe())),

    'GET /admin/staff': ({ staff }) =>
      staff.transact(async (tx) => ({
        staff: await tx.rows(listStaff()),
        invitations: await tx.rows(listInvitations()),
      })),

    'POST /admin/staff/invitations': async ({ staff, body }) => {
      const id = randomUUID();
      const token = invitationToken(id);
      return staff.transact(async (tx) => {
        await tx.rows(deleteOpenInvitation(body.email));
        const invitation = requireRow(
          await tx.rows(insertInvitation(id, body, hashOfToken(token))),
        );
        await writeAudit(tx, 'invite', ['staff', body.email], { after: { role: body.role } });
        await jobs.send(tx, 'staff-invitation', { ...body, id });
        return { ...invitation, link: invitationLink(token, publicUrl) };
      });
    },

    'DELETE /admin/staff/invitations/{id}': ({ staff, params }) =>
      staff.transact(async (tx) => {
        const { email, role } = requireRow(await tx.rows(deleteInvitation(params.id)));
        await writeAudit(tx, 'withdraw_invitation', ['staff', email], { before: { role } });
      }),

    'PATCH /admin/staff/{id}': ({ staff, params, body }) =>
      staff
        .transact(async (tx) => {
          const { email, role, disabled_at } = requireRow(await tx.rows(lockMember(params.id)));
          const changed = requireRow(await tx.rows(changeMember(params.id, body)));
          await writeAudit(tx, 'change_staff', ['staff', email], {
            before: { role, disabled: disabled_at !== null },
            after: { role: changed.role, disabled: changed.disabled_at !== null },
          });
          return changed;
        })
        .catch(throwLastOwner),

    'POST /admin/staff/acceptance': async ({ shopper, body }) => {
      const invitation = acceptInvitation(hashOfToken(body.token));
      const [accepted] = await database.asShopper(shopper, invitation);
      if (!accepted?.role) throw new AppError('invitation_expired');
      return { role: accepted.role };
    },
  };
}

function throwLastOwner(error: unknown): never {
  if (violates(error, 'last_owner')) {
    throw new AppError('last_owner', {}, error);
  }
  throw error;
}
