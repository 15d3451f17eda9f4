/** An order's number, which no translator may change and no line may break. */
export function OrderNumber({ number }: { number: string }) {
  return (
    <span translate="no" className="whitespace-nowrap">
      #{number}
    </span>
  );
}
