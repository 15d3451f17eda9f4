import type { ReactNode } from 'react';
import { CATEGORY_NAMES } from '#app/catalogue/categories.ts';
import { Price } from '#app/catalogue/price.tsx';
import { STAR } from '#app/catalogue/short-rating.tsx';
import { useShippingRule } from '#app/shell/shop/use-shipping-rule.ts';
import { Badge } from '#app/ui/badge.tsx';
import { Icon } from '#app/ui/icon.tsx';
import { Link } from '#app/ui/link.js';
import type { ProductSummary } from '#contract/catalogue.ts';
import { shippingTexts } from '#domain/shipping.ts';
import type { ShownProduct } from './product-facts.ts';

type ProductSummaryPanelProps = {
  product: ShownProduct;
  priceNote: string;
  /** The purchase form, and the delivery. */
  children: ReactNode;
};

/** Name, rating, price, stock and the purchase form. */
export function ProductSummaryPanel({ product, priceNote, children }: ProductSummaryPanelProps) {
  const { title, text } = shippingTexts(useShippingRule());
  return (
    <div className="max-md:contents">
      <div className="flex flex-wrap items-center justify-between gap-3 max-md:mt-8">
        <p className="eyebrow">{CATEGORY_NAMES[product.category]}</p>
        <Badge tone="indigo">{product.weight}</Badge>
      </div>
      <h1 className="mt-3 text-3xl">{product.name}</h1>
      <Rating value={product.rating} count={product.review_count} />
      <p className="mt-5 text-lg">{product.description}</p>
      <div className="mt-6 flex flex-wrap items-center gap-x-5 gap-y-2">
        <Price priced={product} large />
        <Stock product={product} />
      </div>
      <p className="mt-1 text-sm text-muted">{priceNote}</p>
      {children}
      <p className="mt-3 flex flex-wrap items-center gap-x-4 text-sm text-muted">
        <span>Cash on delivery</span>
        <Link to="/shipping-info" className="inline-block py-1 underline underline-offset-4">
          Arrives in 3-5 business days
        </Link>
        <Link to="/returns" className="inline-block py-1 underline underline-offset-4">
          7-day returns, unopened
        </Link>
      </p>
      <div className="mt-8 grid gap-3 sm:grid-cols-2 md:grid-cols-1 lg:grid-cols-2">
        <InfoCard icon={<Icon name="truck" />} title={title} text={text} />
        <InfoCard icon={<Icon name="leaf" />} title="100% Natural" text="No additives" />
      </div>
    </div>
  );
}

/** A fact with an icon: a title and one line of text. */
function InfoCard({ icon, title, text }: { icon: ReactNode; title: string; text: string }) {
  return (
    <div className="flex items-center gap-4 rounded-md bg-surface-muted p-4">
      <span className="text-primary">{icon}</span>
      <div>
        <p className="font-semibold text-foreground">{title}</p>
        <p className="text-sm text-muted">{text}</p>
      </div>
    </div>
  );
}

/** Stars of a rating out of five, with a text alternative; nothing when there are no reviews. */
export function Rating({ value, count }: { value: number; count: number }) {
  if (count === 0) return null;
  return (
    <p className="mt-3 flex flex-wrap items-center gap-x-3 text-sm text-muted">
      <Stars value={value} />
      <span>
        <span className="sr-only">Rated </span>
        <strong className="font-semibold text-foreground">{value.toFixed(1)}</strong>
        <span className="sr-only"> out of 5 from</span>
        {` (${count} ${count === 1 ? 'review' : 'reviews'})`}
      </span>
    </p>
  );
}

/** Five filled stars over five outlines, clipped at the value. */
function Stars({ value }: { value: number }) {
  const five = `M12 2.6${Array(5).fill(STAR).join('m24 0')}`;
  return (
    <svg aria-hidden="true" viewBox="0 0 120 24" className="h-5 w-25">
      <clipPath id="stars">
        <rect width={`${value * 20}%`} height="24" />
      </clipPath>
      <path d={five} className="fill-border" />
      <path d={five} className="fill-highlight-strong" clipPath="url(#stars)" />
    </svg>
  );
}

/** Whether the product is in stock, and how low the stock is. */
function Stock({ product }: { product: Pick<ProductSummary, 'in_stock' | 'only_left'> }) {
  if (!product.in_stock) return <p className="font-semibold text-danger">Out of stock</p>;
  if (product.only_left !== null) {
    return <p className="font-semibold text-tertiary">Only {product.only_left} left</p>;
  }
  return <p className="font-semibold text-success">In stock</p>;
}
