import type { ProductSummary } from '#contract/catalogue.ts';

/** Whether the product is in stock, and how low the stock is. */
export function Stock({ product }: { product: Pick<ProductSummary, 'in_stock' | 'only_left'> }) {
  if (!product.in_stock) return <p className="font-semibold text-danger">Out of stock</p>;
  if (product.only_left !== null) {
    return <p className="font-semibold text-tertiary">Only {product.only_left} left</p>;
  }
  return <p className="font-semibold text-success">In stock</p>;
}
