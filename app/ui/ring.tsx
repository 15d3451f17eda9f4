/** The turning ring of everything that waits. Decorative: words beside it say what is awaited. */
export function Ring({ large = false }: { large?: boolean }) {
  return (
    <span
      aria-hidden="true"
      className={`inline-block animate-spin rounded-full border-current border-r-transparent ${
        large ? 'size-9 border-4 text-petal' : 'size-4 border-2'
      }`}
    />
  );
}
