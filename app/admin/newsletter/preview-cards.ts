/**
 * The products with a preview card in public/pictures/og, by id. For a product without one, such as one
 * that was added since, the server sends the shop's.
 */
const WITH_CARD: ReadonlySet<string> = new Set(['1', '2', '3', '4', '5', '6']);

/** The card of a product, or null. */
export function previewCard(productId: string): string | null {
  return WITH_CARD.has(productId) ? `/pictures/og/product-${productId}.jpg` : null;
}
