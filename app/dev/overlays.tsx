import { useState } from 'react';
import { Button } from '#app/ui/button.tsx';
import { Dialog } from '#app/ui/dialog.tsx';
import { Field } from '#app/ui/field.tsx';
import { Icon } from '#app/ui/icon.tsx';
import { MENU_ITEM, Menu } from '#app/ui/menu.tsx';
import { Tabs } from '#app/ui/tabs.tsx';
import { showToast } from '#app/ui/toast.tsx';

const TABS = [
  { id: 'one', title: 'Description', content: 'Whole flowers, dried in the shade.' },
  { id: 'two', title: 'How to Brew', content: '3-5 minutes, until it is deep blue.' },
] as const;

/** Components that open over the page or change in it. */
export function Overlays() {
  const [open, setOpen] = useState(false);
  const [tab, setTab] = useState<'one' | 'two'>('one');
  return (
    <>
      <Button tone="secondary" onClick={() => setOpen(true)}>
        Open a dialog
      </Button>
      <Dialog title="A dialog" open={open} onClose={() => setOpen(false)}>
        <Field label="A field in it" />
      </Dialog>
      <Button
        tone="secondary"
        onClick={() =>
          showToast({
            title: 'Added to cart',
            description: 'Item has been added to your cart.',
            action: { label: 'View cart', to: '/cart' },
          })
        }
      >
        Show a toast
      </Button>
      <Button
        tone="secondary"
        onClick={() =>
          showToast({ title: 'Error', description: 'It did not work.', tone: 'destructive' })
        }
      >
        Show a failure
      </Button>
      <Button
        tone="secondary"
        onClick={() =>
          showToast({
            title: 'Payment verification failed',
            description: 'If money was taken, it comes back by itself within five working days.',
            tone: 'destructive',
          })
        }
      >
        Show another failure
      </Button>
      <Menu label="A menu" icon={<Icon name="user" />} heading="Asha Rao">
        <button type="button" role="menuitem" tabIndex={-1} className={MENU_ITEM}>
          First
        </button>
        <button type="button" role="menuitem" tabIndex={-1} className={MENU_ITEM}>
          Second
        </button>
      </Menu>
      <div className="w-full">
        <Tabs label="Tabs" tabs={TABS} selected={tab} onSelect={setTab} />
      </div>
    </>
  );
}
