import { Type } from 'typebox';
import { Compile, type Validator } from 'typebox/compile';
import { isJsonObject } from '../../kernel/text/json.ts';
import { sizeFault } from '../../kernel/size-fault.ts';
import type { AskedItem, DraftPost, Issue, Limits, Threads } from '../adapter.ts';
import { checkLimits } from './check-limits.ts';

const Media = Type.Object({ url: Type.String(), title: Type.Optional(Type.String({ maxLength: 255 })) });
const Item = Type.Object({
  content: Type.Optional(Type.String({ maxLength: 65_000 })),
  mediaItems: Type.Optional(Type.Array(Media, { maxItems: 10 })),
});

/** The setting of networks that have threads; how long an item may be is the network's own rule. */
export const ThreadItems = Type.Array(Item, {
  maxItems: 25,
  description:
    'The whole thread, instead of the text and media of the post: the first item is its root, each later one replies to ' +
    'the one before. Every item has `content`, `mediaItems` or both.',
});

let validator: Validator | undefined;

export function threadsWith(limits: Limits): Threads {
  return {
    limits,
    read: (given) => {
      const oversized = sizeFault(ThreadItems, given);
      if (oversized !== undefined) return { kind: 'wrong', message: ` ${oversized}` };
      validator ??= Compile(ThreadItems);
      const value = withoutNulls(given);
      if (validator.Check(value)) return { kind: 'items', items: value as AskedItem[] };
      const [first] = validator.Errors(value);
      return { kind: 'wrong', message: `${placeIn(first?.instancePath ?? '')} ${first?.message ?? 'is not valid'}` };
    },
  };
}

/** Null means "not given" here as in every body: what a read shows can be sent back. */
function withoutNulls(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutNulls);
  if (!isJsonObject(value)) return value;
  const given = Object.entries(value).filter(([, item]) => item !== null);
  return Object.fromEntries(given.map(([key, item]) => [key, withoutNulls(item)]));
}

/** `/0/mediaItems/1/title` as every other field is named: `[0].mediaItems[1].title`. */
function placeIn(pointer: string): string {
  return pointer
    .split('/')
    .slice(1)
    .map((step) => (/^\d+$/.test(step) ? `[${step}]` : `.${step}`))
    .join('');
}

/** So many items are reported at once; measuring all of a hopeless thread would only cost time. */
const faultyItemsMax = 3;

/** Each item after the root by the rules of a post of its own; the root is checked as the post itself. */
export function checkThread(limits: Limits, { thread }: DraftPost): Issue[] {
  const issues: Issue[] = [];
  let faultyItems = 0;
  for (const [index, { text, media }] of thread.entries()) {
    if (faultyItems === faultyItemsMax) break;
    const found = checkLimits(limits, { text, title: '', media, tags: [], thread: [], settings: {} });
    if (found.some(({ severity }) => severity === 'error')) faultyItems += 1;
    issues.push(...found.map((issue) => ({ ...issue, field: `settings.threadItems[${index + 1}].${issue.field}` })));
  }
  return issues;
}
