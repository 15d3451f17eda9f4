import { data } from 'react-router';
import { DeliveryCheck } from '#app/delivery/delivery-check.tsx';
import { fromJsonData, toJsonData } from '#app/shell/document/json-data.ts';
import { renderContext } from '#app/shell/document/render-context.ts';
import { originOf, siteMeta } from '#app/shell/document/site-meta.ts';
import { Icon } from '#app/ui/icon.tsx';
import { Link, useNavigate } from '#app/ui/link.js';
import { SectionHeading } from '#app/ui/section-heading.tsx';
import { HeartButton } from '#app/wishlist/wishlist.tsx';
import { toPaise, toRupees } from '#domain/money.ts';
import { shippingFee } from '#domain/shipping.ts';
import type { Route } from './+types/product-page';
import { ProductGrid } from './list/product-grid.tsx';
import { Gallery } from './product/gallery.tsx';
import { ProductDetails } from './product/product-details.tsx';
import { factsOf } from './product/product-facts.ts';
import { ProductSections } from './product/product-sections.tsx';
import { ProductSummaryPanel } from './product/product-summary-panel.tsx';
import { PurchaseForm } from './product/purchase-form.tsx';
import { breadcrumbData, productData } from './product/structured-data.ts';

/** How many other products are shown below one. */
const OTHERS = 3;

export async function loader({ context, params }: Route.LoaderArgs) {
  const { catalogue, details, shipping } = context.get(renderContext);
  const [product, all] = await Promise.all([
    catalogue.findProduct(params.id),
    catalogue.listProducts({ sort: 'popularity' }),
  ]);
  if (!product) throw data(null, { status: 404 });
  // Only the fields their cards show: the page must fit TCP's initial congestion window (about 14 kB).
  const others = all
    .filter((other) => other.id !== product.id && other.in_stock)
    .slice(0, OTHERS)
    .map(({ id, name, price, mrp, image }) => ({ id, name, price, mrp, image }));
  const { contents, taste, country_of_origin, ...shown } = product;
  const facts = factsOf(product, details);
  const shipping_fee = toRupees(shippingFee(shipping, toPaise(product.price)));
  return toJsonData({ product: shown, others, facts, shipping_fee });
}

export function meta({ matches, loaderData }: Route.MetaArgs) {
  if (!loaderData) return [];
  const { product, shipping_fee } = fromJsonData(loaderData);
  const origin = originOf(matches);
  return [
    ...siteMeta(origin, {
      title: `${product.name}, ${product.weight}`,
      description: `${product.description} ${product.weight}, caffeine-free, delivered across India in 3-5 business days.`,
      path: `/product/${product.id}`,
      image: `/pictures/og/product-${product.id}.jpg`,
      type: 'product',
    }),
    { 'script:ld+json': productData(origin, product, shipping_fee) },
    { 'script:ld+json': breadcrumbData(origin, product) },
  ];
}

export default function ProductPage({ loaderData }: Route.ComponentProps) {
  const { product, others, facts } = fromJsonData(loaderData);
  const navigate = useNavigate();

  async function add(quantity: number) {
    const page = window.location.pathname;
    // Downloaded on the first click: most visits to a product end without one.
    const { addToCart } = await import('#app/cart/add-to-cart.ts');
    return addToCart({ productId: product.id, quantity, navigate, page });
  }

  return (
    <div className="page-width pt-6 pb-20 sm:pb-28">
      <Link
        to="/shop"
        className="-ml-1 inline-flex min-h-11 items-center gap-2 rounded-sm px-1 font-semibold text-primary hover:underline print:hidden"
      >
        <Icon name="arrowLeft" />
        Back to Shop
      </Link>
      {/* Keyed by product: gallery position, quantity and tab are not carried over to the next. */}
      <article key={product.id}>
        {/* On a phone one block without nested boxes: the purchase bar is sticky at the bottom of the window from the
            top of the page. */}
        <div className="mt-4 gap-8 md:grid md:grid-cols-2 lg:gap-16">
          <Gallery name={product.name} images={product.images} texts={product.image_texts} />
          <div className="max-md:contents md:min-w-0">
            <ProductSummaryPanel product={product} priceNote={facts.price_note}>
              <PurchaseForm product={product} onAdd={add}>
                <HeartButton productId={product.id} name={product.name} />
              </PurchaseForm>
              <DeliveryCheck className="mt-5" />
            </ProductSummaryPanel>
            <ProductDetails product={product} />
          </div>
        </div>
        <ProductSections facts={facts} />
      </article>
      {others.length > 0 && (
        <section className="mt-20 border-t border-border pt-16">
          <SectionHeading eyebrow="More teas" title="You may also like" />
          <div className="mt-10">
            <ProductGrid products={others} />
          </div>
        </section>
      )}
    </div>
  );
}
