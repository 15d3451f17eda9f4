import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { callAdmin } from '#app/admin/call-admin.ts';
import { ConfirmDialog } from '#app/admin/confirm-dialog.tsx';
import { showFailure } from '#app/admin/show-failure.ts';
import { showSnackbar } from '#app/admin/snackbar/snackbar-store.ts';
import { NotFound } from '#app/pages/not-found.tsx';
import { hasErrorCode } from '#app/shell/api/api-error.ts';
import { LoadError } from '#app/shell/api/load-error.tsx';
import { Badge } from '#app/ui/badge.tsx';
import { Button, LinkButton } from '#app/ui/button.tsx';
import { Icon } from '#app/ui/icon.tsx';
import { Link, useNavigate } from '#app/ui/link.js';
import { Spinner } from '#app/ui/spinner.tsx';
import type { AdminProduct } from '#contract/admin/products.ts';
import { ProductForm } from './form/product-form.tsx';
import { PricePanel } from './prices/price-panel.tsx';
import { productQuery, productRemoved, reloadProduct } from './product-queries.ts';

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
          <Icon name="arrowLeft" />
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

/** Removes a hidden product that nobody has ordered. */
function RemoveProduct({ product: { id, name, version } }: { product: AdminProduct }) {
  const navigate = useNavigate();
  const [asking, setAsking] = useState(false);
  const [removing, setRemoving] = useState(false);

  async function remove() {
    setRemoving(true);
    try {
      await callAdmin('POST /admin/products/{id}/removal', { params: { id }, body: { version } });
      await navigate('/admin/products');
      productRemoved(id);
      showSnackbar({ text: `${name} removed` });
    } catch (error) {
      showFailure(error, 'Not removed');
      setAsking(false); // it would cover the message
      void reloadProduct(id).catch(() => {});
    } finally {
      setRemoving(false);
    }
  }

  return (
    <>
      <Button tone="quiet" className="min-h-11" onClick={() => setAsking(true)}>
        Remove
      </Button>
      <ConfirmDialog
        open={asking}
        title={`Remove ${name}?`}
        keep="Keep it"
        verb="Remove"
        busy={removing && 'Removing...'}
        onClose={() => setAsking(false)}
        onConfirm={() => void remove()}
      >
        <p>
          Nobody has ordered it. It is deleted with its prices and the history of its stock, and
          this cannot be undone.
        </p>
      </ConfirmDialog>
    </>
  );
}
