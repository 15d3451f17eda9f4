import { Link } from 'react-router';
import { Badge } from '#app/ui/badge.tsx';
import { Picture } from '#app/ui/picture.tsx';
import type { ProductSummary } from '#contract/catalogue.ts';
import { Price } from './price.tsx';
import { PRODUCT_WIDTHS } from './product-picture.ts';

/** A product in a grid. The whole card leads to its page; the link's name says which. */
export function ProductCard({ product, eager }: { product: ProductSummary; eager: boolean }) {
  const { id, name, description, price, weight, image, in_stock, only_left } = product;
  return (
    <article className="group relative flex w-full flex-col">
      <div className="relative overflow-hidden rounded-lg bg-linen">
        <Picture
          src={image}
          alt=""
          widths={PRODUCT_WIDTHS}
          sizes="(min-width: 76rem) 22.5rem, (min-width: 48rem) 30vw, (min-width: 22rem) calc(50vw - 26px), calc(100vw - 36px)"
          width={640}
          height={640}
          priority={eager}
          className="w-full transition-transform duration-500 group-hover:scale-103"
        />
        {/* Side by side they would cover the name on a pack as small as a phone shows it. */}
        <p className="absolute inset-2.5 flex flex-col items-start justify-between gap-1.5 sm:inset-3 sm:flex-row sm:justify-start">
          <Badge>{weight}</Badge>
          {!in_stock && <Badge tone="red">Out of stock</Badge>}
          {only_left !== null && in_stock && <Badge tone="yellow">Only {only_left} left</Badge>}
        </p>
      </div>
      <h3 className="mt-4 text-lg sm:mt-5 sm:text-xl">{name}</h3>
      <p className="mt-1.5 mb-3 text-sm text-muted max-sm:hidden">{description}</p>
      <div className="mt-auto flex flex-wrap items-center justify-between gap-x-4">
        <Price rupees={price} />
        <Link
          to={`/product/${id}`}
          prefetch="intent"
          className="inline-flex min-h-11 items-center font-semibold text-petal underline decoration-petal/30 underline-offset-4 group-hover:decoration-petal after:absolute after:inset-0"
        >
          View Details<span className="sr-only"> of {name}</span>
        </Link>
      </div>
    </article>
  );
}
