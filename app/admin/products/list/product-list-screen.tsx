import { useQuery } from '@tanstack/react-query';
import { useSearchParams } from 'react-router';
import { LinkTabs, List } from '#app/admin/list.tsx';
import { productsQuery } from '#app/admin/products/product-queries.ts';
import { Loaded, Screen } from '#app/admin/screen.tsx';
import { useRole } from '#app/admin/staff/use-staff.ts';
import { LinkButton } from '#app/ui/button.tsx';
import { type ListedProduct, MAX_PRODUCTS_LISTED } from '#contract/admin/products.ts';
import { ProductRow } from './product-row.tsx';

/** All products, hidden ones last, or only those that are low in stock. */
export default function ProductListScreen() {
  const isOwner = useRole('owner');
  const products = useQuery(productsQuery);
  const [params] = useSearchParams();
  const onlyLow = params.get('stock') === 'low';
  return (
    <Screen
      heading="Products"
      aside={
        isOwner && (
          <LinkButton to="/admin/products/new" className="min-h-11">
            Add a product
          </LinkButton>
        )
      }
    >
      <LinkTabs
        label="Which products"
        tabs={[
          { to: '/admin/products', name: 'All', current: !onlyLow },
          { to: '/admin/products?stock=low', name: 'Low stock', current: onlyLow },
        ]}
      />
      <Loaded query={products} blocks={['h-24', 'h-24', 'h-24']}>
        {(all) => <Rows products={all} onlyLow={onlyLow} />}
      </Loaded>
    </Screen>
  );
}

function Rows({ products, onlyLow }: { products: readonly ListedProduct[]; onlyLow: boolean }) {
  const shown = products.slice(0, MAX_PRODUCTS_LISTED).filter(({ low }) => low || !onlyLow);
  if (shown.length === 0)
    return <p className="panel">{onlyLow ? 'No product is low in stock.' : 'No products yet.'}</p>;
  return (
    <>
      <List>
        {shown.map((product) => (
          <ProductRow key={product.id} product={product} />
        ))}
      </List>
      {products.length > MAX_PRODUCTS_LISTED && (
        <p role="note" className="text-sm text-muted">
          {`Only the first ${MAX_PRODUCTS_LISTED.toLocaleString('en-IN')} products are shown. Hidden ones come last.`}
        </p>
      )}
    </>
  );
}
