import { useEffect, useState } from 'react';
import { useLocation } from 'react-router';
import { UNREACHABLE } from '#app/shell/api/unreachable.ts';
import { renderContext } from '#app/shell/document/render-context.ts';
import { originOf, siteMeta } from '#app/shell/document/site-meta.ts';
import { useWrite } from '#app/shell/use-write.ts';
import { Button, LinkButton } from '#app/ui/button.tsx';
import { EmptyState } from '#app/ui/empty-state.tsx';
import { Icon, type IconName } from '#app/ui/icon.tsx';
import { useNavigate } from '#app/ui/link.js';
import { showError } from '#app/ui/toast.tsx';
import { toggleWish, useWishlist, WishlistFilter } from '#app/wishlist/wishlist.tsx';
import type { ProductQuery, ProductSummary } from '#contract/catalogue.ts';
import type { Route } from './+types/shop-page';
import { ActiveFilters } from './list/active-filters.tsx';
import { ProductGrid } from './list/product-grid.tsx';
import { readFilter } from './list/read-filter.ts';
import { shopAddress } from './list/shop-address.ts';
import { ShopToolbar } from './list/shop-toolbar.tsx';
import { WishlistProducts } from './list/wishlist-products.tsx';

export async function loader({ context, request }: Route.LoaderArgs) {
  const filter = readFilter(new URL(request.url).searchParams);
  const { catalogue, onlinePayment } = context.get(renderContext);
  return { filter, onlinePayment, ...(await catalogue.listPage(filter)) };
}

export function meta({ matches, loaderData }: Route.MetaArgs) {
  const page = siteMeta(originOf(matches), {
    title: 'Our Tea Collection',
    description:
      'Dried butterfly pea flowers, tea packs, wellness and gift sets. 100% natural, caffeine-free, delivered across India in 3-5 business days.',
    path: '/shop',
  });
  const { search, min_price, max_price, after } = loaderData?.filter ?? {};
  if (!(search || min_price !== undefined || max_price !== undefined || after)) return page;
  // Search results are noindex; the products they list have their own URLs. Their canonical URL is not /shop: they are
  // no copy of it.
  return [
    ...page.filter((tag) => !('rel' in tag && tag.rel === 'canonical')),
    { name: 'robots', content: 'noindex, follow' },
  ];
}

export default function ShopPage({ loaderData }: Route.ComponentProps) {
  const { filter, onlinePayment, products, next, count, corrected } = loaderData;
  const wishlist = useWishlist();
  const [wishedOnly, setWishedOnly] = useState(false);
  /** Whether a product of the wishlist was found to be no longer sold, during this visit. */
  const [hasGoneProduct, setHasGoneProduct] = useState(false);
  const { hash, search } = useLocation();
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new search or filter ends the view of the wishlist
  useEffect(() => setWishedOnly(hash === '#wishlist'), [hash, search]);
  const navigate = useNavigate();

  async function add(productId: string) {
    const page = window.location.pathname;
    // Downloaded on the first tap: most visits to the shop end without one.
    const { addToCart } = await import('#app/cart/add-to-cart.ts');
    return addToCart({ productId, quantity: 1, navigate, page });
  }

  function removeGoneProduct(id: string) {
    setHasGoneProduct(true);
    if (wishlist.includes(id)) toggleWish(id);
  }

  const quickAdd = (product: ProductSummary) => <QuickAdd product={product} onAdd={add} />;
  const emptyState = (text: string) => (
    <EmptyState
      picture="/pictures/illustrations/empty-cart.svg"
      title="No tea found"
      text={text}
      action={
        <LinkButton to="/shop" onClick={() => setWishedOnly(false)}>
          Clear all
        </LinkButton>
      }
    />
  );
  return (
    <div className="page-width py-12 sm:py-16">
      <header className="max-w-2xl">
        <p className="eyebrow">The shop</p>
        <h1 className="mt-3 text-4xl">Our Tea Collection</h1>
        <p className="mt-4 text-lg text-balance text-muted">
          One flower, brought home your way: loose, packed for every day, or boxed to be given.
        </p>
      </header>
      <ShopToolbar filter={filter} />
      <ActiveFilters
        filter={wishedOnly ? NO_FILTER : filter}
        count={wishedOnly ? wishlist.length : count}
        corrected={wishedOnly ? null : corrected}
      >
        <WishlistFilter on={wishedOnly} onChange={setWishedOnly} />
      </ActiveFilters>
      {wishedOnly ? (
        <WishlistProducts
          ids={wishlist}
          known={products}
          action={quickAdd}
          onGone={removeGoneProduct}
          empty={emptyState(
            hasGoneProduct
              ? 'Nothing on your wishlist is sold any more.'
              : 'Your wishlist is empty.',
          )}
        />
      ) : products.length > 0 ? (
        <section aria-labelledby="products-title">
          <h2 id="products-title" className="sr-only">
            Products
          </h2>
          <ProductGrid products={products} eager={2} action={quickAdd} />
          <MoreProducts filter={filter} next={next} />
        </section>
      ) : (
        emptyState('No tea in the collection matches your search.')
      )}
      <TrustSignals onlinePayment={onlinePayment} />
    </div>
  );
}

/** The filter shown with the wishlist, which ignores the filters of the product list. */
const NO_FILTER: ProductQuery = { sort: 'popularity' };

/** Links to the next page of a long list and back to its start. */
function MoreProducts({ filter, next }: { filter: ProductQuery; next: string | null }) {
  if (!next && !filter.after) return null;
  return (
    <nav aria-label="Pages of the list" className="mt-12 flex flex-wrap justify-center gap-4">
      {filter.after && (
        <LinkButton tone="secondary" to={shopAddress({ ...filter, after: undefined })}>
          Back to the first products
        </LinkButton>
      )}
      {next && (
        <LinkButton to={shopAddress({ ...filter, after: next })}>Show more products</LinkButton>
      )}
    </nav>
  );
}

type QuickAddProps = {
  product: ProductSummary;
  /** Adds one to the cart and shows a toast. */
  onAdd: (productId: string) => Promise<unknown>;
};

/** Button in a card that adds one to the cart, above the link that covers the card. */
function QuickAdd({ product: { id, name, in_stock }, onAdd }: QuickAddProps) {
  const { write, busy } = useWrite({ tell: () => showError(UNREACHABLE) });
  return (
    <Button
      tone="secondary"
      onClick={() => void write(() => onAdd(id))}
      busy={busy && 'Adding...'}
      disabled={!in_stock}
      aria-label={in_stock && !busy ? `Add to Cart: ${name}` : undefined}
      className="relative mt-1 max-xs:text-sm"
    >
      {in_stock ? 'Add to Cart' : 'Out of stock'}
    </Button>
  );
}

/** Reasons to trust the shop. `onlinePayment`: whether the shop also takes payments online. */
function TrustSignals({ onlinePayment }: { onlinePayment: boolean }) {
  const payment = onlinePayment ? 'Cash on delivery, or online' : 'Cash on delivery';
  return (
    <ul className="mt-20 grid gap-8 border-t border-border pt-12 sm:grid-cols-[repeat(auto-fit,minmax(11rem,1fr))]">
      {[...SIGNALS, { icon: 'lock' as const, title: 'Secure Payment', text: payment }].map(
        ({ icon, title, text }) => (
          <li key={title} className="flex items-center gap-4">
            <span className="grid size-12 shrink-0 place-items-center rounded-full bg-surface-accent text-primary">
              <Icon name={icon} />
            </span>
            <div>
              <h2 className="text-lg">{title}</h2>
              <p className="text-sm text-muted">{text}</p>
            </div>
          </li>
        ),
      )}
    </ul>
  );
}

const SIGNALS: { icon: IconName; title: string; text: string }[] = [
  { icon: 'leaf', title: '100% Natural', text: 'Only flowers, nothing added' },
  { icon: 'truck', title: 'Fast Shipping', text: 'Within 3-5 business days' },
];
