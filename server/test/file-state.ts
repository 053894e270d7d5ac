/** Shared by the apps of a test file; the runner resets it. */
export const fileState = {
  /** Makes IDs deterministic per file. */
  apps: 0,
  /** The runner prints these lines for failed tests. */
  log: [] as string[],
};
