import type { ReactNode } from 'react';
import { type CardProduct, ProductCard } from './product-card.tsx';

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
