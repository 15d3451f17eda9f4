import { ProductGrid } from '#app/catalogue/list/product-grid.tsx';
import { NewsletterSection } from '#app/newsletter/newsletter-section.tsx';
import { fromJsonData, toJsonData } from '#app/shell/document/json-data.ts';
import { originOf } from '#app/shell/document/origin.ts';
import { renderContext } from '#app/shell/document/render-context.ts';
import { siteMeta } from '#app/shell/document/site-meta.ts';
import { LinkButton } from '#app/ui/button.tsx';
import { SectionHeading } from '#app/ui/section-heading.tsx';
import type { Route } from './+types/home-page';
import { Benefits } from './benefits.tsx';
import { BrewingSteps } from './brewing-steps.tsx';
import { Hero } from './hero.tsx';
import { BENEFITS, META, STEPS, STORY } from './home-texts.ts';
import { organizationData } from './organization-data.ts';
import { Story } from './story.tsx';
import { trustPoints } from './trust-points.ts';

/** How many products the home page shows: the most popular. */
const SIGNATURES = 3;

export async function loader({ request, context }: Route.LoaderArgs) {
  const { catalogue, details } = context.get(renderContext);
  const [products, cheapest] = await Promise.all([
    catalogue.listProducts({ sort: 'popularity' }),
    catalogue.listProducts({ sort: 'price-asc' }),
  ]);
  return toJsonData({
    signatures: products.slice(0, SIGNATURES),
    trust: trustPoints(products[0], cheapest[0]),
    benefits: BENEFITS,
    steps: STEPS,
    story: STORY,
    meta: META,
    organization: organizationData(new URL(request.url).origin, details),
  });
}

export function meta({ matches, loaderData }: Route.MetaArgs) {
  if (!loaderData) return []; // the error page has a title of its own
  const { meta, organization } = fromJsonData(loaderData);
  return [
    ...siteMeta(originOf(matches), { ...meta, path: '/' }),
    { 'script:ld+json': organization },
  ];
}

export default function HomePage({ loaderData }: Route.ComponentProps) {
  const { signatures, trust, benefits, steps, story } = fromJsonData(loaderData);
  return (
    <>
      <Hero trust={trust} />
      <Benefits benefits={benefits} />
      <BrewingSteps steps={steps} />
      <section className="below-window page-width py-10 sm:py-28">
        <SectionHeading eyebrow="Most loved" title="Signature Products" />
        <div className="mt-8 mb-10 sm:mt-10">
          <ProductGrid products={signatures} />
        </div>
        <div className="text-center">
          <LinkButton to="/shop" tone="secondary">
            See all teas
          </LinkButton>
        </div>
      </section>
      <Story story={story} />
      <NewsletterSection />
    </>
  );
}
