import * as z from 'zod/mini';
import { readJson } from '#app/admin/draft/read-json.ts';
import { useDraft } from '#app/admin/draft/use-draft.ts';
import { type Campaign, CampaignForm } from '#contract/admin/newsletter.ts';
import { formOf } from './newsletter-queries.ts';

const text = z.string();

/** The fields as they are typed. Not the request's schema, which would trim a space while somebody types. */
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
 * The unsaved draft of a campaign, with the version that it changes. If the saved version differs, somebody has changed
 * the campaign since, perhaps in another tab.
 */
export function useCampaignDraft(campaign: Campaign) {
  const [json, setJson, typedAt] = useDraft(`campaign:${campaign.id}`);
  const draft = readJson(Draft, json);
  const form = draft?.form ?? formOf(campaign);
  const changed = sent(form) !== sent(formOf(campaign));
  // If the saved version has the texts of the draft, it is the draft, saved by a request whose response was lost.
  const version = changed && draft ? draft.version : campaign.version;
  return {
    form,
    version,
    changed,
    /** When the restored draft was typed. */
    restored: changed ? typedAt : null,
    outdated: version !== campaign.version,
    setForm: (form: CampaignForm) => setJson(JSON.stringify({ version, form })),
    /** Keeps the draft although the saved version has changed: saving will replace that version. */
    keep: () => setJson(JSON.stringify({ version: campaign.version, form })),
    forget: () => setJson(''),
  };
}

/** The texts as they would be saved; an invalid form is as it is, because no saved one equals it. */
const sent = (form: CampaignForm) => JSON.stringify(z.safeParse(CampaignForm, form).data ?? form);
