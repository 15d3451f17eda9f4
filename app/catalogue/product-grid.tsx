import type { ReactNode } from 'react';
import { type CardProduct, ProductCard } from './product-card.tsx';

type ProductGridProps<Shown> = {
  products: readonly Shown[];
  /** How many at the start are in a phone's first view and load before anything else; a wide one's third follows. */
  eager?: number;
  /** What can be done with each right in its card. */
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
