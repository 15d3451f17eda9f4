import type { Auth } from '@aparajita/auth-server';
import { AppError } from '#contract/errors.ts';
import { isNew, tellAdmin } from '#server/admin/live/tell-admin.ts';
import { sumDays } from '#server/admin/reports/sum-days.ts';
import {
  type InvitationTokens,
  invitationEmail,
  invitationLink,
} from '#server/admin/staff/invitation.ts';
import { applyPriceChanges } from '#server/catalogue/apply-price-changes.ts';
import { messageAnswer } from '#server/contact/answer-email.ts';
import { contactMessage } from '#server/contact/contact-email.ts';
import { findAnswer, findMessage } from '#server/contact/queries.ts';
import type { Database } from '#server/database/database.ts';
import { authMail } from '#server/email/account-emails.ts';
import type { Mail, SendMail } from '#server/email/email.ts';
import type { EmailContent } from '#server/email/template/content.ts';
import { renderEmail } from '#server/email/template/render-email.ts';
import { letterMail, testLetterMail } from '#server/newsletter/letter-email.ts';
import { newsletterMail } from '#server/newsletter/newsletter-emails.ts';
import { findLetterText, findRequest } from '#server/newsletter/queries.ts';
import { deliverLetter, queueLetters } from '#server/newsletter/send-letter.ts';
import type { NewsletterTokens } from '#server/newsletter/token.ts';
import { findOrderNews } from '#server/orders/news-query.ts';
import { orderConfirmation } from '#server/orders/order-confirmation-email.ts';
import { orderNews } from '#server/orders/order-news-email.ts';
import { findOrder } from '#server/orders/queries.ts';
import type { TimelineTokens } from '#server/orders/timeline-token.ts';
import { paymentNeedsAttention, paymentUnanswered } from '#server/payments/attention-emails.ts';
import type { PaymentContext } from '#server/payments/context.ts';
import { paymentReceived, refundDone, refundStarted } from '#server/payments/payment-emails.ts';
import { paymentJobs } from '#server/payments/payment-jobs.ts';
import { makePicture } from '#server/pictures/make-picture.ts';
import {
  deleteExpiredData,
  deleteExpiredGuestData,
} from '#server/retention/delete-expired-data.ts';
import type { Jobs } from './jobs/jobs.ts';
import { PermanentFailure } from './jobs/permanent-failure.ts';
import type { JobHandlers } from './jobs/worker.ts';

/**
 * What each job does: a thin call of a feature's function. `database` must accept a shopper without a session, because
 * jobs run after sessions have ended.
 */
export function jobHandlers(deps: {
  database: Database;
  payments: PaymentContext;
  /** For jobs that queue others. */
  jobs: Pick<Jobs, 'send'>;
  /** Null when a hosted service manages the accounts. */
  auth: Pick<Auth, 'decryptMail' | 'pruneExpired'> | null;
  sendMail: SendMail;
  publicUrl: string;
  /** Whether orders are never shipped. */
  demo: boolean;
  /** The shop's mailbox, for mails to the operator. */
  shopEmail: string;
  /** Where replies go when the mail names no address; undefined: the mail server's setting. */
  replyTo: () => string | undefined;
  newsletterToken: NewsletterTokens;
  timelineTokens: TimelineTokens;
  invitationToken: InvitationTokens;
}): JobHandlers {
  const { database, payments, jobs, auth, sendMail, publicUrl, demo, shopEmail, newsletterToken } =
    deps;
  const { timelineTokens, invitationToken } = deps;
  const send = (email: Mail) => {
    const replyTo = email.replyTo ?? deps.replyTo();
    return sendMail({ ...email, ...(replyTo !== undefined && { replyTo }) });
  };
  const renderAndSend = async (content: EmailContent) =>
    send(await renderEmail(content, publicUrl));
  return {
    ...paymentJobs(payments),
    'order-confirmation': async ({ user_id, email, order_id }) => {
      const shopper = { userId: user_id, sessionId: '', email, fullName: '' };
      const [order] = await database.asShopper(shopper, findOrder(shopper, order_id));
      if (!order) throw new AppError('order_not_found');
      // Before the mail, whose server may be slow.
      if (isNew(order, Date.now())) await database.rows(tellAdmin(order_id));
      await renderAndSend(orderConfirmation(order, email, publicUrl, demo));
    },
    'payment-received': async ({ user_id, email, order_id }) => {
      const shopper = { userId: user_id, sessionId: '', email, fullName: '' };
      const [order] = await database.asShopper(shopper, findOrder(shopper, order_id));
      if (!order) throw new AppError('order_not_found');
      await renderAndSend(paymentReceived(order, email, publicUrl));
    },
    'refund-started': (refund) => renderAndSend(refundStarted(refund)),
    'refund-done': (refund) => renderAndSend(refundDone(refund)),
    'payment-attention': (refund) => renderAndSend(paymentNeedsAttention(refund, shopEmail)),
    'payment-unanswered': (payment) => renderAndSend(paymentUnanswered(payment, shopEmail)),
    'order-mail': async ({ user_id, order_id, event_id }) => {
      const shopper = { userId: user_id, sessionId: '', email: '', fullName: '' };
      const [order] = await database.asShopper(shopper, findOrderNews(shopper, order_id));
      if (!order) throw new AppError('order_not_found');
      const link = `${publicUrl}/track/${timelineTokens.make(order_id)}`;
      const news = orderNews(order, event_id, link);
      if (news) await renderAndSend(news);
    },
    picture: ({ hash }) => makePicture(database, hash),
    'price-changes': () => applyPriceChanges(database),
    'staff-invitation': (invitation) => {
      const link = invitationLink(invitationToken(invitation.id), publicUrl);
      return renderAndSend(invitationEmail({ ...invitation, link }));
    },
    'auth-mail': async ({ id, sealed }) => {
      if (!auth)
        throw new PermanentFailure(
          'a hosted service now manages the accounts, so the mail cannot be decrypted',
        );
      const mail = auth.decryptMail(sealed);
      const rendered = await renderEmail(authMail(id, mail, publicUrl), publicUrl);
      if (mail.kind !== 'decoy') await send(rendered);
    },
    'auth-cleanup': async () => auth?.pruneExpired(),
    'newsletter-request': async ({ request_id }) => {
      const [request] = await database.rows(findRequest(request_id));
      if (!request) return; // a newer request replaced it and has its own mail
      await renderAndSend(
        newsletterMail(request_id, request, newsletterToken(request_id), publicUrl),
      );
    },
    'newsletter-test': async ({ letter_id, email, test_id }) => {
      const [letter] = await database.rows(findLetterText(letter_id));
      if (letter) await renderAndSend(testLetterMail(letter, email, test_id));
    },
    'newsletter-batch': (start) => queueLetters(database, jobs, start),
    'newsletter-letter': ({ delivery_id }) =>
      deliverLetter(database, delivery_id, (delivery) =>
        renderAndSend(letterMail(delivery, publicUrl)),
      ),
    'guest-data-cleanup': () => deleteExpiredGuestData(database, new Date()),
    'old-data-cleanup': () => deleteExpiredData(database, new Date()),
    'report-days': () => sumDays(database),
    'contact-message': async ({ message_id }) => {
      const [message] = await database.rows(findMessage(message_id));
      if (message) await renderAndSend(contactMessage(message, shopEmail, publicUrl));
    },
    'message-answer': async ({ answer_id }) => {
      const [answer] = await database.rows(findAnswer(answer_id));
      if (answer) await renderAndSend(messageAnswer(answer, shopEmail));
    },
  };
}
