import { Icon } from './icon.tsx';

export function EmailIcon() {
  return <Icon path="M3.5 6h17v12h-17zM4 6.5l8 6.5 8-6.5" />;
}
