/** The checksum of a file that was uploaded directly to the store. Null if the store has no versions. */
export function versionChecksum(version: string | undefined): string | null {
  return version === undefined ? null : `version:${version}`;
}

export function isVersionChecksum(checksum: string): boolean {
  return checksum.startsWith('version:');
}
