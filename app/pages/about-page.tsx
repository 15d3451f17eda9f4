import { originOf, siteMeta } from '#app/shell/document/site-meta.ts';
import { Picture } from '#app/ui/picture.tsx';
import { SectionHeading } from '#app/ui/section-heading.tsx';
import type { Route } from './+types/about-page';
import { WhereWeAre } from './where-we-are.tsx';

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

const STATS = [
  { figure: '100%', text: 'natural and pure' },
  { figure: '0', text: 'additives' },
];

const WIDTHS = [320, 640, 960, 1280];

export function meta({ matches }: Route.MetaArgs) {
  return siteMeta(originOf(matches), {
    title: 'Our Story',
    description:
      'Who is behind Aparajita, what the butterfly pea flower is, and how we grow, dry and pack it: naturally, carefully and without waste.',
    path: '/about',
  });
}

export default function AboutPage() {
  return (
    <>
      <section className="page-width grid items-center gap-10 py-10 sm:py-20 md:grid-cols-[5fr_6fr] lg:gap-20">
        <div>
          <p className="eyebrow">About us</p>
          <h1 className="mt-3 text-4xl">Our Story</h1>
          <div className="mt-5 grid gap-4 text-lg">
            <p>
              It began with a vine on a garden fence. Every morning it opened a few flowers of a
              blue so deep that it hardly looked real, and every morning somebody dropped them into
              hot water.
            </p>
            <p>
              Aparajita is that cup, made for more people. We work with small growers, dry the
              flowers slowly so that they keep their colour, and send them out with nothing added.
            </p>
          </div>
        </div>
        <Picture
          src="/pictures/site/about-farm.webp"
          alt="Round bamboo trays of blue flowers drying in the shade, the vine on its trellis behind them"
          widths={WIDTHS}
          sizes="(min-width: 48rem) 50vw, 84vw"
          width={640}
          height={480}
          priority
          className="w-full rounded-lg"
        />
      </section>
      <section className="grid grid-cols-1 items-center bg-tertiary-container md:grid-cols-2">
        <Picture
          src="/pictures/site/about-vine.webp"
          alt="Three blue butterfly pea flowers on a vine that climbs a weathered wooden fence"
          widths={WIDTHS}
          sizes="(min-width: 48rem) 50vw, 100vw"
          width={640}
          height={480}
          className="w-full"
        />
        <div className="page-width max-w-2xl py-10">
          <SectionHeading eyebrow="Clitoria ternatea" title="The Essence of Aparajita" />
          <div className="mt-4 grid gap-4">
            <p>
              In Sanskrit the butterfly pea is called aparajita, the one who cannot be defeated. It
              climbs any fence, flowers through the heat, and gives the soil back more than it
              takes.
            </p>
            <p>
              Its blue comes from anthocyanins, antioxidants that change colour with what you add:
              clear blue in water, violet with lemon, rose with hibiscus. There is no caffeine in
              it, and the taste is mild and a little earthy, close to a light green tea.
            </p>
          </div>
        </div>
      </section>
      <Values />
      <Mission />
      <Sustainability />
      <WhereWeAre />
    </>
  );
}

/** The shop's mission, in a sentence and two figures. */
function Mission() {
  return (
    <section className="on-inverse">
      <div className="page-width grid items-center gap-10 py-12 sm:py-20 lg:grid-cols-[3fr_2fr] lg:gap-20">
        <div>
          <p className="eyebrow">Why we are here</p>
          <h2 className="mt-3 text-3xl">Our Mission</h2>
          <p className="mt-5 max-w-xl text-lg">
            To bring the blue of an Indian garden into everyday cups, as pure as it grows: good for
            those who drink it, fair to those who pick it, and light on the land it comes from.
          </p>
        </div>
        <dl className="grid grid-cols-[repeat(auto-fit,minmax(min(100%,7.5rem),1fr))] gap-6">
          {STATS.map(({ figure, text }) => (
            <div
              key={text}
              className="flex flex-col-reverse justify-end border-l border-tertiary pl-5"
            >
              <dt>{text}</dt>
              <dd className="font-display text-4xl text-tertiary">{figure}</dd>
            </div>
          ))}
        </dl>
      </div>
    </section>
  );
}

/** What the shop does for the region where its flowers grow. */
function Sustainability() {
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

/** The shop's four values. */
function Values() {
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
