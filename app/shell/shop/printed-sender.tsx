import { BrandMark } from './brand-mark.tsx';
import { useShopDetails } from './use-shop-details.tsx';

/** The shop's name and contact at the top of printed pages, where the footer is hidden. */
export function PrintedSender() {
  const { legal_name, address, emails, phone, fssai } = useShopDetails();
  const contact = [...emails, phone].filter(Boolean).join(' · ');
  const lines = [legal_name, address?.join(', '), contact, fssai && `FSSAI ${fssai}`];
  return (
    <div className="hidden items-start justify-between gap-8 border-b border-border pb-4 print:mb-5 print:flex">
      <BrandMark />
      <p className="text-right text-sm whitespace-pre-line">{lines.filter(Boolean).join('\n')}</p>
    </div>
  );
}
