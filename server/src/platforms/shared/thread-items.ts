import { Type } from 'typebox';
import { Compile, type Validator } from 'typebox/compile';
import type { AskedItem, DraftPost, Issue, Limits, Threads } from '../adapter.ts';
import { checkLimits } from './check-limits.ts';

const Media = Type.Object({ url: Type.String(), title: Type.Optional(Type.String({ maxLength: 255 })) });
const Item = Type.Object({
  content: Type.String({ minLength: 1, maxLength: 65_000 }),
  mediaItems: Type.Optional(Type.Array(Media, { maxItems: 10 })),
});

/** The setting of networks that have threads; how long an item may be is the network's own rule. */
export const ThreadItems = Type.Array(Item, {
  minItems: 1,
  maxItems: 25,
  description: 'Posts that follow, each a reply to the one before: `content` and `mediaItems` as in a post.',
});

let validator: Validator | undefined;

export function threadsWith(limits: Limits): Threads {
  return {
    limits,
    read: (given) => {
      validator ??= Compile(ThreadItems);
      if (validator.Check(given)) return { kind: 'items', items: given as AskedItem[] };
      const [first] = validator.Errors(given);
      return { kind: 'wrong', message: `${first?.instancePath ?? ''} ${first?.message ?? 'is not valid'}` };
    },
  };
}

/** Each item by the rules of a post of its own. */
export function checkThread(limits: Limits, { thread }: DraftPost): Issue[] {
  return thread.flatMap(({ text, media }, index) =>
    checkLimits(limits, { text, title: '', media, tags: [], thread: [], settings: {} }).map((issue) => ({
      ...issue,
      field: `settings.threadItems[${index}].${issue.field}`,
    })),
  );
}
