import { expect, type Locator } from '@playwright/test';

/**
 * Walks a form by Tab from its first field to its last and back, and sends it empty: wherever the focus is, the field,
 * its label and its error are whole in the window, nothing that stays in place lies over them, and nothing cuts off the
 * outline of the focus.
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
    // No more stops than there are controls; links among them leave the form sooner.
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

/** What of the focused control, its label and its error cannot be seen, and why; nothing when all can. */
function hiddenPart(): string {
  const field = document.activeElement;
  if (!(field instanceof HTMLElement)) return 'nothing has the focus';
  const labels = 'labels' in field && field.labels instanceof NodeList ? [...field.labels] : [];
  for (let box = field.parentElement; box; box = box.parentElement) {
    const [own, around] = [field.getBoundingClientRect(), box.getBoundingClientRect()];
    if (getComputedStyle(box).overflowX === 'visible') continue;
    const room = Math.min(own.left - around.left, around.right - own.right);
    // Of the page itself the window is the edge.
    if (box !== document.body && room < 3) return `the outline of ${field.id}, by ${box.className}`;
  }
  const error = document.getElementById(`${field.id}-error`);
  for (const part of [field, ...labels, error]) {
    // A label for screen readers alone has one pixel.
    if (!(part instanceof HTMLElement) || part.offsetWidth < 2) continue;
    const { left, right, top, bottom } = part.getBoundingClientRect();
    const name = `${part.tagName} ${part.id || part.textContent?.slice(0, 30)}`;
    const visible = window.visualViewport?.height ?? innerHeight;
    // What is higher than the window can show only its beginning.
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

const TYPED = 'textarea, input:not([type=checkbox], [type=radio], [readonly])';
