import { Icon } from './icon.tsx';

export function CashIcon() {
  return (
    <Icon path="M3 7h18v10H3zM14.5 12a2.5 2.5 0 1 1-5 0 2.5 2.5 0 0 1 5 0M6.2 12h.1M17.8 12h.1" />
  );
}
