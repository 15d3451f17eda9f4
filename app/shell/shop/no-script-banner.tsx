/**
 * Tells visitors without JavaScript why they cannot order: the buttons that need scripts would do nothing, without an
 * explanation. Short: the size budget of the product page's first bytes is nearly used up.
 */
export function NoScriptBanner() {
  return (
    <noscript>
      <p className="border-b border-border bg-surface-accent px-4 py-2 text-center text-sm">
        To order, switch on JavaScript in this browser.
      </p>
    </noscript>
  );
}
