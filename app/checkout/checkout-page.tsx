import { useEffect } from 'react';
import { type MetaArgs, useSearchParams } from 'react-router';
import { useProfile } from '#app/account/profile/use-profile.ts';
import { useAddresses } from '#app/addresses/use-addresses.ts';
import { useCart } from '#app/cart/cart.ts';
import { keptPin } from '#app/delivery/kept-pin.ts';
import { useCode } from '#app/discount/use-code.ts';
import { DemoNotice } from '#app/payments/demo-notice.tsx';
import { useOpenPayment } from '#app/payments/use-open-payment.ts';
import { LoadError } from '#app/shell/api/load-error.tsx';
import { privateMeta } from '#app/shell/document/site-meta.ts';
import { PageLayout } from '#app/shell/page-layout.ts';
import { BrandMark } from '#app/shell/shop/brand-mark.tsx';
import { useShopDetails } from '#app/shell/shop/use-shop-details.tsx';
import { SHOP } from '#app/shell/shop-details.ts';
import { Card } from '#app/ui/card.tsx';
import { Icon } from '#app/ui/icon.tsx';
import { Link } from '#app/ui/link.js';
import { Skeleton, SkeletonBlock } from '#app/ui/skeleton.tsx';
import { pinOf } from '#domain/delivery.ts';
import { Checkout } from './checkout.tsx';
import { useOrderTerms } from './order-terms.ts';
import { type CheckoutStep, preselectAddress, stepOf } from './use-checkout-step.ts';

const STEPS: { step: CheckoutStep; name: string }[] = [
  { step: 'shipping', name: 'Address' },
  { step: 'payment', name: 'Payment' },
];

const LEGAL_LINKS = [
  { to: '/shipping-info', name: 'Shipping' },
  { to: '/returns', name: 'Returns' },
  { to: '/privacy-policy', name: 'Privacy' },
  { to: '/terms', name: 'Terms' },
] as const;

export const handle = new PageLayout(CheckoutHeader, CheckoutFooter);

export function meta({ location }: MetaArgs) {
  const step = stepOf(new URLSearchParams(location.search));
  return privateMeta(step === 'payment' ? 'Checkout: Payment' : 'Checkout: Shipping Address');
}

export default function CheckoutPage() {
  const cart = useCart();
  const addresses = useAddresses();
  const [search] = useSearchParams();
  const chosen = addresses.data && preselectAddress(addresses.data, search.get('address'));
  // Until the addresses are known, the one that is about to be chosen most likely has the PIN code asked for last.
  const terms = useOrderTerms(pinOf(chosen?.postal_code ?? keptPin()));
  const code = useCode(terms.data && (terms.data.own_code ?? null));
  useProfile(); // loaded for a new address; the page does not wait for it
  // Waited for, because its banner would push down what the shopper is about to tap.
  const open = useOpenPayment();
  const failed = [cart, addresses, terms].find((read) => read.isError && !read.data);
  const loaded = open.known &&
    !code.loading &&
    cart.data &&
    addresses.data &&
    terms.data && { items: cart.data, addresses: addresses.data, terms: terms.data };
  return (
    <div className="page-width py-8">
      <CheckoutHeading />
      {/* Rendered together with the rest, or it would push the skeleton down. */}
      <DemoNotice mode={loaded ? loaded.terms.mode : null} />
      {loaded ? (
        <Checkout
          {...loaded}
          code={code}
          reading={cart.isFetching}
          asking={terms.isPlaceholderData}
        />
      ) : failed ? (
        <LoadError error={failed.error} retrying={failed.isFetching} onRetry={failed.refetch} />
      ) : (
        <CheckoutSkeleton />
      )}
    </div>
  );
}

/** The checkout's footer: links to what shoppers may want to read before ordering. */
function CheckoutFooter() {
  const { fssai } = useShopDetails();
  return (
    <footer className="border-t border-border text-sm text-muted">
      <div className="page-width flex flex-wrap items-center justify-between gap-x-6 py-3">
        <nav aria-label="Legal">
          <ul className="flex flex-wrap gap-x-5">
            {LEGAL_LINKS.map(({ to, name }) => (
              <li key={to}>
                <Link
                  to={to}
                  className="inline-flex min-h-11 items-center hover:text-foreground hover:underline"
                >
                  {name}
                </Link>
              </li>
            ))}
          </ul>
        </nav>
        <p>
          © {SHOP.name}
          {fssai && ` · FSSAI ${fssai}`}
        </p>
      </div>
    </footer>
  );
}

/** The checkout's header: links to the home page and to help. Nothing else leads away from the order. */
function CheckoutHeader() {
  // Preloads the usual header and the toasts for the order's page, in case the server becomes unreachable after
  // ordering.
  useEffect(() => {
    import('#app/layout/header/signed-in-links.tsx').catch(() => {}); // requested again when it is rendered
    import('#app/ui/toast-position.ts').catch(() => {});
  }, []);
  return (
    <header className="border-b border-border bg-page">
      <div className="page-width flex min-h-18 items-center justify-between gap-4">
        <Link to="/" className="-ml-1 flex min-h-11 w-fit items-center rounded-sm px-1">
          <BrandMark />
        </Link>
        <Link
          to="/contact"
          className="-mr-4 inline-flex min-h-11 items-center rounded-full px-4 font-semibold text-primary hover:bg-surface-accent"
        >
          Help
        </Link>
      </div>
    </header>
  );
}

/** The page's heading, beside the checkout's progress. */
function CheckoutHeading() {
  const [search] = useSearchParams();
  return (
    <div className="mb-6 flex flex-wrap items-center justify-between gap-x-8 gap-y-3">
      <h1 className="text-3xl">Checkout</h1>
      <CheckoutProgress step={stepOf(search)} />
    </div>
  );
}

/** Placeholder of the first step and the summary while they load. */
function CheckoutSkeleton() {
  return (
    <Skeleton className="grid gap-6 md:grid-cols-[minmax(0,1fr)_18rem] md:items-start md:gap-x-8 lg:grid-cols-[minmax(0,1fr)_24rem] lg:gap-x-12">
      <div>
        <Card>
          <SkeletonBlock className="h-8 w-60" />
          <SkeletonBlock className="mt-6 h-32 w-full" />
          <SkeletonBlock round className="mt-5 h-10 w-48" />
        </Card>
        <SkeletonBlock round className="mt-6 h-12 w-full max-md:hidden" />
      </div>
      <Card>
        <SkeletonBlock className="h-6 w-36" />
        <div className="mt-5 flex items-center gap-4">
          <SkeletonBlock className="size-16 shrink-0" />
          <SkeletonBlock className="h-12 w-44" />
        </div>
        <SkeletonBlock className="mt-8 h-5 w-full" />
        <SkeletonBlock className="mt-4 h-5 w-full" />
        <SkeletonBlock className="mt-4 h-6 w-full" />
      </Card>
    </Skeleton>
  );
}

/** The checkout's progress. */
function CheckoutProgress({ step }: { step: CheckoutStep }) {
  const present = STEPS.findIndex((known) => known.step === step);
  return (
    <ol aria-label="Checkout steps" className="flex flex-wrap gap-x-3 gap-y-2 text-sm font-medium">
      {STEPS.map(({ name }, index) => (
        <li
          key={name}
          aria-current={index === present ? 'step' : undefined}
          className="group flex items-center gap-2 text-muted not-first:before:w-6 not-first:before:border-t not-first:before:border-border-strong aria-[current=step]:font-semibold aria-[current=step]:text-foreground"
        >
          <span
            aria-hidden="true"
            className={`grid size-[max(--spacing(7),2em)] shrink-0 place-items-center rounded-full text-xs leading-none font-semibold ${
              index < present
                ? 'bg-badge-green-ground text-badge-green'
                : 'bg-surface-accent text-primary group-aria-[current=step]:bg-primary group-aria-[current=step]:text-on-primary'
            }`}
          >
            {index < present ? <Icon name="check" /> : index + 1}
          </span>
          {name}
          {index < present && <span className="sr-only">, done</span>}
        </li>
      ))}
    </ol>
  );
}
