import * as z from 'zod/mini';
import { useDraft } from '#app/admin/draft/use-draft.ts';
import { type Letter, LetterForm } from '#contract/admin/newsletter.ts';
import { formOf } from './newsletter-queries.ts';

const Draft = z.object({ version: z.number(), form: LetterForm });
type Draft = z.infer<typeof Draft>;

/**
 * What is typed into a letter and not saved yet, with the version of the letter that it changes: another version
 * means that somebody, perhaps in another tab, has changed the letter meanwhile.
 */
export function useLetterDraft(letter: Letter) {
  const [json, setJson] = useDraft(`letter:${letter.id}`);
  const draft = readDraft(json) ?? { version: letter.version, form: formOf(letter) };
  const changed = JSON.stringify(draft.form) !== JSON.stringify(formOf(letter));
  return {
    ...draft,
    changed,
    outdated: changed && draft.version !== letter.version,
    setForm: (form: LetterForm) => setJson(JSON.stringify({ version: draft.version, form })),
    /** What is typed shall replace the version that is saved now. */
    keep: () => setJson(JSON.stringify({ version: letter.version, form: draft.form })),
    forget: () => setJson(''),
  };
}

function readDraft(json: string): Draft | undefined {
  return json === '' ? undefined : z.safeParse(Draft, JSON.parse(json)).data;
}
