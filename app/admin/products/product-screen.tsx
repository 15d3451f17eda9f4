import { useQuery } from '@tanstack/react-query';
import { NotFound } from '#app/pages/not-found.tsx';
import { hasErrorCode } from '#app/shell/api/api-error.ts';
import { LoadError } from '#app/shell/api/load-error.tsx';
import { Badge } from '#app/ui/badge.tsx';
import { LinkButton } from '#app/ui/button.tsx';
import { ArrowLeftIcon } from '#app/ui/icons/arrow-left.tsx';
import { Link } from '#app/ui/link.js';
import { Spinner } from '#app/ui/spinner.tsx';
import type { AdminProduct } from '#contract/admin/products.ts';
import { ProductForm } from './form/product-form.tsx';
import { PricePanel } from './prices/price-panel.tsx';
import { productQuery } from './product-queries.ts';
import { RemoveProduct } from './remove-product.tsx';

/** One product: form, price and preview. With the id 'new', the form of a new one. */
export default function ProductScreen({ id }: { id: string }) {
  if (id === 'new') return <ProductPanels product={null} />;
  return <ExistingProduct key={id} id={id} />;
}

function ExistingProduct({ id }: { id: string }) {
  const product = useQuery(productQuery(id));
  if (product.data) return <ProductPanels product={product.data} />;
  if (hasErrorCode(product.error, 'product_not_found')) return <NotFound />;
  if (product.error)
    return (
      <LoadError error={product.error} retrying={product.isFetching} onRetry={product.refetch} />
    );
  return <Spinner label="Loading..." />;
}

function ProductPanels({ product }: { product: AdminProduct | null }) {
  const title = product?.name ?? 'Add a product';
  return (
    <article className="grid gap-5">
      <title>{`${title} | Admin`}</title>
      <header className="grid gap-1">
        <Link
          to="/admin/products"
          className="-ml-2 inline-flex min-h-11 w-fit items-center gap-1 rounded-full px-2 text-sm font-medium text-primary hover:bg-surface-accent"
        >
          <ArrowLeftIcon />
          Products
        </Link>
        <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
          <h1 className="text-2xl">{title}</h1>
          {product && !product.shown && <Badge tone="yellow">Hidden</Badge>}
          {product && (
            <LinkButton
              to={`/admin/products/${product.id}/preview`}
              tone="secondary"
              className="min-h-11"
            >
              Preview
            </LinkButton>
          )}
          {product?.removable && <RemoveProduct product={product} />}
        </div>
      </header>
      <div className="grid gap-5 xl:grid-cols-[minmax(0,1fr)_24rem] xl:items-start">
        {product && (
          <div className="xl:col-start-2 xl:row-start-1">
            <PricePanel product={product} />
          </div>
        )}
        <ProductForm product={product} />
      </div>
    </article>
  );
}
