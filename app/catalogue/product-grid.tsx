import type { ReactNode } from 'react';
import type { ProductSummary } from '#contract/catalogue.ts';
import { ProductCard } from './product-card.tsx';

type ProductGridProps = {
  products: readonly ProductSummary[];
  /** How many at the start are in a phone's first view and load before anything else; a wide one's third follows. */
  eager?: number;
  /** What can be done with each right in its card. */
  action?: (product: ProductSummary) => ReactNode;
};

export function ProductGrid({ products, eager = 0, action }: ProductGridProps) {
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
