import type { AdminProduct, ListedProduct } from '#contract/admin/products.ts';
import { AppError } from '#contract/errors.ts';
import type { Handlers } from './fake-api.ts';

/** A product of the staff's form. */
export const aProduct = (id: string, part: Partial<AdminProduct> = {}): AdminProduct => ({
  id,
  name: `Tea ${id}`,
  category: 'loose-leaf',
  weight: '50g',
  description: 'Blue flowers.',
  long_description: 'Blue flowers, dried.',
  ingredients: 'Butterfly pea flowers',
  taste: 'Earthy',
  country_of_origin: 'India',
  benefits: [],
  brewing: [],
  certifications: [],
  contents: [{ count: 1, item: 'pouch', grams: 50 }],
  images: [],
  shown: true,
  price: 599,
  mrp: 599,
  stock: 40,
  version: 1,
  running: null,
  removable: false,
  price_changes: [],
  ...part,
});

/** The product in the list. */
export const listed = (
  product: AdminProduct,
  part: Partial<ListedProduct> = {},
): ListedProduct => ({
  ...product,
  image: '/pictures/logo.svg',
  next_price: null,
  held: 0,
  reserved: 0,
  sold: 9,
  low: false,
  last_movement: 1,
  ...part,
});

/** Products kept in memory, as the server keeps them: a change must name the present version. */
export function fakeProducts(products: AdminProduct[]) {
  const byId = new Map(products.map((product) => [product.id, product]));
  const created = new Map<string, string>();

  function find(id: string): AdminProduct {
    const product = byId.get(id);
    if (!product) throw new AppError('product_not_found');
    return product;
  }

  function change(id: string, version: number, part: Partial<AdminProduct>): AdminProduct {
    const before = find(id);
    if (before.version !== version) throw new AppError('product_changed');
    byId.set(id, { ...before, ...part, version: version + 1 });
    return find(id);
  }

  const api: Handlers = {
    'GET /admin/products': () => [...byId.values()].map((product) => listed(product)),
    'GET /admin/products/{id}': ({ params }) => find(params.id),
    'PATCH /admin/products/{id}': ({ params, body: { version, ...form } }) =>
      change(params.id, version, form),
    'PATCH /admin/products/{id}/price': ({ params, body: { version, price, mrp, ...running } }) => {
      const { price: former, running: ran } = find(params.id);
      const ends = running.keeps !== undefined || price !== former;
      return change(params.id, version, { price, mrp, running: ends ? null : ran });
    },
    'POST /admin/products': ({ body }, headers) => {
      const key = headers.get('idempotency-key') ?? '';
      const known = created.get(key);
      if (known !== undefined) {
        if (find(known).price !== body.price) throw new AppError('idempotency_key_reused');
        return find(known);
      }
      const id = body.name.toLowerCase().replaceAll(' ', '-');
      byId.set(id, aProduct(id, body));
      created.set(key, id);
      return find(id);
    },
    'POST /admin/products/{id}/removal': ({ params }) => {
      byId.delete(params.id);
      return undefined;
    },
  };
  return { api, find, change, all: () => [...byId.values()] };
}
