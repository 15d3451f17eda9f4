import { Icon } from './icon.tsx';

export function FilterIcon() {
  return <Icon path="M4 7h10M18 7h2M4 17h2M10 17h10M16 9.5v-5M8 19.5v-5" />;
}
