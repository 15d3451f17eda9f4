import { Icon } from './icon.tsx';

export function LeafIcon() {
  return <Icon path="M5 19c0-9 5-14 15-14 0 10-5 15-12 14M5 19c3-5 6-7.5 9-9" />;
}
