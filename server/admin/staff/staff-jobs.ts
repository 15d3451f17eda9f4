import type { Database } from '#server/database/database.ts';
import type { SendEmail } from '#server/email/template/content.ts';
import { PermanentFailure } from '#server/jobs/permanent-failure.ts';
import type { JobHandlers } from '#server/jobs/worker.ts';
import { invitationEmail, invitationLink, invitationTokens } from './invitation.ts';
import { findInvitation } from './queries.ts';

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
