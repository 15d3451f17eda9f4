import { useQuery } from '@tanstack/react-query';
import * as z from 'zod/mini';
import { read } from '#app/admin/api.ts';
import { type FieldErrors, useVersionedDraft } from '#app/admin/draft.ts';
import { Field, SelectField, TextArea } from '#app/ui/field.tsx';
import type { Campaign, CampaignForm } from '#contract/admin/newsletter.ts';

const TEXT = z.string();

/** The fields as they are typed. Not the request's schema, which would trim a space while somebody types. */
const Typed: z.ZodMiniType<CampaignForm> = z.object({
  subject: TEXT,
  heading: TEXT,
  text: TEXT,
  button_label: TEXT,
  button_url: TEXT,
  picture: z.nullable(TEXT),
  picture_text: TEXT,
});

/** The draft of a campaign's form. */
export const useCampaignDraft = (campaign: Campaign) =>
  useVersionedDraft({
    name: `campaign:${campaign.id}`,
    schema: { form: Typed, version: z.number() },
    saved: campaign,
    read: (saved) => ({ form: Typed.parse(saved), version: saved.version }),
  });
type CampaignDraft = ReturnType<typeof useCampaignDraft>;

type CampaignFieldsProps = Pick<CampaignDraft, 'form' | 'change' | 'field'> & {
  errors: FieldErrors;
};

export const FIELD_NAMES: Record<keyof CampaignForm, string> = {
  subject: 'Subject',
  heading: 'Heading',
  picture: 'Picture',
  picture_text: 'What the picture shows',
  text: 'Text',
  button_label: 'Button',
  button_url: 'Where the button leads',
};

const SITE = '/pictures/og/site.jpg';

/** The parts of a campaign: subject, heading, picture, paragraphs and one button. */
export function CampaignFields({ form, change, field, errors }: CampaignFieldsProps) {
  const products = useQuery(read('GET /admin/products')).data ?? [];
  const pictures = [
    { path: SITE, text: 'Butterfly pea flowers and a cup of blue tea' },
    ...products.flatMap(({ id, name }) => {
      const path = previewCard(id);
      return path === null ? [] : [{ path, text: name }];
    }),
  ];
  const textField = (name: Exclude<keyof CampaignForm, 'picture'>) => ({
    label: FIELD_NAMES[name],
    ...field(name, errors),
  });

  return (
    <>
      <Field maxLength={200} {...textField('subject')} />
      <Field maxLength={200} {...textField('heading')} />
      <div className="grid gap-4 sm:grid-cols-2">
        <SelectField
          label={FIELD_NAMES.picture}
          hint="Only these products have a picture for emails."
          value={form.picture ?? ''}
          options={[
            { value: '', label: 'None' },
            ...pictures.map(({ path, text }) => ({
              value: path,
              label: path === SITE ? 'The shop' : text,
            })),
          ]}
          onChange={(event) => {
            const chosen = pictures.find(({ path }) => path === event.target.value);
            change(() => ({ picture: chosen?.path ?? null, picture_text: chosen?.text ?? '' }));
          }}
        />
        {form.picture && <Field maxLength={200} {...textField('picture_text')} />}
      </div>
      {form.picture && (
        <img
          src={form.picture}
          alt={form.picture_text}
          width={1200}
          height={630}
          className="h-auto w-full max-w-sm rounded-md"
        />
      )}
      <TextArea
        {...textField('text')}
        hint="An empty line begins a new paragraph."
        rows={10}
        maxLength={10_000}
      />
      <div className="grid gap-4 sm:grid-cols-2">
        <Field
          maxLength={60}
          hint="Leave both empty for no button."
          {...textField('button_label')}
        />
        <Field
          inputMode="url"
          placeholder="https://"
          maxLength={500}
          {...textField('button_url')}
        />
      </div>
    </>
  );
}

/**
 * The products with a preview card in public/pictures/og, by id. For a product without one, such as one
 * that was added since, the server sends the shop's.
 */
const WITH_CARD: ReadonlySet<string> = new Set(['1', '2', '3', '4', '5', '6']);

/** The card of a product, or null. */
export function previewCard(productId: string): string | null {
  return WITH_CARD.has(productId) ? `/pictures/og/product-${productId}.jpg` : null;
}
