import { expect, type Locator } from '@playwright/test';

/**
 * Moves through a form by Tab from its first field to its last and back, then submits it empty (unless `refused` is
 * false). Wherever the focus is, the field, its label and its error message must lie completely in the window, no sticky
 * or fixed part may cover them, and nothing may cut off the focus outline.
 */
export async function expectFieldsSeen(form: Locator, { refused = true } = {}): Promise<void> {
  const page = form.page();
  const fields = form
    .locator('input:not([type=hidden], [tabindex="-1"], :disabled), select, textarea')
    .filter({ visible: true });
  await expect(fields.first()).toBeVisible();
  const count = await form.locator('input, select, textarea, button').count();
  for (const [key, from] of [
    ['Tab', fields.first()],
    ['Shift+Tab', fields.last()],
  ] as const) {
    await from.focus();
    // The form has at most so many stops. The loop ends sooner when the focus has left the form.
    for (let stop = 0; stop < count && (await holdsFocus(form)); stop += 1) {
      await expectSeen(form, key);
      await page.keyboard.press(key);
    }
  }
  if (!refused) return;
  for (const field of await fields.all()) {
    if (await field.evaluate((input, typed) => input.matches(typed), TYPED)) await field.fill('');
  }
  await form.evaluate((element) => element instanceof HTMLFormElement && element.requestSubmit());
  await expect(form.locator('[aria-invalid=true]').first()).toBeFocused();
  await expectSeen(form, 'a refused submission');
}

async function expectSeen(form: Locator, how: string): Promise<void> {
  await expect.poll(() => form.evaluate(hiddenPart), { message: `after ${how}` }).toBe('');
}

function holdsFocus(form: Locator): Promise<boolean> {
  return form.evaluate((element) => element.contains(document.activeElement));
}

/** Runs in the page. Says what hides a part of the focused control, its label or its error message; '' if nothing does. */
function hiddenPart(): string {
  const field = document.activeElement;
  if (!(field instanceof HTMLElement)) return 'nothing has the focus';
  const labels = 'labels' in field && field.labels instanceof NodeList ? [...field.labels] : [];
  for (let box = field.parentElement; box; box = box.parentElement) {
    const [own, around] = [field.getBoundingClientRect(), box.getBoundingClientRect()];
    if (getComputedStyle(box).overflowX === 'visible') continue;
    const room = Math.min(own.left - around.left, around.right - own.right);
    // The body is compared with the window, which is done below.
    if (box !== document.body && room < 3) return `the outline of ${field.id}, by ${box.className}`;
  }
  const error = document.getElementById(`${field.id}-error`);
  for (const part of [field, ...labels, error]) {
    // A label that is only for screen readers is one pixel wide.
    if (!(part instanceof HTMLElement) || part.offsetWidth < 2) continue;
    const { left, right, top, bottom } = part.getBoundingClientRect();
    const name = `${part.tagName} ${part.id || part.textContent?.slice(0, 30)}`;
    const visible = window.visualViewport?.height ?? innerHeight;
    // A part that is higher than the window cannot be seen whole: its upper part counts, half a window of it.
    const foot = Math.min(bottom, top + visible / 2);
    if (top < 0 || foot > visible + 0.5) return `${name} from ${top} to ${bottom}`;
    for (const x of [left + 3, (left + right) / 2, right - 3]) {
      for (const y of [top + 2, (top + foot) / 2, foot - 2]) {
        for (
          let over = document.elementFromPoint(x, y);
          over && !over.contains(field);
          over = over.parentElement
        ) {
          if (/sticky|fixed/.test(getComputedStyle(over).position)) {
            return `${name} under ${over.tagName} ${over.className.slice(0, 40)}`;
          }
        }
      }
    }
  }
  return '';
}

/** Fields that text is typed into. */
const TYPED = 'textarea, input:not([type=checkbox], [type=radio], [readonly])';
