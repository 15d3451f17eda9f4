import { Icon } from './icon.tsx';

export function TruckIcon() {
  return (
    <Icon path="M3 6h11v11H3zM14 10h4l3 3.5V17h-7M9 17.5a2 2 0 1 1-4 0 2 2 0 0 1 4 0M19 17.5a2 2 0 1 1-4 0 2 2 0 0 1 4 0" />
  );
}
