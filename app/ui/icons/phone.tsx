import { Icon } from './icon.tsx';

export function PhoneIcon() {
  return (
    <Icon path="M6 3.5h3l1.5 4.5-2 1.5a11 11 0 0 0 6 6l1.5-2 4.5 1.5v3a2 2 0 0 1-2 2A16.5 16.5 0 0 1 4 5.5a2 2 0 0 1 2-2z" />
  );
}
