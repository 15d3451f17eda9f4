import { renderSVG } from 'uqr';

/** A QR code for scanners, with white space around it; the text beside it is for people. */
export function ScanCode({ text, className }: { text: string; className: string }) {
  const picture = `data:image/svg+xml,${encodeURIComponent(renderSVG(text, { border: 0 }))}`;
  return <img src={picture} alt="" className={className} />;
}
