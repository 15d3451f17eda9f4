import { STAFF_ROLE_NAMES, type StaffRole } from '#domain/staff.ts';
import { deriveShopKeys } from '#server/crypto/derived-keys.ts';
import type { Database } from '#server/database/database.ts';
import type { EmailContent, SendEmail } from '#server/email/template/content.ts';
import { PermanentFailure } from '#server/jobs/permanent-failure.ts';
import type { JobHandlers } from '#server/jobs/worker.ts';
import { findInvitation } from './queries.ts';

/** The token of an invitation's link, derived from its id and the shop's secret: no table and no job holds it. */
export type InvitationTokens = (id: string) => string;

export function invitationTokens(secret: string): InvitationTokens {
  const { hmac } = deriveShopKeys(secret);
  return (id) => hmac('staff-invitation', id).toString('base64url');
}

/** The token is in the fragment, which browsers send to no server. */
export function invitationLink(token: string, publicUrl: string): string {
  return `${publicUrl}/admin/join#${token}`;
}

function invitationEmail(invitation: {
  id: string;
  email: string;
  role: StaffRole;
  link: string;
}): EmailContent {
  const { id, email, role, link } = invitation;
  return {
    idempotencyKey: `staff-invitation:${id}`,
    to: email,
    subject: 'You are invited to work in the shop',
    preview: 'The link is good for 24 hours.',
    heading: 'You are invited to the shop’s admin',
    blocks: [
      `You are invited as: ${STAFF_ROLE_NAMES[role]}. Sign in or create an account with this email address, then open the link. It is good for 24 hours and works once.`,
      { kind: 'action', label: 'Accept the invitation', url: link },
      'Staff need a second step: set one up on your account’s security page first.',
    ],
    reason: 'You get this email because the owner of the shop has invited you.',
  };
}

/** What the staff's job does: email an invitation, while its link is good. */
export function staffJobs({
  database,
  sendEmail,
  publicUrl,
  secret,
}: {
  database: Database;
  sendEmail: SendEmail;
  publicUrl: string;
  /** Derives the tokens in the links. */
  secret: string;
}): Pick<JobHandlers, 'staff-invitation'> {
  const tokenOf = invitationTokens(secret);
  return {
    'staff-invitation': async (job) => {
      const [invitation] = await database.rows(findInvitation(job.id));
      if (!invitation) return; // withdrawn, replaced or accepted
      if (invitation.expired)
        throw new PermanentFailure('the invitation has expired: invite again');
      await sendEmail(
        invitationEmail({ ...job, link: invitationLink(tokenOf(job.id), publicUrl) }),
      );
    },
  };
}
