/** Recovery codes as text, for paper or a file. */
export function recoveryText(codes: readonly string[], email: string): string {
  return [
    'Aparajita: recovery codes',
    `For ${email}`,
    '',
    ...codes,
    '',
    'Each code works once, together with your password, when you do not have your phone or passkey.',
    'Do not keep them only on your phone, and do not share them.',
    '',
  ].join('\n');
}

/** Prints only the text, in an iframe of its own, without the rest of the page. */
export function printText(text: string): void {
  const frame = document.createElement('iframe');
  frame.hidden = true;
  frame.title = 'Recovery codes';
  document.body.append(frame);
  const { contentWindow: frameWindow, contentDocument: page } = frame;
  if (!frameWindow || !page) return;
  const content = page.createElement('pre');
  content.textContent = text;
  page.body.append(content);
  frameWindow.addEventListener('afterprint', () => frame.remove());
  frameWindow.print();
}
