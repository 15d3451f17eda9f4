import { Icon } from './icon.tsx';

export function ReturnIcon() {
  return <Icon path="M8 5L4 9l4 4M4 9h10.5a5 5 0 0 1 0 10H8" />;
}
