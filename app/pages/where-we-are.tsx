import { MissingDetail, useShopDetails } from '#app/shell/shop/use-shop-details.tsx';
import { SHOP } from '#app/shell/shop-details.ts';
import { LinkButton } from '#app/ui/button.tsx';
import { Link } from '#app/ui/link.js';
import { SectionHeading } from '#app/ui/section-heading.tsx';

/** The shop's address and contact persons, as the owner has set them, with a link to the contact page. */
export function WhereWeAre() {
  const { legal_name, address } = useShopDetails();
  return (
    <section className="bg-surface-accent">
      <div className="page-width grid grid-cols-1 items-center gap-8 py-12 sm:py-20 md:grid-cols-2 lg:gap-20">
        <SectionHeading
          eyebrow="Where we are"
          title="From India, for India"
          text="Our flowers are grown, dried and packed in India, and sent to every PIN code our couriers reach."
        />
        <div className="rounded-lg bg-surface p-6 sm:p-8">
          <address className="not-italic">
            <strong className="text-lg text-foreground">{legal_name ?? SHOP.name}</strong>
            {address?.map((line) => (
              <span key={line} className="block">
                {line}
              </span>
            )) ?? <MissingDetail setting="Address" />}
          </address>
          <p className="mt-3 text-muted">We answer {SHOP.hours}.</p>
          <div className="mt-6 flex flex-wrap items-center gap-x-6 gap-y-2">
            <LinkButton to="/shop">See all teas</LinkButton>
            <Link
              to="/contact"
              className="inline-flex min-h-11 items-center font-semibold text-primary underline underline-offset-4"
            >
              Write to us
            </Link>
          </div>
        </div>
      </div>
    </section>
  );
}
