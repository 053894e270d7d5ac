import type { DiskSpace } from './disk-space.ts';

/** Bytes under keys, never rows. Two kinds: a folder of this machine, and any S3. */
export type Storage = {
  /**
   * Streams into place: under its key a file is there whole or not at all. Ends, leaving nothing, when the source throws
   * or holds another number of bytes than said.
   */
  write(key: string, source: AsyncIterable<Uint8Array>, facts: FileFacts): Promise<void>;
  /** The bytes, or those of a range (`end` not included); undefined when there is no such file. */
  open(key: string, range?: { start: number; end: number }): Promise<AsyncIterable<Uint8Array> | undefined>;
  stat(key: string): Promise<FileStat | undefined>;
  /** What is not there counts as deleted. */
  delete(key: string): Promise<void>;
  /** Where the store takes uploads itself: bound to the type and, when given, to the exact length. */
  presignPut?(key: string, request: PresignRequest): Promise<string>;
  /** Of the disk, where there is one to fill. */
  space?(): Promise<DiskSpace>;
  /** Removes what interrupted uploads left behind, once it is so old that nobody still writes it. */
  sweep?(olderThanMs: number): Promise<number>;
  /** Throws when a remote store cannot be reached. Cheap, for health checks. */
  ping?(): Promise<void>;
  /** Writes, reads and deletes a small file; throws what to do about it. */
  check(): Promise<void>;
};

/** `version` changes with the bytes, where the store takes uploads past us. */
export type FileStat = { sizeBytes: number; version?: string };
export type FileFacts = { contentType: string; sizeBytes?: number | undefined };
export type PresignRequest = { contentType: string; sizeBytes: number | undefined; expiresInSeconds: number };
