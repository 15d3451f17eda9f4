import { Picture } from '#app/ui/picture.tsx';
import { SectionHeading } from '#app/ui/section-heading.tsx';

const PROMISES = [
  {
    title: 'Biodegradable packaging',
    text: 'Kraft paper, card and paper straw go back to the earth; tins and cups are made to be used again.',
  },
  { title: 'Fair trade', text: 'Growers know the price before they sow, and it is a fair one.' },
  {
    title: 'Zero waste',
    text: 'Broken flowers become blends and offcuts become compost for the next season.',
  },
];

/** What the shop does for the region where its flowers grow. */
export function Sustainability() {
  return (
    <section className="page-width py-12 sm:py-24">
      <SectionHeading eyebrow="The land" title="Committed to Sustainability" />
      <Picture
        src="/pictures/site/about-packaging.webp"
        alt="A kraft paper pouch and an indigo carton of Aparajita on linen, an indigo gift box with gold lettering on edge behind them, a sprig of the vine before them"
        widths={[320, 640, 960, 1280]}
        sizes="(min-width: 76rem) 71rem, 92vw"
        width={640}
        height={480}
        className="mt-8 aspect-4/3 w-full rounded-lg object-cover md:aspect-2/1"
      />
      <ul className="mt-8 grid gap-6 md:grid-cols-3 md:gap-10">
        {PROMISES.map(({ title, text }) => (
          <li key={title} className="border-t border-tertiary pt-4">
            <h3 className="text-xl">{title}</h3>
            <p className="mt-1 text-muted">{text}</p>
          </li>
        ))}
      </ul>
    </section>
  );
}
