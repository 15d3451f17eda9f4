import { queryOptions } from '@tanstack/react-query';
import { callAdmin } from '#app/admin/call-admin.ts';
import { queryClient } from '#app/shell/api/query-client.ts';
import type { StockLevel } from '#contract/admin/stock.ts';

const STOCK = ['admin', 'stock'] as const;

/** The stock of every product. */
export const stockQuery = queryOptions({
  queryKey: [...STOCK, 'levels'],
  queryFn: () => callAdmin('GET /admin/stock'),
});

/** Loads a product's present stock level. */
export async function readLevel(id: string): Promise<StockLevel> {
  const levels = await queryClient.fetchQuery({ ...stockQuery, staleTime: 0 });
  const level = levels.find(({ product_id }) => product_id === id);
  if (!level) throw new Error(`The stock has no product ${id}`);
  return level;
}

/** The last lines of a product's ledger. */
export function movementsQuery(id: string) {
  return queryOptions({
    queryKey: [...STOCK, id],
    queryFn: () => callAdmin('GET /admin/stock/{id}/movements', { params: { id } }),
  });
}

/** Reloads levels, ledgers and the counts that depend on them. */
export function stockChanged(): void {
  void queryClient.invalidateQueries({ queryKey: STOCK });
  void queryClient.invalidateQueries({ queryKey: ['admin', 'today'] });
}
