import { Picture } from '#app/ui/picture.tsx';
import { SectionHeading } from '#app/ui/section-heading.tsx';
import type { STEPS } from './home-texts.ts';

/** How to make a cup, in four pictures. */
export function BrewingSteps({ steps }: { steps: typeof STEPS }) {
  return (
    <section className="below-window on-inverse py-10 sm:py-28">
      <div className="page-width">
        <SectionHeading
          eyebrow="The ritual"
          title="Five minutes, three colours"
          text="No milk, no hurry: only hot water and a flower that paints it."
        />
        <ol className="mt-8 grid sm:mt-12 grid-cols-2 gap-x-4 gap-y-8 sm:gap-x-6 lg:grid-cols-4">
          {steps.map(({ title, text }, step) => (
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
                <span className="text-tertiary">{step + 1}.</span> {title}
              </h3>
              <p className="mt-1 text-sm">{text}</p>
            </li>
          ))}
        </ol>
      </div>
    </section>
  );
}
