export type Entity = {
  readonly type: string;
  readonly offset: number;
  readonly length: number;
  readonly url?: string;
  readonly language?: string;
  readonly custom_emoji_id?: string;
};
export type Formatted = { readonly text: string; readonly entities: readonly Entity[] };

/** What the network says after "can't parse entities: ". */
export class FormatError extends Error {}

/** Offsets in messages count UTF-16 units, those in errors bytes. */
export const byteOffset = (text: string, index: number): number => Buffer.byteLength(text.slice(0, index));

/** Text and entities as they are found from left to right. */
export function createWriter() {
  let text = '';
  const entities: Entity[] = [];
  return {
    write: (part: string): void => {
      text += part;
    },
    length: (): number => text.length,
    /** Entities without content are dropped, as the network does. */
    mark: (type: string, offset: number, extra: Partial<Entity> = {}): void => {
      if (text.length > offset) entities.push({ type, offset, length: text.length - offset, ...extra });
    },
    done: (): Formatted => ({
      text,
      entities: entities.sort((one, other) => one.offset - other.offset || other.length - one.length),
    }),
  };
}
