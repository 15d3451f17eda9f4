import { ProductGrid } from '#app/catalogue/product-grid.tsx';
import { catalogueContext } from '#app/shell/catalogue-context.ts';
import { originOf } from '#app/shell/origin.ts';
import { siteMeta } from '#app/shell/site-meta.ts';
import { LinkButton } from '#app/ui/button.tsx';
import { SectionHeading } from '#app/ui/section-heading.tsx';
import type { Route } from './+types/home-page';
import { Benefits } from './benefits.tsx';
import { Hero } from './hero.tsx';
import { Newsletter } from './newsletter.tsx';
import { organizationData } from './organization-data.ts';
import { Ritual } from './ritual.tsx';
import { Story } from './story.tsx';

/** How many products the home page shows: the most popular. */
const SIGNATURES = 3;

export async function loader({ context }: Route.LoaderArgs) {
  const products = await context.get(catalogueContext).listProducts({ sort: 'popularity' });
  return { signatures: products.slice(0, SIGNATURES) };
}

export function meta({ matches }: Route.MetaArgs) {
  const origin = originOf(matches);
  const page = siteMeta(origin, {
    title: 'Aparajita: butterfly pea flower tea from India',
    description:
      'Naturally blue, caffeine-free tea of whole butterfly pea flowers. Dried flowers, tea packs and gift sets, delivered across India in 3-5 business days.',
    path: '/',
  });
  const details = matches[0].loaderData?.details;
  return details ? [...page, { 'script:ld+json': organizationData(origin, details) }] : page;
}

export default function HomePage({ loaderData }: Route.ComponentProps) {
  return (
    <>
      <Hero />
      <Benefits />
      <Ritual />
      <section className="below-window page-width py-20 sm:py-28">
        <div className="flex flex-wrap items-end justify-between gap-6">
          <SectionHeading eyebrow="Most loved" title="Signature Products" />
          <LinkButton to="/shop" tone="secondary">
            See all teas
          </LinkButton>
        </div>
        <div className="mt-10">
          <ProductGrid products={loaderData.signatures} />
        </div>
      </section>
      <Story />
      <Newsletter />
    </>
  );
}
