import { Icon } from './icon.tsx';

export function MinusIcon() {
  return <Icon path="M6 12h12" />;
}
