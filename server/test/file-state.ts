/** State that the apps of one test file share; the runner resets it for every file. */
export const fileState = {
  /** Makes IDs deterministic per file, whatever ran before in the same process. */
  apps: 0,
  /** The runner prints these lines for failed tests. */
  log: [] as string[],
};
