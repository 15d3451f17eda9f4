import type { ReactNode } from 'react';

type CheckoutLayoutProps = {
  /** The order summary; beside the steps where there is room. */
  summary: ReactNode;
  /** The bar with the continue button, fixed at the bottom of the window on a phone. */
  bar: ReactNode;
  children: ReactNode;
};

/**
 * The layout of the checkout. On a phone the column is `display: contents`, so that the bar at its end can be sticky
 * from the top of the page on.
 */
export function CheckoutLayout({ summary, bar, children }: CheckoutLayoutProps) {
  return (
    <div className="max-md:contents md:grid md:grid-cols-[minmax(0,1fr)_18rem] md:grid-rows-[auto_1fr] md:items-start md:gap-x-8 md:gap-y-6 lg:grid-cols-[minmax(0,1fr)_24rem] lg:gap-x-12">
      <div className="above-checkout-bar grid grid-cols-1 gap-6">{children}</div>
      <div className="above-checkout-bar grid grid-cols-1 gap-6 max-md:mt-6 md:sticky md:top-8 md:col-start-2 md:row-span-2 md:row-start-1">
        {summary}
      </div>
      {bar}
    </div>
  );
}
