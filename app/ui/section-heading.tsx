type SectionHeadingProps = {
  /** A few words above the heading. */
  eyebrow: string;
  title: string;
  text?: string;
  centred?: boolean;
  id?: string;
};

/** The heading of a page's section. */
export function SectionHeading({ eyebrow, title, text, centred = false, id }: SectionHeadingProps) {
  return (
    <div className={`max-w-2xl ${centred ? 'mx-auto text-center' : ''}`}>
      <p className="eyebrow">{eyebrow}</p>
      <h2 id={id} className="mt-3 text-3xl">
        {title}
      </h2>
      {text && <p className="mt-4 text-lg text-balance text-muted">{text}</p>}
    </div>
  );
}
