import { Icon } from './icon.tsx';

export function UserIcon() {
  return <Icon path="M12 12a4 4 0 1 0 0-8 4 4 0 0 0 0 8M4.5 20.5a7.5 7.5 0 0 1 15 0" />;
}
