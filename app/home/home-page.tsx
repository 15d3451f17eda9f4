import { ProductGrid } from '#app/catalogue/list/product-grid.tsx';
import { NewsletterBox } from '#app/newsletter/newsletter-box.tsx';
import { fromJsonData, toJsonData } from '#app/shell/document/json-data.ts';
import { renderContext } from '#app/shell/document/render-context.ts';
import { originOf, siteMeta } from '#app/shell/document/site-meta.ts';
import { SHOP } from '#app/shell/shop-details.ts';
import { LinkButton } from '#app/ui/button.tsx';
import { Picture } from '#app/ui/picture.tsx';
import { SectionHeading } from '#app/ui/section-heading.tsx';
import type { ShopDetails } from '#contract/shop-details.ts';
import type { Route } from './+types/home-page';
import { Hero } from './hero.tsx';
import { BENEFITS, META, newsletterTexts, STEPS, STORY, trustPoints } from './home-texts.ts';

/** How many products the home page shows: the most popular. */
const SIGNATURES = 3;

export async function loader({ request, context }: Route.LoaderArgs) {
  const { catalogue, details, shipping, offer } = context.get(renderContext);
  const [products, cheapest] = await Promise.all([
    catalogue.listProducts({ sort: 'popularity' }),
    catalogue.listProducts({ sort: 'price-asc' }),
  ]);
  return toJsonData({
    signatures: products.slice(0, SIGNATURES),
    trust: trustPoints(products[0], cheapest[0], shipping),
    benefits: BENEFITS,
    steps: STEPS,
    story: STORY,
    newsletter: newsletterTexts(offer),
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
  const { signatures, trust, benefits, steps, story, newsletter } = fromJsonData(loaderData);
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
      <NewsletterSection texts={newsletter} />
    </>
  );
}

function Benefits({ benefits }: { benefits: typeof BENEFITS }) {
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

/** How to make a cup, in four pictures. */
function BrewingSteps({ steps }: { steps: typeof STEPS }) {
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

/** What /returns says of packs that nothing is wrong with. */
const RETURN_POLICY = {
  '@type': 'MerchantReturnPolicy',
  applicableCountry: 'IN',
  returnPolicyCountry: 'IN',
  returnPolicyCategory: 'https://schema.org/MerchantReturnFiniteReturnWindow',
  merchantReturnDays: 7,
  returnMethod: 'https://schema.org/ReturnByMail',
  returnFees: 'https://schema.org/ReturnFeesCustomerResponsibility',
};

/** schema.org OnlineStore for search engines. Settings the owner has not set are left out. */
function organizationData(origin: string, details: ShopDetails) {
  const { legal_name, address, emails, phone } = details;
  return {
    '@context': 'https://schema.org',
    '@type': 'OnlineStore',
    name: SHOP.name,
    description: SHOP.tagline,
    url: `${origin}/`,
    logo: `${origin}/apple-touch-icon.png`,
    email: emails[0],
    ...(legal_name && { legalName: legal_name }),
    ...(phone && { telephone: phone }),
    ...(address && { address: address.join(', ') }),
    hasMerchantReturnPolicy: RETURN_POLICY,
  };
}

/** Where the name comes from, with a link to the full story. */
function Story({ story }: { story: typeof STORY }) {
  return (
    <section className="below-window grid grid-cols-1 items-center bg-tertiary-container md:grid-cols-2">
      <Picture
        src="/pictures/site/about-story.webp"
        alt={story.picture}
        widths={[320, 640, 960, 1280]}
        sizes="(min-width: 48rem) 50vw, 100vw"
        width={640}
        height={480}
        className="w-full"
      />
      <div className="page-width max-w-2xl py-10">
        <SectionHeading eyebrow="Our flower" title={story.title} text={story.text} />
        <LinkButton to="/about" tone="secondary" className="mt-8">
          Read our story
        </LinkButton>
      </div>
    </section>
  );
}

/** The home page's section with the form. */
function NewsletterSection({ texts }: { texts: ReturnType<typeof newsletterTexts> }) {
  return (
    <section className="bg-surface-accent py-10 sm:py-28">
      <div className="page-width grid max-w-2xl justify-items-center gap-8">
        <SectionHeading centred eyebrow="Newsletter" {...texts} />
        <NewsletterBox label="Newsletter" />
      </div>
    </section>
  );
}
