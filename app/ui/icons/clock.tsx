import { Icon } from './icon.tsx';

export function ClockIcon() {
  return <Icon path="M12 7v5l3 2M21 12a9 9 0 1 1-18 0 9 9 0 0 1 18 0" />;
}
