import { TextArea } from '#app/ui/field.tsx';
import type { ShopSettings } from '#contract/admin/settings.ts';
import { oneLine } from '#domain/text.ts';
import { SettingForm } from './setting-form.tsx';
import { useSettingForm } from './use-setting-form.ts';

/** A notice on all pages of the shop, for example about days without delivery. */
export function NoticeForm({ now }: { now: ShopSettings['notice'] }) {
  const form = useSettingForm({
    name: 'notice',
    now,
    asTyped: (notice) => notice ?? '',
    change: (typed, seen) => ({
      key: 'notice',
      value: oneLine(typed) || null,
      seen,
    }),
    pick: (saved) => saved.notice,
    done: 'Notice saved',
  });
  return (
    <SettingForm
      title="Notice"
      about="Shown below the header of the shop’s pages, such as “No deliveries on 8 and 9 November”. Empty: none."
      form={form}
    >
      <TextArea
        label="Text"
        rows={2}
        maxLength={200}
        value={form.typed}
        onChange={(event) => form.setTyped(event.target.value)}
        error={form.fields.value}
      />
    </SettingForm>
  );
}
