import { useRole } from '#app/admin/staff/use-staff.ts';
import { Link } from '#app/ui/link.js';
import type { StockLevel } from '#contract/admin/stock.ts';

/** A link to the orders that hold pieces of a product, one of which would have to be cancelled. */
export function SoldPieces({ level }: { level: StockLevel }) {
  const mayCancel = useRole('owner');
  return (
    <>
      {!mayCancel && (
        <p className="text-sm">
          Only owners cancel orders, and see those that are not confirmed yet: ask one of them.
        </p>
      )}
      <Link to={`/admin/orders?queue=unsent&product=${level.product_id}`} className="panel-link">
        Orders with {level.product_name} that are not handed over
      </Link>
    </>
  );
}
