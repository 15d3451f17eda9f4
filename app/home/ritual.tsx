import { Picture } from '#app/ui/picture.tsx';
import { SectionHeading } from '#app/ui/section-heading.tsx';

const STEPS = [
  { title: 'Take the flowers', text: '5-7 dried flowers for each cup.' },
  { title: 'Pour', text: 'Hot water at 80-90°C, and the blue begins.' },
  { title: 'Steep', text: '3-5 minutes, until it is as deep as dusk.' },
  { title: 'Turn it violet', text: 'A little lemon juice. Honey, if you like.' },
];

/** How a cup is made, in the four pictures that sell it. */
export function Ritual() {
  return (
    <section className="below-window bg-linen py-20 sm:py-28">
      <div className="page-width">
        <SectionHeading
          eyebrow="The ritual"
          title="Five minutes, three colours"
          text="No milk, no hurry: only hot water and a flower that paints it."
        />
        <ol className="mt-12 grid grid-cols-2 gap-x-4 gap-y-8 sm:gap-x-6 lg:grid-cols-4">
          {STEPS.map(({ title, text }, step) => (
            <li key={title}>
              <Picture
                src={`/pictures/site/brew-${step + 1}.webp`}
                alt=""
                widths={[160, 320, 640, 960]}
                sizes="(min-width: 64rem) 17rem, calc(50vw - 26px)"
                width={640}
                height={640}
                className="w-full rounded-lg"
              />
              <h3 className="mt-4 text-lg sm:text-xl">
                <span className="text-gold">{step + 1}.</span> {title}
              </h3>
              <p className="mt-1 text-sm">{text}</p>
            </li>
          ))}
        </ol>
      </div>
    </section>
  );
}
