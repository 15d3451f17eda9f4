import { Icon } from './icon.tsx';

export function CupIcon() {
  return (
    <Icon path="M5 10h11v5a5 5 0 0 1-5 5h-1a5 5 0 0 1-5-5zM16 11h1.5a2.5 2.5 0 0 1 0 5H16M9 4v2.5M12.5 4v2.5" />
  );
}
