import type { Letter } from '#contract/admin/newsletter.ts';

/** A letter as it was sent. */
export function LetterText({ letter }: { letter: Letter }) {
  const { heading, text, button_label, button_url, picture, picture_text } = letter;
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
