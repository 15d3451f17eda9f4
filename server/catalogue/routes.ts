import { catalogueEndpoints } from '#contract/catalogue.ts';
import { AppError } from '#contract/errors.ts';
import { type Authenticate, serveEndpoints } from '#server/http/serve-endpoints.ts';
import type { Catalogue } from './catalogue.ts';

export function catalogueRoutes(catalogue: Catalogue, authenticate: Authenticate) {
  return serveEndpoints(catalogueEndpoints, authenticate, {
    'GET /products': ({ query }) => catalogue.listProducts(query),

    'GET /products/{id}': async ({ params }) => {
      const product = await catalogue.findProduct(params.id);
      if (!product) throw new AppError('product_not_found');
      return product;
    },
  });
}
