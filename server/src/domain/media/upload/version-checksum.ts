/** What stands for the bytes of a file that went to the store past us, where the store says when they change. */
export function versionChecksum(version: string | undefined): string | null {
  return version === undefined ? null : `version:${version}`;
}

export function isVersionChecksum(checksum: string): boolean {
  return checksum.startsWith('version:');
}
