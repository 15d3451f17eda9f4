import type { Auth } from '@aparajita/auth-server';
import type { NewsletterOffer } from '#domain/coupon.ts';
import { sumDays } from '#server/admin/reports/routes.ts';
import { staffJobs } from '#server/admin/staff/invitation.ts';
import { applyPriceChanges } from '#server/catalogue/apply-price-changes.ts';
import { contactJobs } from '#server/contact/contact-jobs.ts';
import type { Database } from '#server/database/database.ts';
import { statement } from '#server/database/tables.ts';
import type { DeliverEmail } from '#server/email/email.ts';
import type { SendEmail } from '#server/email/template/content.ts';
import { renderEmail } from '#server/email/template/render-email.ts';
import { newsletterJobs } from '#server/newsletter/newsletter-jobs.ts';
import { orderJobs } from '#server/orders/order-jobs.ts';
import type { PaymentContext } from '#server/payments/context.ts';
import { paymentJobs } from '#server/payments/payments.ts';
import { makePicture } from '#server/pictures/make-sizes.ts';
import {
  deleteExpiredData,
  deleteExpiredGuestData,
} from '#server/retention/delete-expired-data.ts';
import { accountJobs } from './accounts/account-emails.ts';
import type { Jobs } from './jobs/jobs.ts';
import type { AboutCustomer, CustomerEmail } from './jobs/queues.ts';
import type { JobHandlers } from './jobs/worker.ts';
import { paymentEmailJobs } from './payments/emails/payment-emails.ts';

type JobDependencies = {
  /** Must accept a shopper without a session, because jobs run after sessions have ended. */
  database: Database;
  /** With the role shop_worker, for jobs that work on rows of everybody. */
  workerDatabase: Database;
  payments: PaymentContext;
  /** For jobs that queue others. */
  jobs: Pick<Jobs, 'send' | 'retryDeadLetters'>;
  auth: Pick<Auth, 'decryptEmail' | 'pruneExpired'>;
  deliverEmail: DeliverEmail;
  publicUrl: string;
  /** Whether orders are never shipped. */
  demo: boolean;
  /** The shop's mailbox, for emails to the operator. */
  shopEmail: string;
  /** Where replies go when the email names no address; undefined: the mail server's setting. */
  replyTo: () => string | undefined;
  /** The code that subscribing to the newsletter brings now. */
  newsletterOffer: () => NewsletterOffer | null;
  /** The shop's secret, from which the tokens in emails are derived. */
  secret: string;
};

/** What each job does. A feature with several jobs has them in its own `…-jobs.ts`. */
export function jobHandlers(deps: JobDependencies): JobHandlers {
  const { database, workerDatabase, payments, publicUrl } = deps;
  const deliverEmail: DeliverEmail = (email) => {
    const replyTo = email.replyTo ?? deps.replyTo();
    return deps.deliverEmail({ ...email, ...(replyTo !== undefined && { replyTo }) });
  };
  const sendEmail: SendEmail = async (content) => deliverEmail(renderEmail(content, publicUrl));
  const aboutCustomers = {
    ...paymentEmailJobs({ ...deps, sendEmail }),
    ...orderJobs({ ...deps, sendEmail }),
    ...accountJobs({ ...deps, deliverEmail }),
  };
  return {
    ...paymentJobs(payments),
    ...aboutCustomers,
    ...skipDeletedCustomers(aboutCustomers, workerDatabase),
    ...contactJobs({ ...deps, database: workerDatabase, sendEmail }),
    ...newsletterJobs({ ...deps, database: workerDatabase, sendEmail }),
    ...staffJobs({ ...deps, database: workerDatabase, sendEmail }),
    picture: ({ hash }) => makePicture(workerDatabase, hash),
    'price-changes': () => applyPriceChanges(workerDatabase),
    'report-days': () => sumDays(database),
    'dead-letter-retry': ({ ids }) => deps.jobs.retryDeadLetters(ids),
    'guest-data-cleanup': () => deleteExpiredGuestData(workerDatabase, new Date()),
    'old-data-cleanup': () => deleteExpiredData(workerDatabase, new Date()),
  };
}

/**
 * The jobs that email customers, which do nothing once the customer is deleted. Orders and payments of somebody who is
 * gone go on: a parcel comes back, a bank processes a refund, staff record it, each with its email. Asked here and not in
 * each email's query, because the address is in several places: in the job, the order and the payment.
 */
function skipDeletedCustomers(
  handlers: Pick<JobHandlers, CustomerEmail>,
  database: Database,
): Pick<JobHandlers, CustomerEmail> {
  function skipped<Data extends AboutCustomer>(handle: Handle<Data>): Handle<Data> {
    return async (data, isLastAttempt) => {
      if (data.user_id !== undefined && (await isDeleted(database, data.user_id))) return;
      await handle(data, isLastAttempt);
    };
  }
  return {
    'order-confirmation': skipped(handlers['order-confirmation']),
    'order-mail': skipped(handlers['order-mail']),
    'order-mail-again': skipped(handlers['order-mail-again']),
    'payment-received': skipped(handlers['payment-received']),
    'refund-started': skipped(handlers['refund-started']),
    'refund-done': skipped(handlers['refund-done']),
    'auth-mail': skipped(handlers['auth-mail']),
  };
}

type Handle<Data> = (data: Data, isLastAttempt: boolean) => Promise<void>;

async function isDeleted(database: Database, userId: string): Promise<boolean> {
  const [row] = await database.rows(findDeleted(userId));
  return row?.deleted === true;
}

/** Whether the owner of the database has deleted this customer. */
export function findDeleted(userId: string) {
  return statement<{ deleted: boolean }>`
    select exists (
      select from audit_log
      where subject_type = 'customer' and subject_id = ${userId} and verb = 'delete_customer'
    ) as deleted`;
}
