import { SectionHeading } from '#app/ui/section-heading.tsx';
import type { BENEFITS } from './home-texts.ts';

export function Benefits({ benefits }: { benefits: typeof BENEFITS }) {
  return (
    <section id="benefits" aria-labelledby="benefits-title" className="page-width py-10 sm:py-28">
      <SectionHeading
        id="benefits-title"
        eyebrow="Why blue tea"
        title="A small flower with a lot to give"
      />
      <ul className="mt-8 grid gap-x-8 gap-y-6 sm:mt-12 sm:grid-cols-2 sm:gap-y-10 lg:grid-cols-4">
        {benefits.map(({ icon, title, text }) => (
          <li key={icon} className="flex flex-wrap gap-x-5 gap-y-2 sm:block">
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
              <h3 className="text-xl sm:mt-5">{title}</h3>
              <p className="mt-1 text-muted sm:mt-2">{text}</p>
            </div>
          </li>
        ))}
      </ul>
    </section>
  );
}
