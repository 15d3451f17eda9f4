import type { ReactNode } from 'react';
import { Price } from '#app/catalogue/price.tsx';
import { ShortRating } from '#app/catalogue/short-rating.tsx';
import { Badge } from '#app/ui/badge.tsx';
import { Picture } from '#app/ui/picture.tsx';
import { PreloadLink } from '#app/ui/preload-link.tsx';
import type { ProductSummary } from '#contract/catalogue.ts';

type ProductGridProps<Shown> = {
  products: readonly Shown[];
  /**
   * How many of the first cards are visible at once on a phone and load first; a wide window also shows the third,
   * which loads after them.
   */
  eager?: number;
  /** Actions rendered in each card. */
  action?: (product: Shown) => ReactNode;
};

export function ProductGrid<Shown extends CardProduct>({
  products,
  eager = 0,
  action,
}: ProductGridProps<Shown>) {
  return (
    <ul className="product-grid">
      {products.map((product, index) => (
        <li key={product.id} className="flex min-w-0">
          <ProductCard product={product} eager={index < eager}>
            {action?.(product)}
          </ProductCard>
        </li>
      ))}
    </ul>
  );
}

/** The product's fields that a card shows; missing ones are left out. */
type CardProduct = Pick<ProductSummary, 'id' | 'name' | 'price' | 'mrp' | 'image'> &
  Partial<Omit<ProductSummary, 'id' | 'name' | 'price' | 'mrp' | 'image'>>;

type ProductCardProps = {
  product: CardProduct;
  eager: boolean;
  /** Actions at the bottom of the card. */
  children?: ReactNode;
};

/** A product in a grid. The whole card is a link to its page, named after the product. */
function ProductCard({ product, eager, children }: ProductCardProps) {
  const { id, name, description, weight, image, in_stock, only_left } = product;
  const { rating, review_count } = product;
  return (
    <article className="group relative flex w-full flex-col">
      <div className="relative overflow-hidden rounded-lg bg-surface-accent">
        <Picture
          src={image}
          alt=""
          widths={CARD_WIDTHS}
          sizes="(min-width: 48rem) 22.5rem, (min-width: 22rem) 50vw, 100vw"
          width={640}
          height={640}
          priority={eager}
          className="w-full transition-transform duration-500 group-hover:scale-103"
        />
        {/* At the bottom, where the picture shows only flowers: names and lids are higher. */}
        {(in_stock === false || typeof only_left === 'number') && (
          <p className="absolute bottom-2.5 left-2.5 flex">
            {in_stock ? (
              <Badge tone="yellow">Only {only_left} left</Badge>
            ) : (
              <Badge tone="red">Out of stock</Badge>
            )}
          </p>
        )}
      </div>
      {weight !== undefined && (
        <p className="mt-3 flex flex-wrap justify-between gap-x-3 text-sm text-muted sm:mt-4">
          {weight}
          {rating !== undefined && review_count !== undefined && (
            <ShortRating value={rating} count={review_count} />
          )}
        </p>
      )}
      <h3 className="mt-1 text-lg sm:text-xl">{name}</h3>
      {description && <p className="mt-1 mb-2 text-sm text-muted max-sm:hidden">{description}</p>}
      <div className="mt-auto flex flex-wrap items-center justify-between gap-x-4">
        <Price priced={product} />
        <PreloadLink
          to={`/product/${id}`}
          className="inline-flex min-h-11 items-center font-semibold text-primary underline decoration-primary/30 underline-offset-4 group-hover:decoration-primary after:absolute after:inset-0"
        >
          View Details<span className="sr-only">{` of ${name}`}</span>
        </PreloadLink>
      </div>
      {children}
    </article>
  );
}

/** The widths that a card uses: it is 140 to 360 px wide. */
const CARD_WIDTHS = [320, 640, 960] as const;
