import { useShopDetails } from '#app/shell/shop/use-shop-details.tsx';
import { SHOP } from '#app/shell/shop-details.ts';
import { Link } from '#app/ui/link.js';

const LINKS = [
  { to: '/shipping-info', name: 'Shipping' },
  { to: '/returns', name: 'Returns' },
  { to: '/privacy-policy', name: 'Privacy' },
  { to: '/terms', name: 'Terms' },
] as const;

/** The checkout's footer: links to what shoppers may want to read before ordering. */
export function CheckoutFooter() {
  const { fssai } = useShopDetails();
  return (
    <footer className="border-t border-border text-sm text-muted">
      <div className="page-width flex flex-wrap items-center justify-between gap-x-6 py-3">
        <nav aria-label="Legal">
          <ul className="flex flex-wrap gap-x-5">
            {LINKS.map(({ to, name }) => (
              <li key={to}>
                <Link
                  to={to}
                  className="inline-flex min-h-11 items-center hover:text-foreground hover:underline"
                >
                  {name}
                </Link>
              </li>
            ))}
          </ul>
        </nav>
        <p>
          © {SHOP.name}
          {fssai && ` · FSSAI ${fssai}`}
        </p>
      </div>
    </footer>
  );
}
