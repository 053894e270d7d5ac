export type Entity = {
  readonly type: string;
  readonly offset: number;
  readonly length: number;
  readonly url?: string;
  readonly language?: string;
  readonly custom_emoji_id?: string;
};
export type Formatted = { readonly text: string; readonly entities: readonly Entity[] };

/** Its message follows "can't parse entities: " in the error. */
export class FormatError extends Error {}

/** Offsets are UTF-16 units in messages and bytes in errors. */
export const byteOffset = (text: string, index: number): number => Buffer.byteLength(text.slice(0, index));

export function createWriter() {
  let text = '';
  const entities: Entity[] = [];
  return {
    write: (part: string): void => {
      text += part;
    },
    length: (): number => text.length,
    /** Telegram drops entities without content. */
    mark: (type: string, offset: number, extra: Partial<Entity> = {}): void => {
      if (text.length > offset) entities.push({ type, offset, length: text.length - offset, ...extra });
    },
    done: (): Formatted => ({
      text,
      entities: entities.sort((one, other) => one.offset - other.offset || other.length - one.length),
    }),
  };
}
