import type { DiskSpace } from './disk-space.ts';

export type Storage = {
  /**
   * A file is complete or does not exist. Rejects, and leaves nothing, when the source throws or has another length
   * than `sizeBytes`.
   */
  write(key: string, source: AsyncIterable<Uint8Array>, facts: FileFacts): Promise<void>;
  /** `end` is exclusive. */
  open(key: string, range?: { start: number; end: number }): Promise<AsyncIterable<Uint8Array> | undefined>;
  stat(key: string): Promise<FileStat | undefined>;
  /** Succeeds when the file does not exist. */
  delete(key: string): Promise<void>;
  /** Set if the store accepts uploads itself. The URL is bound to the type and any length. */
  presignPut?(key: string, request: PresignRequest): Promise<string>;
  space?(): Promise<DiskSpace>;
  /** Deletes remains of interrupted uploads. */
  sweep?(olderThanMs: number): Promise<number>;
  /** Throws when a remote store is unreachable. Cheap, for health checks. */
  ping?(): Promise<void>;
  /** The error says what to do. */
  check(): Promise<void>;
};

/** `version` changes with the content if clients upload directly to the store. */
export type FileStat = { sizeBytes: number; version?: string };
export type FileFacts = { contentType: string; sizeBytes?: number | undefined };
export type PresignRequest = { contentType: string; sizeBytes: number | undefined; expiresInSeconds: number };
