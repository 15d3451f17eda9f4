import type { Campaign } from '#contract/admin/newsletter.ts';

/** The text of a sent campaign. */
export function CampaignText({ campaign }: { campaign: Campaign }) {
  const { heading, text, button_label, button_url, picture, picture_text } = campaign;
  return (
    <section className="panel grid gap-4">
      <h2 className="text-xl wrap-anywhere">{heading}</h2>
      {picture && (
        <img
          src={picture}
          alt={picture_text}
          width={1200}
          height={630}
          className="h-auto w-full rounded-md"
        />
      )}
      <p className="whitespace-pre-line wrap-anywhere">{text}</p>
      {button_label && (
        <p>
          <a href={button_url} className="panel-link">
            {button_label}
          </a>
        </p>
      )}
    </section>
  );
}
