import { RETENTION_DAYS } from '#domain/retention.ts';
import { statement } from '#server/database/tables.ts';

/** As long as the address is kept: the link is valid until then. */
const TOKEN_LIFETIME = `${RETENTION_DAYS.unconfirmedSubscriptions} days`;

export function requestSubscription(email: string, requestId: string, tokenHash: Buffer) {
  return statement`
    select request_newsletter_subscription(${email}, ${requestId}::uuid, ${tokenHash}::bytea, ${TOKEN_LIFETIME}::interval)`;
}

/** The data of an email; `confirmed`: the address is subscribed already. */
export type NewsletterRequest = { email: string; confirmed: boolean; unsubscribe_token: string };

export function findRequest(requestId: string) {
  return statement<NewsletterRequest>`select * from find_newsletter_request(${requestId}::uuid)`;
}

export function confirmSubscription(tokenHash: Buffer) {
  return statement<{ confirmed: boolean }>`
    select confirm_newsletter_subscription(${tokenHash}::bytea) as confirmed`;
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

export function findCampaignText(id: string) {
  return statement<CampaignText>`select * from newsletter_letter(${id}::uuid)`;
}

/**
 * Marks up to `max` deliveries of a campaign as queued and returns their ids. None if the campaign was stopped or started
 * again since (`run`).
 */
export function queueDeliveries(campaign: string, run: number, max: number) {
  return statement<{ id: string }>`
    select id from queue_deliveries(${campaign}::uuid, ${run}, ${max}) as id`;
}

/** No row if the email was sent already, the campaign was stopped or the address has unsubscribed. */
export function findDelivery(id: string) {
  return statement<Delivery>`select * from find_delivery(${id}::uuid)`;
}

/** Stores the outcome of a delivery. `held`: refused for a reason other than the address; sent again on continuing. */
export function endDelivery(id: string, outcome: 'sent' | 'refused' | 'held') {
  return statement`
    select end_delivery(${id}::uuid, ${outcome === 'sent'}, ${outcome === 'held'})`;
}
