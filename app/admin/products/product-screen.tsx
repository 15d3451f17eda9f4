import { useQuery } from '@tanstack/react-query';
import { callAdmin } from '#app/admin/api.ts';
import { ConfirmButton } from '#app/admin/buttons.tsx';
import { DetailScreen, Loaded } from '#app/admin/screen.tsx';
import { showSnackbar } from '#app/admin/snackbar/snackbar-store.ts';
import { Badge } from '#app/ui/badge.tsx';
import { LinkButton } from '#app/ui/button.tsx';
import { useNavigate } from '#app/ui/link.js';
import type { AdminProduct } from '#contract/admin/products.ts';
import { ProductForm } from './form/product-form.tsx';
import { PricePanel } from './prices/price-panel.tsx';
import { productQuery, reloadProduct, stockChanged } from './product-queries.ts';

/** One product: form, price and preview. With the id 'new', the form of a new one. */
export default function ProductScreen({ id }: { id: string }) {
  const isNew = id === 'new';
  const product = useQuery({ ...productQuery(id), enabled: !isNew });
  if (isNew) return <ProductPanels product={null} />;
  return <Loaded query={product}>{(data) => <ProductPanels product={data} />}</Loaded>;
}

function ProductPanels({ product }: { product: AdminProduct | null }) {
  const title = product?.name ?? 'Add a product';
  return (
    <DetailScreen
      title={title}
      heading={title}
      list={{ to: '/admin/products', name: 'Products' }}
      aside={
        product && (
          <>
            {!product.shown && <Badge tone="yellow">Hidden</Badge>}
            <LinkButton
              to={`/admin/products/${product.id}/preview`}
              tone="secondary"
              className="min-h-11"
            >
              Preview
            </LinkButton>
            {product.removable && <RemoveProduct product={product} />}
          </>
        )
      }
    >
      <div className="grid gap-5 xl:grid-cols-[minmax(0,1fr)_24rem] xl:items-start">
        {product && (
          <div className="xl:col-start-2 xl:row-start-1">
            <PricePanel product={product} />
          </div>
        )}
        <ProductForm product={product} />
      </div>
    </DetailScreen>
  );
}

/** Removes a hidden product that nobody has ordered. */
function RemoveProduct({ product: { id, name, version } }: { product: AdminProduct }) {
  const navigate = useNavigate();
  async function remove() {
    await callAdmin('POST /admin/products/{id}/removal', { params: { id }, body: { version } });
    await navigate('/admin/products');
    stockChanged();
    showSnackbar({ text: `${name} removed` });
  }
  return (
    <ConfirmButton
      title={`Remove ${name}?`}
      keep="Keep it"
      verb="Remove"
      busy="Removing..."
      work={remove}
      failed="Not removed"
      onFailure={() => void reloadProduct(id).catch(() => {})}
      button={{ tone: 'quiet', className: 'min-h-11', children: 'Remove' }}
    >
      <p>
        Nobody has ordered it. It is deleted with its prices and the history of its stock, and this
        cannot be undone.
      </p>
    </ConfirmButton>
  );
}
