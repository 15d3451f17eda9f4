import { Icon } from './icon.tsx';

export function PlusIcon() {
  return <Icon path="M6 12h12M12 6v12" />;
}
