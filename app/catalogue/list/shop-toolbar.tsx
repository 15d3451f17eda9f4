import { useRef } from 'react';
import { SORT_NAMES } from '#app/catalogue/categories.ts';
import { Button } from '#app/ui/button.tsx';
import { Icon } from '#app/ui/icon.tsx';
import type { PagePath } from '#app/ui/page-path.ts';
import type { ProductQuery } from '#contract/catalogue.ts';
import { FilterButton, FilterPanel } from './filter-panel.tsx';
import { useShopForm } from './use-shop-form.ts';

/**
 * Search, sort and filter: a GET form for the shop's URL. Without JavaScript its buttons submit it; with it, sorting
 * applies at once and search after a pause in typing.
 */
export function ShopToolbar({ filter }: { filter: ProductQuery }) {
  const form = useRef<HTMLFormElement>(null);
  const panel = useRef<HTMLDialogElement>(null);
  const { onChange, onSubmit, onFiltersClosed } = useShopForm(form, filter);

  function close() {
    if (panel.current?.matches(':popover-open')) panel.current.hidePopover();
    panel.current?.close();
  }

  return (
    <search>
      <form
        ref={form}
        action={'/shop' satisfies PagePath}
        onChange={onChange}
        onSubmit={(event) => {
          onSubmit(event);
          close();
        }}
        className="mt-8 flex flex-wrap gap-3"
      >
        <div className="relative min-w-full flex-1 sm:min-w-64">
          <span className="pointer-events-none absolute inset-y-0 left-4 grid place-items-center text-muted">
            <Icon name="search" />
          </span>
          <input
            type="search"
            name="search"
            aria-label="Search products"
            placeholder="Search products..."
            defaultValue={filter.search}
            maxLength={120}
            autoComplete="off"
            enterKeyHint="search"
            className="field-input rounded-full pl-12"
          />
        </div>
        <select
          name="sort"
          aria-label="Sort by"
          defaultValue={filter.sort}
          className="field-input field-select w-auto min-w-0 flex-[1_1_8.5rem] rounded-full sm:flex-none"
        >
          {Object.entries(SORT_NAMES).map(([value, name]) => (
            <option key={value} value={value}>
              {name}
            </option>
          ))}
        </select>
        <FilterButton onOpen={() => openSheet(panel.current)} />
        <FilterPanel ref={panel} filter={filter} onClose={close} onClosed={onFiltersClosed} />
        <noscript>
          <Button type="submit">Show</Button>
        </noscript>
      </form>
    </search>
  );
}

/**
 * Opens a dialog that is a popover too. A modal dialog makes the page behind it inert, which restyles every element of the
 * page before the dialog can be seen. So it is painted as a popover first, which takes no focus and no clicks, and is
 * made modal after that.
 */
function openSheet(sheet: HTMLDialogElement | null) {
  if (!sheet || sheet.open || sheet.inert) return;
  const painting = new AbortController();
  // A popover lets clicks through to the page, which looks covered already.
  addEventListener('click', ignore, { capture: true, signal: painting.signal });
  sheet.inert = true;
  sheet.popover = 'manual'; // Escape or a tap would close an automatic one
  sheet.showPopover();
  // A timer that starts with a frame ends after its paint.
  requestAnimationFrame(() =>
    setTimeout(() => {
      painting.abort();
      makeModal(sheet);
    }),
  );
}

function makeModal(sheet: HTMLDialogElement) {
  sheet.inert = false;
  // By Back, for example.
  if (!sheet.isConnected) return;
  sheet.hidePopover();
  sheet.popover = 'auto';
  sheet.showModal();
}

function ignore(event: Event) {
  event.preventDefault();
  event.stopImmediatePropagation();
}
