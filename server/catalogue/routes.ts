import { catalogueEndpoints } from '#contract/catalogue.ts';
import { Refusal } from '#contract/refusals.ts';
import { type Admit, serve } from '#server/http/serve.ts';
import type { Catalogue } from './catalogue.ts';

export function catalogueRoutes(catalogue: Catalogue, admit: Admit) {
  return serve(catalogueEndpoints, admit, {
    'GET /products': ({ query }) => catalogue.listProducts(query),

    'GET /products/{id}': async ({ params }) => {
      const product = await catalogue.findProduct(params.id);
      if (!product) throw new Refusal('product_not_found');
      return product;
    },
  });
}
