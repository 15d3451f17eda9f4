/**
 * Says why nothing can be ordered to whoever has switched scripts off: buttons that need them would do nothing unexplained.
 * Short: the product page's first bytes are nearly all used.
 */
export function NoScriptBanner() {
  return (
    <noscript>
      <p className="border-b border-line bg-linen px-4 py-2 text-center text-sm">
        To order, switch on JavaScript in this browser.
      </p>
    </noscript>
  );
}
