import { renderSVG } from 'uqr';

/** A QR code, with white space around it. Its text is printed beside it, so the image has no alternative text. */
export function QrCode({ text, className }: { text: string; className: string }) {
  const picture = `data:image/svg+xml,${encodeURIComponent(renderSVG(text, { border: 0 }))}`;
  return <img src={picture} alt="" className={className} />;
}
