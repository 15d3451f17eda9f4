import { STAFF_ROLE_NAMES, type StaffRole } from '#domain/staff.ts';
import { deriveShopKeys } from '#server/crypto/derived-keys.ts';
import type { EmailContent } from '#server/email/template/content.ts';

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

export function invitationEmail(invitation: {
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
      {
        kind: 'text',
        text: `You are invited as: ${STAFF_ROLE_NAMES[role]}. Sign in or create an account with this email address, then open the link. It is good for 24 hours and works once.`,
      },
      { kind: 'action', label: 'Accept the invitation', url: link },
      {
        kind: 'text',
        text: 'Staff need a second step: set one up on your account’s security page first.',
      },
    ],
    reason: 'You get this email because the owner of the shop has invited you.',
  };
}
