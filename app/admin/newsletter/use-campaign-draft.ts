import * as z from 'zod/mini';
import { readJson } from '#app/admin/draft/read-json.ts';
import { useDraft } from '#app/admin/draft/use-draft.ts';
import type { Campaign, CampaignForm } from '#contract/admin/newsletter.ts';
import { formOf } from './newsletter-queries.ts';

const text = z.string();

/** The form as it is typed. Not the request's schema: that would take away the space that a word is about to follow. */
const Typed: z.ZodMiniType<CampaignForm> = z.object({
  subject: text,
  heading: text,
  text,
  button_label: text,
  button_url: text,
  picture: z.nullable(text),
  picture_text: text,
});
const Draft = z.object({ version: z.number(), form: Typed });

/**
 * What is typed into a campaign and not saved yet, with the version of the campaign that it changes: another version
 * means that somebody, perhaps in another tab, has changed the campaign meanwhile.
 */
export function useCampaignDraft(campaign: Campaign) {
  const [json, setJson, typedAt] = useDraft(`campaign:${campaign.id}`);
  const draft = readJson(Draft, json) ?? { version: campaign.version, form: formOf(campaign) };
  const changed = JSON.stringify(draft.form) !== JSON.stringify(formOf(campaign));
  return {
    ...draft,
    changed,
    /** When what the form began with was typed. */
    restored: changed ? typedAt : null,
    outdated: changed && draft.version !== campaign.version,
    setForm: (form: CampaignForm) => setJson(JSON.stringify({ version: draft.version, form })),
    /** What is typed shall replace the version that is saved now. */
    keep: () => setJson(JSON.stringify({ version: campaign.version, form: draft.form })),
    forget: () => setJson(''),
  };
}
