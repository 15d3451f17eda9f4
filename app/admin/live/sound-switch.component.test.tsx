import { expect, test } from 'vitest';
import { open } from '#test/component/open.tsx';
import { SoundSwitch } from './sound-switch.tsx';

test('the sound is off until somebody switches it on, and stays as chosen', async () => {
  for (const chosen of [true, false]) {
    const { screen } = await open(<SoundSwitch />, {});
    const choice = screen.getByRole('checkbox', { name: 'Sound for orders' });
    if (chosen) await expect.element(choice).not.toBeChecked();
    else await expect.element(choice).toBeChecked();
    await choice.click();
    await screen.unmount();
  }
  const { screen } = await open(<SoundSwitch />, {});
  await expect.element(screen.getByRole('checkbox')).not.toBeChecked();
});
