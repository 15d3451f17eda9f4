import { answered, read, readAnew, reload } from '#app/admin/api.ts';
import type { AdminProduct, ListedProduct } from '#contract/admin/products.ts';

/** Every product with its stock, hidden ones last. */
export const productsQuery = read('GET /admin/products');

/** One product with its scheduled prices; fails with `product_not_found`. */
export const productQuery = (id: string) => read('GET /admin/products/{id}', { params: { id } });

/** Puts a product's new state into the cache and reloads the lists of products. */
export function productChanged(product: AdminProduct): void {
  answered(productQuery(product.id), product);
  reload('products');
}

/** Reloads products after somebody else has changed this one. */
export function reloadProduct(id: string): Promise<AdminProduct> {
  reload('products');
  return readAnew(productQuery(id));
}

/** Reads the list of products anew. @returns one of it. */
export async function reloadListed(id: string): Promise<ListedProduct> {
  const product = (await readAnew(productsQuery)).find((each) => each.id === id);
  if (!product) throw new Error(`There is no product ${id}`);
  return product;
}

/** Reloads products, their ledgers and the counts that depend on them. */
export function stockChanged(): void {
  for (const part of ['products', 'stock', 'today']) reload(part);
}
