import { Icon } from './icon.tsx';

export function ArrowRightIcon() {
  return <Icon path="M5 12h14M13 6l6 6-6 6" />;
}
