export function versionChecksum(version: string | undefined): string | null {
  return version === undefined ? null : `version:${version}`;
}

export function isVersionChecksum(checksum: string): boolean {
  return checksum.startsWith('version:');
}
