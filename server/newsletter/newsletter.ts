import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import type { NewsletterForm } from '#contract/newsletter.ts';
import type { NewsletterOffer } from '#domain/coupon.ts';
import { DAY_SECONDS } from '#domain/day.ts';
import { RETENTION_DAYS } from '#domain/retention.ts';
import { deriveShopKeys, hashOfToken } from '#server/crypto/derived-keys.ts';
import type { Database } from '#server/database/database.ts';
import { statement } from '#server/database/tables.ts';
import type { GuestClient, GuestLimits } from '#server/http/guest-limits.ts';
import type { Jobs } from '#server/jobs/jobs.ts';

export type Newsletter = ReturnType<typeof openNewsletter>;

export function openNewsletter(deps: {
  database: Database;
  jobs: Jobs;
  limits: GuestLimits;
  tokenOf: NewsletterTokens;
  /** The code that a subscription brings now. */
  offer: () => NewsletterOffer | null;
}) {
  const { database, jobs, limits, tokenOf, offer } = deps;
  const byNetwork = limits.limit('newsletter network', { points: 20, seconds: 3600 });
  // Lower than the shop-wide limit, so one network cannot exhaust it.
  const bySite = limits.limit('newsletter site', { points: 200, seconds: DAY_SECONDS });
  const overall = limits.limit('newsletter in all', { points: 1000, seconds: DAY_SECONDS });
  // Protects the mailbox's owner, who may not be the one who subscribes.
  const byAddress = limits.limit('newsletter address', { points: 3, seconds: DAY_SECONDS });

  return {
    /**
     * Queues an email that asks the address to confirm, or says that it is subscribed already. The caller cannot tell
     * which, nor whether the address has reached its daily limit: the newest email's link stays valid for a week.
     * @throws AppError proof_of_work_required.
     */
    async subscribe({ email: typed, website }: NewsletterForm, client: GuestClient): Promise<void> {
      if (website) return;
      const email = typed.toLowerCase();
      const counts = [byNetwork(client.network), bySite(client.site), overall('')];
      await limits.count('newsletter', counts, client);
      const requestId = randomUUID();
      await database.transactAsGuest(async (tx) => {
        if (!(await limits.allows(tx, byAddress(email)))) return;
        await tx.rows(requestSubscription(email, requestId, hashOfToken(tokenOf(requestId))));
        await jobs.send(tx.withCommit, 'newsletter-request', { request_id: requestId });
      });
    },
    /**
     * `confirmed` is false when the token is unknown, used, replaced by a newer one, or older than a week. `code`: the
     * address's own for a first order; null without one.
     */
    async confirm(token: string): Promise<{ confirmed: boolean; code: string | null }> {
      const [row] = await database.rows(confirmSubscription(hashOfToken(token), offer()));
      return row ?? { confirmed: false, code: null };
    },
    /**
     * Deletes the address with this token. False for a token of an earlier subscription that no address has any more: its
     * address may have subscribed again since.
     */
    async unsubscribe(unsubscribeToken: string): Promise<boolean> {
      const [row] = await database.rows(endSubscription(unsubscribeToken));
      return row?.ended ?? false;
    },
  };
}

/** Derives the confirmation token of a request. */
export type NewsletterTokens = (requestId: string) => string;

/**
 * Derives 256 bits from the request's id and the shop's secret. The job that emails the token derives it again, so no
 * table stores it, and a job that runs twice sends the same token.
 */
export function newsletterTokens(secret: string): NewsletterTokens {
  const { hmac } = deriveShopKeys(secret);
  return (requestId) => hmac('newsletter', requestId).toString('base64url');
}

/** As long as the address is kept: the link is valid until then. */
const TOKEN_LIFETIME = `${RETENTION_DAYS.unconfirmedSubscriptions} days`;

export function requestSubscription(email: string, requestId: string, tokenHash: Buffer) {
  return statement`
    select request_newsletter_subscription(${email}, ${requestId}::uuid, ${tokenHash}::bytea, ${TOKEN_LIFETIME}::interval)`;
}

/**
 * The data of an email; `confirmed`: the address is subscribed already. `offer`: its own code for a first order, if it has
 * one, or gets one by confirming.
 */
export type NewsletterRequest = {
  email: string;
  confirmed: boolean;
  unsubscribe_token: string;
  offer: { code: string; percent: number; ends_at: string } | null;
};

/**
 * No row when a newer request has replaced this one, or when its link has expired. Who is subscribed already gets no new
 * code.
 */
export function findRequest(requestId: string, offer: NewsletterOffer | null) {
  return statement<NewsletterRequest>`
    select email, confirmed_at is not null as confirmed, unsubscribe_token, (
      select to_jsonb(offer) from newsletter_offer(
        email, case when confirmed_at is null then ${offer?.percent ?? null}::integer end, ${offer?.days ?? null}::integer
      ) offer
    ) as offer
    from newsletter_subscriptions
    where request_id = ${requestId} and (confirmed_at is not null or token_expires_at > now())`;
}

export function confirmSubscription(tokenHash: Buffer, offer: NewsletterOffer | null) {
  return statement<{ confirmed: boolean; code: string | null }>`
    select * from confirm_subscription(
      ${tokenHash}::bytea, ${offer?.percent ?? null}::integer, ${offer?.days ?? null}::integer
    )`;
}

/** False for a token of an earlier subscription, whose address may have subscribed again since. */
export function endSubscription(unsubscribeToken: string) {
  return statement<{ ended: boolean }>`
    select end_newsletter_subscription(${unsubscribeToken}::uuid) as ended`;
}

/** What a campaign says; `picture` is a path on the shop's site. */
export type CampaignText = {
  subject: string;
  heading: string;
  text: string;
  button_label: string;
  button_url: string;
  picture: string | null;
  picture_text: string;
};

/** A campaign's email to one address. */
export type Delivery = CampaignText & { id: string; email: string; unsubscribe_token: string };

const CAMPAIGN_TEXT = sql`subject, heading, text, button_label, button_url, picture, picture_text`;

export function findCampaignText(id: string) {
  return statement<CampaignText>`select ${CAMPAIGN_TEXT} from newsletter_letters where id = ${id}`;
}

/**
 * Marks up to `max` deliveries of a campaign as queued and returns their ids. None if the campaign was stopped or started
 * again since (`run`).
 */
export function queueDeliveries(campaign: string, run: number, max: number) {
  return statement<{ id: string }>`
    update newsletter_deliveries set queued_at = now() where id = any(array(
      select waiting.id from newsletter_deliveries waiting
      where letter_id = ${campaign} and queued_at is null
        and exists (select from newsletter_letters where id = ${campaign} and state = 'sending' and run = ${run})
      order by waiting.id limit ${max}
      for update skip locked
    ))
    returning id`;
}

/**
 * Locks the campaign of a delivery, whatever its state: going on at this moment could otherwise queue the address a second
 * time, or pass over one that is just released. No row if the address has unsubscribed.
 */
export function lockCampaignOf(id: string) {
  return statement<{ sending: boolean }>`
    select state = 'sending' as sending from newsletter_letters
    where id = (select letter_id from newsletter_deliveries where id = ${id})
    for share`;
}

/** The campaign was stopped: the address waits until it is continued. */
export function releaseDelivery(id: string) {
  return statement`
    update newsletter_deliveries set queued_at = null
    where id = ${id} and sent_at is null and failed_at is null`;
}

/** No row if the email was sent already, or the address has unsubscribed. */
export function findDelivery(id: string) {
  return statement<Delivery>`
    select delivery.id, delivery.email, reader.unsubscribe_token, ${CAMPAIGN_TEXT}
    from newsletter_deliveries delivery
    join newsletter_letters letter on letter.id = delivery.letter_id
    join newsletter_subscriptions reader on reader.email = delivery.email
    where delivery.id = ${id} and delivery.sent_at is null and delivery.failed_at is null`;
}

/**
 * Stores the outcome of a delivery, and counts it. `held`: refused for a reason other than the address; sent again on
 * continuing.
 */
export function endDelivery(id: string, outcome: 'sent' | 'refused' | 'held') {
  const sent = outcome === 'sent';
  return statement<{ letter_id: string }>`
    with ended as (
      update newsletter_deliveries
      set ${sql.ref(sent ? 'sent_at' : 'failed_at')} = now(), held = ${outcome === 'held'}
      where id = ${id} and sent_at is null and failed_at is null
      returning letter_id
    )
    update newsletter_letters letter set sent = sent + ${sent ? 1 : 0}, failed = failed + ${sent ? 0 : 1}
    from ended where letter.id = ended.letter_id
    returning letter_id`;
}

/**
 * Stops a campaign of which more than one email of twenty was not sent: mail servers take a sender for a spammer who writes
 * to many addresses that do not exist.
 */
export function stopIfMostlyRefused(campaign: string) {
  return statement`
    update newsletter_letters set state = 'stopped'
    where id = ${campaign} and state = 'sending' and sent + failed >= 20 and failed * 20 > sent + failed`;
}
