import { Icon } from './icon.tsx';

export function CartIcon() {
  return <Icon path="M5 8h14l1 12.5H4zM8.5 10.5V7a3.5 3.5 0 0 1 7 0v3.5" />;
}
