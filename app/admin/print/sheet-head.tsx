import type { ReactNode } from 'react';
import { renderSVG } from 'uqr';
import { useShopDetails } from '#app/shell/shop/use-shop-details.tsx';

/** The head of a printed sheet: the sender and the title. */
export function SheetHead({ children }: { children: ReactNode }) {
  const { legal_name, address: sender, phone, fssai } = useShopDetails();
  return (
    <div className="flex flex-wrap items-start justify-between gap-x-6 gap-y-4 border-b border-border-strong pb-4 sm:flex-nowrap print:flex-nowrap">
      <div>
        {/* Not the logo of the header, which is light in the dark theme: paper is always white. */}
        <img
          src="/pictures/logo.svg"
          alt="Aparajita"
          width={296}
          height={64}
          className="h-9 w-auto"
        />
        <p className="mt-1 text-sm">
          {[legal_name, sender?.join(', '), phone, fssai && `FSSAI ${fssai}`]
            .filter((line) => line)
            .map((line) => (
              <span key={line} className="block">
                {line}
              </span>
            ))}
        </p>
      </div>
      <div className="flex shrink-0 items-center gap-4 sm:text-right print:text-right">
        {children}
      </div>
    </div>
  );
}

/** A QR code, with white space around it. Its text is printed beside it, so the image has no alternative text. */
export function QrCode({ text, className }: { text: string; className: string }) {
  const picture = `data:image/svg+xml,${encodeURIComponent(renderSVG(text, { border: 0 }))}`;
  return <img src={picture} alt="" className={className} />;
}
