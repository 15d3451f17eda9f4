import { Icon } from './icon.tsx';

export function MenuIcon() {
  return <Icon path="M4 7h16M4 12h16M4 17h16" />;
}
