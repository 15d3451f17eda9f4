/** Whether a text field of the page holds something else than it was rendered with: a reload would lose that. */
export function hasTypedText(): boolean {
  const fields = document.querySelectorAll<HTMLInputElement | HTMLTextAreaElement>(
    'input, textarea',
  );
  return [...fields].some(({ value, defaultValue }) => value !== defaultValue);
}
