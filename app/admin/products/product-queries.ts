import { queryOptions } from '@tanstack/react-query';
import { callAdmin } from '#app/admin/call-admin.ts';
import { cancelQueries, queryClient } from '#app/shell/api/query-client.ts';
import type { AdminProduct, ListedProduct } from '#contract/admin/products.ts';

const PRODUCTS = ['admin', 'products'] as const;

/** Every product with its stock, hidden ones last. */
export const productsQuery = queryOptions({
  queryKey: [...PRODUCTS, 'list'],
  queryFn: () => callAdmin('GET /admin/products'),
});

/** One product with its scheduled prices; fails with `product_not_found`. */
export function productQuery(id: string) {
  return queryOptions({
    queryKey: [...PRODUCTS, 'one', id],
    queryFn: () => callAdmin('GET /admin/products/{id}', { params: { id } }),
  });
}

/** A product as the shop's page shows it. */
export function previewQuery(id: string) {
  return queryOptions({
    queryKey: [...PRODUCTS, 'preview', id],
    queryFn: () => callAdmin('GET /admin/products/{id}/preview', { params: { id } }),
    staleTime: 0,
  });
}

/** Puts a product's new state into the cache and reloads the lists of products. */
export function productChanged(product: AdminProduct): void {
  cancelQueries(productQuery(product.id).queryKey);
  queryClient.setQueryData(productQuery(product.id).queryKey, product);
  void queryClient.invalidateQueries({ queryKey: productsQuery.queryKey });
}

/** Reloads a product after somebody else has changed it. */
export function reloadProduct(id: string): Promise<AdminProduct> {
  void queryClient.invalidateQueries({ queryKey: productsQuery.queryKey });
  return queryClient.fetchQuery({ ...productQuery(id), staleTime: 0 });
}

/** Reads the list of products anew. @returns one of it. */
export async function reloadListed(id: string): Promise<ListedProduct> {
  const products = await queryClient.fetchQuery({ ...productsQuery, staleTime: 0 });
  const product = products.find((each) => each.id === id);
  if (!product) throw new Error(`There is no product ${id}`);
  return product;
}

/** The last lines of a product's ledger. */
export function movementsQuery(id: string) {
  return queryOptions({
    queryKey: [...PRODUCTS, 'movements', id],
    queryFn: () => callAdmin('GET /admin/stock/{id}/movements', { params: { id } }),
  });
}

/** Reloads products, their ledgers and the counts that depend on them. */
export function stockChanged(): void {
  void queryClient.invalidateQueries({ queryKey: PRODUCTS });
  void queryClient.invalidateQueries({ queryKey: ['admin', 'today'] });
}
