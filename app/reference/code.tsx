/** Lines of code or JSON, scrolling horizontally. */
export function Code({ label, children }: { label: string; children: string }) {
  return (
    <figure className="mt-4">
      <figcaption className="eyebrow">{label}</figcaption>
      <pre
        // biome-ignore lint/a11y/noNoninteractiveTabindex: scroll areas need keyboard access (WCAG 2.1.1)
        tabIndex={0}
        className="mt-2 max-h-96 overflow-auto rounded-md bg-inverse p-4 text-sm leading-tight text-on-inverse"
      >
        <code translate="no">{children}</code>
      </pre>
    </figure>
  );
}
