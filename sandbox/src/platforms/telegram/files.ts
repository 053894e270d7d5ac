import { collection } from '../../core/state/store.ts';
import type { Chat } from './chats.ts';

export type StoredFile = {
  readonly kind: 'photo' | 'video' | 'animation';
  readonly mimeType: string;
  readonly sha256: string;
  readonly sizeBytes: number;
  readonly fileId: string;
  readonly uniqueId: string;
  readonly width: number;
  readonly height: number;
  readonly isDocument: boolean;
};

export const files = collection<StoredFile>('telegram/files');

export function chatPhoto(chat: Chat) {
  const name = `AQADAgATchat${Math.abs(chat.id)}`;
  return {
    small_file_id: `${name}small`,
    small_file_unique_id: `${name}s`,
    big_file_id: `${name}big`,
    big_file_unique_id: `${name}b`,
  };
}
