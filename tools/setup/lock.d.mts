export function withSetupLock(work: () => unknown, lockFile?: string): Promise<void>;
