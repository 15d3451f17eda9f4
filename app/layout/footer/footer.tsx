import { NewsletterBox } from '#app/newsletter/newsletter-box.tsx';
import { BrandMark } from '#app/shell/shop/brand-mark.tsx';
import { SocialLinks } from '#app/shell/shop/social-links.tsx';
import { useShopDetails } from '#app/shell/shop/use-shop-details.tsx';
import { SHOP } from '#app/shell/shop-details.ts';
import { Link } from '#app/ui/link.js';
import type { PagePath } from '#app/ui/page-path.ts';

const QUICK_LINKS = [
  { to: '/shop', name: 'Shop' },
  { to: '/about', name: 'About Us' },
  { to: '/contact', name: 'Contact' },
] as const;

const CUSTOMER_CARE = [
  { to: '/shipping-info', name: 'Shipping Info' },
  { to: '/returns', name: 'Returns' },
  { to: '/faq', name: 'FAQ' },
  { to: '/privacy-policy', name: 'Privacy Policy' },
  { to: '/terms', name: 'Terms & Conditions' },
] as const;

/** The footer of every page. */
export function Footer() {
  const { fssai } = useShopDetails();
  return (
    <footer className="bg-inverse text-on-inverse-muted [&_:focus-visible]:outline-on-inverse">
      <div className="page-width grid grid-cols-[repeat(auto-fit,minmax(max(8rem,40%),1fr))] gap-x-6 gap-y-10 py-14 lg:grid-cols-[2fr_1fr_1fr]">
        <div className="col-span-full max-w-sm lg:col-span-1">
          <BrandMark onInverse />
          <p className="mt-5">
            {`${SHOP.tagline} from India: naturally blue, naturally caffeine-free, and nothing but the flower.`}
          </p>
          <div className="mt-6 -ml-1">
            <NewsletterBox label="Newsletter, at the foot of the page" tone="secondary" />
          </div>
          <div className="mt-4 -ml-2.5">
            <SocialLinks />
          </div>
        </div>
        <FooterList title="Quick Links" entries={QUICK_LINKS} />
        <FooterList title="Customer Care" entries={CUSTOMER_CARE} />
      </div>
      <div className="page-width flex flex-wrap items-center justify-between gap-x-6 border-t border-inverse-raised py-4 text-sm">
        <p>
          {`© ${SHOP.name}. Grown, dried and packed in India.`}
          {fssai && ` FSSAI ${fssai}`}
        </p>
        <button
          type="button"
          name="cookie-consent"
          value="unset"
          className="min-h-11 underline underline-offset-4 hover:text-on-inverse"
        >
          Cookie settings
        </button>
      </div>
    </footer>
  );
}

function FooterList({
  title,
  entries,
}: {
  title: string;
  entries: readonly { to: PagePath; name: string }[];
}) {
  return (
    <nav aria-label={title}>
      <h2 className="font-text text-sm font-semibold tracking-normal text-on-inverse">{title}</h2>
      <ul className="mt-2">
        {entries.map(({ to, name }) => (
          <li key={to}>
            <Link
              to={to}
              className="inline-flex min-h-11 items-center hover:text-on-inverse hover:underline"
            >
              {name}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}
