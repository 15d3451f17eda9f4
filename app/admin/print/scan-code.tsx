import { renderSVG } from 'uqr';

/** A QR code for a scanner that types what it reads; people read the text beside it. It needs space around it. */
export function ScanCode({ text, className }: { text: string; className: string }) {
  const picture = `data:image/svg+xml,${encodeURIComponent(renderSVG(text, { border: 0 }))}`;
  return <img src={picture} alt="" className={className} />;
}
