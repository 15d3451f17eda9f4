import type { ProductSummary } from '#contract/catalogue.ts';

/** Whether it can be had, and how long the shopper may think about it. */
export function Stock({ product }: { product: Pick<ProductSummary, 'in_stock' | 'only_left'> }) {
  if (!product.in_stock) return <p className="font-semibold text-danger">Out of stock</p>;
  if (product.only_left !== null) {
    return <p className="font-semibold text-gold">Only {product.only_left} left</p>;
  }
  return <p className="font-semibold text-success">In stock</p>;
}
