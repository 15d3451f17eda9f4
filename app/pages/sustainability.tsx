import { CheckIcon } from '#app/ui/icons/check.tsx';
import { Picture } from '#app/ui/picture.tsx';
import { SectionHeading } from '#app/ui/section-heading.tsx';

const PROMISES = [
  {
    title: 'Biodegradable packaging',
    text: 'Kraft paper and plant-based pouches that go back to the earth.',
  },
  { title: 'Fair trade', text: 'Growers know the price before they sow, and it is a fair one.' },
  {
    title: 'Zero waste',
    text: 'Broken flowers become blends and offcuts become compost for the next season.',
  },
];

/** What the shop does for the place its flowers come from. */
export function Sustainability() {
  return (
    <section className="page-width grid items-center gap-10 py-20 sm:py-28 md:grid-cols-2 lg:gap-20">
      <Picture
        src="/pictures/site/about-packaging.webp"
        alt="A kraft paper pouch, a slim violet tin, an indigo carton and a wide cream tin of Aparajita in a row"
        widths={[320, 640, 960, 1280]}
        sizes="(min-width: 48rem) 45vw, 92vw"
        width={640}
        height={480}
        className="w-full rounded-lg"
      />
      <div>
        <SectionHeading eyebrow="The land" title="Committed to Sustainability" />
        <ul className="mt-8 grid gap-6">
          {PROMISES.map(({ title, text }) => (
            <li key={title} className="flex gap-4">
              <span className="mt-0.5 text-leaf">
                <CheckIcon />
              </span>
              <div>
                <h3 className="text-lg">{title}</h3>
                <p className="text-muted">{text}</p>
              </div>
            </li>
          ))}
        </ul>
      </div>
    </section>
  );
}
