import { useEffect } from 'react';
import { Button } from '#app/ui/button.tsx';

/** Opens the browser's dialog once what is printed is there, because the screen was opened to print. */
export function PrintButton({ ready }: { ready: boolean }) {
  useEffect(() => {
    if (ready) window.print();
  }, [ready]);
  return (
    <Button className="w-fit" disabled={!ready} onClick={() => window.print()}>
      Print
    </Button>
  );
}
