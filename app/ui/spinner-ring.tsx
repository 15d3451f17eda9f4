/** The animated ring of spinners and pending buttons. Decorative: text beside it says what is loading. */
export function SpinnerRing({ large = false }: { large?: boolean }) {
  return (
    <span
      aria-hidden="true"
      className={`inline-block animate-spin rounded-full border-current border-r-transparent ${
        large ? 'size-9 border-4 text-primary' : 'size-4 border-2'
      }`}
    />
  );
}
