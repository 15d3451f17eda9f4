/**
 * A field that no person sees or reaches and programs fill in: what carries it is thrown away. Its name is one that
 * programs like and browsers do not fill in by themselves.
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
