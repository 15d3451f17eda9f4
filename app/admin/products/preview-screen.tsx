import { useQuery } from '@tanstack/react-query';
import { read } from '#app/admin/api.ts';
import { Loaded } from '#app/admin/screen.tsx';
import { Gallery } from '#app/catalogue/product/gallery.tsx';
import { ProductDetails } from '#app/catalogue/product/product-details.tsx';
import { factsOf } from '#app/catalogue/product/product-facts.ts';
import { ProductSections } from '#app/catalogue/product/product-sections.tsx';
import { ProductSummaryPanel } from '#app/catalogue/product/product-summary-panel.tsx';
import { PurchaseForm } from '#app/catalogue/product/purchase-form.tsx';
import { useShopDetails } from '#app/shell/shop/use-shop-details.tsx';
import { Link } from '#app/ui/link.js';
import type { Product } from '#contract/catalogue.ts';

/** A preview of the saved product's page, also of a hidden one. Nothing can be bought here. */
export default function PreviewScreen({ id }: { id: string }) {
  const product = useQuery(read('GET /admin/products/{id}/preview', { params: { id } }));
  return <Loaded query={product}>{(data) => <Preview product={data} />}</Loaded>;
}

function Preview({ product }: { product: Product }) {
  const facts = factsOf(product, useShopDetails());
  return (
    <article>
      <title>{`Preview of ${product.name} | Admin`}</title>
      <p className="panel mb-5 flex flex-wrap items-center justify-between gap-x-4">
        Only staff see this preview.
        <Link to={`/admin/products/${product.id}`} className="panel-link">
          Back to the form
        </Link>
      </p>
      <div className="gap-8 md:grid md:grid-cols-2">
        {product.images.length > 0 && (
          <Gallery name={product.name} images={product.images} texts={product.image_texts} />
        )}
        <div className="md:min-w-0">
          <ProductSummaryPanel product={product} priceNote={facts.price_note}>
            <div inert>
              <PurchaseForm product={product} onAdd={async () => false}>
                {null}
              </PurchaseForm>
            </div>
          </ProductSummaryPanel>
          <ProductDetails product={product} />
        </div>
      </div>
      <ProductSections facts={facts} />
    </article>
  );
}
