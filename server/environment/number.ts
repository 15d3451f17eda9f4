import * as z from 'zod';

/**
 * A number in plain digits, with at most so many decimals: Number() would read ' ' as 0 and '1e3' as a thousand.
 *
 * @param what what the setting must be: 'must be a port number'.
 */
export function numberFrom(what: string, min: number, max: number, decimals = 0) {
  const error = `${what} from ${min} to ${max}`;
  const fraction = decimals > 0 ? `(\\.\\d{1,${decimals}})?` : '';
  return z
    .string()
    .regex(new RegExp(`^\\d{1,10}${fraction}$`), error)
    .transform(Number)
    .pipe(z.number().min(min, error).max(max, error));
}
