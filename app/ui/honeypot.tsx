/**
 * A field hidden from people that bots fill in: the server discards such submissions. Bots like its name, and browsers
 * do not autofill it.
 */
export function Honeypot() {
  return (
    <div aria-hidden="true" className="absolute -left-[200vw]">
      <label>
        Leave this empty
        <input type="text" name="website" tabIndex={-1} autoComplete="off" />
      </label>
    </div>
  );
}
