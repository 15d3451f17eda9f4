import { Icon } from './icon.tsx';

export function ZoomInIcon() {
  return <Icon path="M20 20l-4.2-4.2M18 11a7 7 0 1 1-14 0 7 7 0 0 1 14 0M8 11h6M11 8v6" />;
}
