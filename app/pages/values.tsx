import { SectionHeading } from '#app/ui/section-heading.tsx';

const VALUES = [
  {
    icon: 'flower',
    title: '100% Natural',
    text: 'Flowers and nothing but flowers: no colouring, no flavouring, no fillers.',
  },
  {
    icon: 'cup',
    title: 'Wellness First',
    text: 'A drink for every hour of the day, because there is no caffeine to count.',
  },
  {
    icon: 'seal',
    title: 'Quality Assured',
    text: 'Every harvest is sorted by hand; what has lost its blue does not leave the drying room.',
  },
  {
    icon: 'sprout',
    title: 'Sustainability',
    text: 'A plant that feeds its soil, growers paid fairly, and packs of paper, card and tin.',
  },
];

/** The shop's four values. */
export function Values() {
  return (
    <section className="page-width grid gap-8 py-12 sm:py-24 lg:grid-cols-[1fr_2fr] lg:gap-20">
      <SectionHeading eyebrow="Our values" title="What we hold to" />
      <ul className="grid gap-x-10 gap-y-8 sm:grid-cols-2">
        {VALUES.map(({ icon, title, text }) => (
          <li key={icon} className="flex flex-wrap gap-x-5 gap-y-2">
            <span className="icon-disc shrink-0">
              <img
                src={`/pictures/icons/${icon}.svg`}
                alt=""
                width={40}
                height={40}
                loading="lazy"
              />
            </span>
            <div className="row-text">
              <h3 className="text-xl">{title}</h3>
              <p className="mt-1 text-muted">{text}</p>
            </div>
          </li>
        ))}
      </ul>
    </section>
  );
}
