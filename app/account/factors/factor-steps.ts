import type { WithStepUp } from '#app/account/step-up/use-step-up.tsx';

/** Props of the steps that add a second factor of one type. */
export type FactorStepsProps = {
  /** A name that is not used yet. */
  suggested: string;
  withStepUp: WithStepUp;
  onAdded: () => Promise<void>;
  onCancel: () => void;
};
