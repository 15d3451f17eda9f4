import { Icon } from './icon.tsx';

export function ArrowLeftIcon() {
  return <Icon path="M19 12H5M11 18l-6-6 6-6" />;
}
