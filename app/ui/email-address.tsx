/** An email address in a sentence. Where a line is too short for it, it breaks after the @ rather than in a word. */
export function EmailAddress({ email }: { email: string }) {
  const host = email.lastIndexOf('@') + 1;
  return (
    <span translate="no" className="wrap-anywhere">
      {email.slice(0, host)}
      <wbr />
      {email.slice(host)}
    </span>
  );
}
