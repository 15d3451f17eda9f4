import { SectionHeading } from '#app/ui/section-heading.tsx';

const BENEFITS = [
  {
    icon: 'focus',
    title: 'Enhanced Focus',
    text: 'The pause of a tea break without the caffeine, so that the afternoon stays clear.',
  },
  {
    icon: 'heart',
    title: 'Heart Wellness',
    text: 'Its blue is anthocyanin, of the same family of antioxidants that colours blueberries.',
  },
  {
    icon: 'skin',
    title: 'Radiant Skin',
    text: 'A flower long at home in South Asian beauty rituals; this time from the inside.',
  },
  {
    icon: 'detox',
    title: 'Natural Detox',
    text: 'Water and petals and nothing else: no sugar, no colouring, nothing to undo.',
  },
];

export function Benefits() {
  return (
    <section id="benefits" aria-labelledby="benefits-title" className="page-width py-20 sm:py-28">
      <SectionHeading
        centred
        id="benefits-title"
        eyebrow="Why blue tea"
        title="A small flower with a lot to give"
      />
      <ul className="mt-12 grid gap-x-8 gap-y-10 sm:grid-cols-2 lg:grid-cols-4">
        {BENEFITS.map(({ icon, title, text }) => (
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
