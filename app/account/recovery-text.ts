/** Recovery codes as they are kept on paper or in a file. */
export function recoveryText(codes: readonly string[], email: string): string {
  return [
    'Aparajita: recovery codes',
    `For ${email}`,
    '',
    ...codes,
    '',
    'Each code signs you in once, after your password, when you do not have your phone or passkey.',
    'Keep them apart from your phone, and give them to nobody.',
    '',
  ].join('\n');
}

/** Has the browser keep the text as a file. */
export function downloadText(text: string): void {
  const address = URL.createObjectURL(new Blob([text], { type: 'text/plain' }));
  const link = document.createElement('a');
  link.href = address;
  link.download = 'aparajita-recovery-codes.txt';
  link.click();
  // Not at once: some browsers begin to read it only after this.
  setTimeout(() => URL.revokeObjectURL(address), 60_000);
}

/** Prints the text and nothing else of the page. */
export function printText(text: string): void {
  const frame = document.createElement('iframe');
  frame.hidden = true;
  frame.title = 'Recovery codes';
  document.body.append(frame);
  const { contentWindow: inside, contentDocument: page } = frame;
  if (!inside || !page) return;
  const sheet = page.createElement('pre');
  sheet.textContent = text;
  page.body.append(sheet);
  inside.addEventListener('afterprint', () => frame.remove());
  inside.print();
}
