import { SectionHeading } from '#app/ui/section-heading.tsx';

const VALUES = [
  {
    icon: 'detox',
    title: '100% Natural',
    text: 'Flowers and nothing but flowers: no colouring, no flavouring, no fillers.',
  },
  {
    icon: 'heart',
    title: 'Wellness First',
    text: 'A drink for every hour of the day, because there is no caffeine to count.',
  },
  {
    icon: 'focus',
    title: 'Quality Assured',
    text: 'Every harvest is sorted by hand; what has lost its blue does not leave the drying room.',
  },
  {
    icon: 'skin',
    title: 'Sustainability',
    text: 'A plant that feeds its soil, growers paid fairly, and packs that return to the earth.',
  },
];

/** The four things the shop holds to. */
export function Values() {
  return (
    <section className="page-width py-20 sm:py-28">
      <SectionHeading centred eyebrow="Our values" title="What we hold to" />
      <ul className="mt-12 grid gap-x-8 gap-y-10 sm:grid-cols-2 lg:grid-cols-4">
        {VALUES.map(({ icon, title, text }) => (
          <li key={icon} className="flex gap-5 sm:block">
            <span className="icon-disc shrink-0">
              <img
                src={`/pictures/icons/${icon}.svg`}
                alt=""
                width={40}
                height={40}
                loading="lazy"
              />
            </span>
            <div>
              <h3 className="text-xl sm:mt-5">{title}</h3>
              <p className="mt-1 text-muted sm:mt-2">{text}</p>
            </div>
          </li>
        ))}
      </ul>
    </section>
  );
}
