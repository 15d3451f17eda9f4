import { useState } from 'react';
import { callAdmin } from '#app/admin/api.ts';
import { compact, WriteButton } from '#app/admin/buttons.tsx';
import { PriceForm } from '#app/admin/products/prices/price-form.tsx';
import { productChanged, reloadProduct } from '#app/admin/products/product-queries.ts';
import { StockControls } from '#app/admin/products/stock/stock-controls.tsx';
import { showSnackbar } from '#app/admin/snackbar/snackbar-store.ts';
import { useRole } from '#app/admin/staff/use-staff.ts';
import { Badge } from '#app/ui/badge.tsx';
import { Dialog } from '#app/ui/dialog.tsx';
import { Link } from '#app/ui/link.js';
import { Picture } from '#app/ui/picture.tsx';
import type { ListedProduct } from '#contract/admin/products.ts';
import { formatDateTime } from '#domain/day.ts';
import { formatRupees } from '#domain/money.ts';
import { mrpBeside } from '#domain/mrp.ts';

/** The columns of the list on a laptop; packers see no prices. */
const OWNER_COLUMNS = 'lg:grid-cols-[3rem_minmax(0,1fr)_8rem_7rem_10rem_4rem]';
const PACKER_COLUMNS = 'lg:grid-cols-[3rem_minmax(0,1fr)_10rem]';

/** One product of the list. Its price and its stock are changed here, everything else on its own page. */
export function ProductRow({ product }: { product: ListedProduct }) {
  const isOwner = useRole('owner');
  const { id, name, image, stock, low, shown, next_price } = product;
  return (
    <li
      className={`grid grid-cols-[3rem_minmax(0,1fr)_auto] items-center gap-x-4 gap-y-1 border-b border-border px-4 py-2.5 last:rounded-b-lg last:border-0 ${isOwner ? OWNER_COLUMNS : PACKER_COLUMNS}`}
    >
      {image ? (
        <Picture
          src={image}
          alt=""
          widths={[160, 320]}
          sizes="48px"
          width={48}
          height={48}
          className="size-12 rounded-sm object-cover"
        />
      ) : (
        <span className="size-12 rounded-sm bg-surface-accent" />
      )}
      <p className="min-w-0">
        {isOwner ? (
          <Link
            to={`/admin/products/${id}`}
            className="mr-2 inline-flex min-h-11 items-center rounded-sm font-medium text-foreground wrap-anywhere hover:underline"
          >
            {name}
          </Link>
        ) : (
          <span className="mr-2 font-medium text-foreground wrap-anywhere">{name}</span>
        )}
        {!shown && (
          <span className="align-middle">
            <Badge tone="yellow">Hidden</Badge>
          </span>
        )}
        {next_price && (
          <span className="block text-sm text-muted">
            {formatRupees(next_price.price)} from {formatDateTime(next_price.starts_at)}
          </span>
        )}
      </p>
      {isOwner && (
        <>
          <div className="grid justify-items-end">
            <PriceButton product={product} />
          </div>
          <p className="text-sm text-muted tabular-nums max-lg:col-span-2 max-lg:col-start-2 lg:text-right">
            {mrpBeside(product) === null ? 'At MRP' : `MRP ${formatRupees(product.mrp)}`}
          </p>
        </>
      )}
      <p className="whitespace-nowrap text-foreground max-lg:col-span-2 lg:text-right">
        {low && <Badge tone="yellow">Low</Badge>}{' '}
        <span className="text-xl font-semibold tabular-nums">{stock}</span> in stock
      </p>
      {isOwner && (
        <p className="-mr-3 flex items-center justify-end">
          <ShownButton product={product} />
        </p>
      )}
      <StockControls product={product} />
    </li>
  );
}

/** The price; a click opens the form that changes it. */
function PriceButton({ product }: { product: ListedProduct }) {
  const [open, setOpen] = useState(false);
  const close = () => setOpen(false);
  const price = formatRupees(product.price);
  return (
    <>
      <button
        type="button"
        onClick={() => setOpen(true)}
        className="-mr-2 min-h-11 rounded-md px-2 text-right font-semibold text-foreground tabular-nums underline decoration-border decoration-dotted underline-offset-4 hover:bg-surface-accent"
        aria-label={`Price of ${product.name}: ${price}. Change it`}
      >
        {price}
      </button>
      <Dialog title={`Price of ${product.name}`} open={open} onClose={close}>
        <PriceForm product={product} onDone={close} />
      </Dialog>
    </>
  );
}

/** Hides a product from shoppers, or shows it. Orders are unaffected, and nothing is deleted. */
function ShownButton({ product }: { product: ListedProduct }) {
  const { id, name, shown, version } = product;
  async function toggle() {
    const request = { params: { id }, body: { version, shown: !shown } };
    productChanged(await callAdmin('PATCH /admin/products/{id}/shown', request));
    showSnackbar({ text: shown ? `${name} is hidden from shoppers` : `${name} is in the shop` });
  }
  return (
    <WriteButton
      {...compact(shown ? 'Hide' : 'Show', `${shown ? 'Hide' : 'Show'} ${name}`)}
      work={toggle}
      onFailure={() => void reloadProduct(id).catch(() => {})}
    />
  );
}
