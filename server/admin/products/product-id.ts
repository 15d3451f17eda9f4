/**
 * The id of a new product, which is also its URL: '/product/lemon-blue-tea'. A name without Latin letters gives
 * 'product'. `attempt` counts from 1; later ones end with their number.
 */
export function productId(name: string, attempt: number): string {
  const words = name
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .slice(0, 50)
    .replace(/^-+|-+$/g, '');
  const base = /[a-z]/.test(words) ? words : 'product';
  return attempt === 1 ? base : `${base}-${attempt}`;
}
