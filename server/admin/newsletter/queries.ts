import { sql } from 'kysely';
import type { Campaign, CampaignForm } from '#contract/admin/newsletter.ts';
import { statement } from '#server/database/tables.ts';

/** The columns of a campaign's text. */
const TEXTS = sql`subject, heading, text, button_label, button_url, picture, picture_text`;

/** The columns of a campaign. Tables and audit entries call a campaign a letter, which was its former name. */
const CAMPAIGN = sql`
  id, ${TEXTS}, version,
  tested_version is not distinct from version as tested, recipients, sent, failed, changed_at, sent_at,
  case when state <> 'draft' and not exists (
    select from newsletter_deliveries waiting
    where waiting.letter_id = newsletter_letters.id and waiting.sent_at is null and waiting.failed_at is null
  ) then case when held.count > 0 then 'stopped' else 'sent' end else state end as state, held.count as held,
  state = 'sending' and exists (
    select from newsletter_deliveries waiting
    where waiting.letter_id = newsletter_letters.id and waiting.sent_at is null and waiting.failed_at is null
      and waiting.queued_at < now() - interval '2 minutes'
  ) as delayed`;

/** The number of a campaign's emails that wait until it is continued. */
const HELD = sql`
  cross join lateral (
    select count(*)::integer as count from newsletter_deliveries delivery
    where delivery.letter_id = newsletter_letters.id and delivery.held
  ) held`;

export function countConfirmed() {
  return statement<{ confirmed: number }>`
    select count(*)::integer as confirmed from newsletter_subscriptions where confirmed_at is not null`;
}

export function listConfirmed() {
  return statement<{ email: string; confirmed_at: string; unsubscribe_token: string }>`
    select email, confirmed_at, unsubscribe_token from newsletter_subscriptions
    where confirmed_at is not null order by confirmed_at, email`;
}

export function listCampaigns(limit: number) {
  return statement<Campaign>`
    select ${CAMPAIGN} from newsletter_letters ${HELD} order by created_at desc, id limit ${limit}`;
}

export function findCampaign(id: string) {
  return statement<Campaign>`select ${CAMPAIGN} from newsletter_letters ${HELD} where id = ${id}`;
}

export function lockCampaign(id: string) {
  return statement`select from newsletter_letters where id = ${id} for update`;
}

/** A draft that was begun by this staff member, and never saved; older ones began with their texts. */
export function findUntouched() {
  return statement<Campaign>`
    select ${CAMPAIGN} from newsletter_letters ${HELD}
    where created_by = current_staff() and state = 'draft' and version = 1
      and (subject, heading, text) = ('', '', '')
    limit 1`;
}

export function insertCampaign() {
  return statement<{ id: string }>`
    insert into newsletter_letters (${TEXTS}, created_by) values ('', '', '', '', '', null, '', current_staff())
    returning id`;
}

/** The values of `TEXTS`. */
const textsOf = (campaign: CampaignForm) => sql`
  ${campaign.subject}::text, ${campaign.heading}::text, ${campaign.text}::text, ${campaign.button_label}::text,
  ${campaign.button_url}::text, ${campaign.picture}::text, ${campaign.picture_text}::text`;

/** No row if it is not a draft or has another version. The version rises only if the text changes. */
export function updateCampaign(id: string, version: number, campaign: CampaignForm) {
  return statement<{ id: string }>`
    update newsletter_letters set
      version = version + ((${TEXTS}) is distinct from (${textsOf(campaign)}))::integer,
      (${TEXTS}) = (${textsOf(campaign)}), changed_at = now()
    where id = ${id} and version = ${version} and state = 'draft'
    returning id`;
}

export function deleteDraft(id: string) {
  return statement<CampaignForm>`
    delete from newsletter_letters where id = ${id} and state = 'draft'
    returning ${TEXTS}`;
}

/** @returns the address of the owner who tests: their account's present one. */
export function markTested(id: string) {
  return statement<{ email: string }>`
    with tested as (update newsletter_letters set tested_version = version where id = ${id})
    select coalesce(account.email, staff.email) as email
    from staff left join customer_accounts account on account.id = staff.user_id
    where staff.user_id = current_staff()`;
}

/** Lets those deliveries wait again that are held. */
export function releaseHeld(id: string) {
  return statement`
    with released as (
      update newsletter_deliveries set held = false, failed_at = null, queued_at = null
      where letter_id = ${id} and held returning 1
    )
    update newsletter_letters set failed = failed - (select count(*) from released)::integer where id = ${id}`;
}

/**
 * And those of which no job is left, because the mail server was away for more than a day. Their dead letters go, so that
 * nobody gets two.
 */
export function releaseLost(id: string) {
  return statement`
    with lost as (
      update newsletter_deliveries set queued_at = null
      where letter_id = ${id} and queued_at is not null and sent_at is null and failed_at is null and id <> all (array(
        select (data ->> 'delivery_id')::uuid from jobs.unfinished_jobs where name = 'newsletter-letter'
      ))
      returning id
    )
    delete from jobs.dead_letters
    where source_name = 'newsletter-letter' and (data ->> 'delivery_id')::uuid in (select id from lost)`;
}

/** Starts or continues sending; `run` distinguishes the jobs of this start from those of an earlier one. */
export function startSending(id: string) {
  return statement<{ run: number }>`
    update newsletter_letters set state = 'sending', run = run + 1, sent_at = coalesce(sent_at, now())
    where id = ${id} returning run`;
}

/** Adds all present subscribers, and keeps their number. @returns one row with it. */
export function insertDeliveries(id: string) {
  return statement<{ recipients: number }>`
    with delivery as (
      insert into newsletter_deliveries (letter_id, email)
      select ${id}, email from newsletter_subscriptions where confirmed_at is not null
      on conflict on constraint once_per_address do nothing returning 1
    )
    update newsletter_letters set recipients = (select count(*) from delivery)
    where id = ${id} returning recipients`;
}

/** No row if it is not being sent. */
export function stopSending(id: string) {
  return statement`
    update newsletter_letters set state = 'stopped' where id = ${id} and state = 'sending' returning id`;
}
