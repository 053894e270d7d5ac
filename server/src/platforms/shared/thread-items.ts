import { Type } from 'typebox';
import { Compile, type Validator } from 'typebox/schema';
import { isJsonObject } from '../../kernel/text/json.ts';
import { sizeFault } from '../../kernel/size-fault.ts';
import type { ThreadItemInput, DraftPost, Issue, Limits, Threads } from '../adapter.ts';
import { checkLimits } from './check-limits.ts';

const Media = Type.Object({
  url: Type.String({ description: 'The URL of an upload, or any other URL, from which the file is copied.' }),
  title: Type.Optional(Type.String({ maxLength: 255, description: 'Title of the file.' })),
});
const Item = Type.Object({
  content: Type.Optional(Type.String({ maxLength: 65_000, description: 'Text of the item.' })),
  mediaItems: Type.Optional(Type.Array(Media, { maxItems: 10, description: 'Files of the item, in order.' })),
});

export const ThreadItems = Type.Array(Item, {
  maxItems: 25,
  description:
    "The whole thread, published instead of the post's text and media: the first item is the root, each later one replies to " +
    'the one before. Every item has `content`, `mediaItems` or both.',
});

let validator: Validator | undefined;

export function threadsWith(limits: Limits): Threads {
  return {
    limits,
    read: (input) => {
      const oversized = sizeFault(ThreadItems, input);
      if (oversized !== undefined) return { kind: 'wrong', message: ` ${oversized}` };
      validator ??= Compile(ThreadItems);
      const value = withoutNulls(input);
      if (validator.Check(value)) return { kind: 'items', items: value as ThreadItemInput[] };
      const [, [first]] = validator.Errors(value);
      return { kind: 'wrong', message: `${fieldPath(first?.instancePath ?? '')} ${first?.message ?? 'is not valid'}` };
    },
  };
}

/** Null means "not set", so that a client can send back what it read. */
function withoutNulls(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutNulls);
  if (!isJsonObject(value)) return value;
  const entries = Object.entries(value).filter(([, item]) => item !== null);
  return Object.fromEntries(entries.map(([key, item]) => [key, withoutNulls(item)]));
}

/** From `/0/mediaItems/1/title` to `[0].mediaItems[1].title`. */
function fieldPath(pointer: string): string {
  return pointer
    .split('/')
    .slice(1)
    .map((step) => (/^\d+$/.test(step) ? `[${step}]` : `.${step}`))
    .join('');
}

/** Checking all of a long faulty thread would only cost time. */
const faultyItemsMax = 3;

/** The root is checked as the post itself. */
export function checkThread(limits: Limits, { thread }: DraftPost): Issue[] {
  const issues: Issue[] = [];
  let faultyItems = 0;
  for (const [index, { text, media }] of thread.entries()) {
    if (faultyItems === faultyItemsMax) break;
    const itemIssues = checkLimits(limits, { text, title: '', media, tags: [], thread: [], settings: {} });
    if (itemIssues.some(({ severity }) => severity === 'error')) faultyItems += 1;
    issues.push(
      ...itemIssues.map((issue) => ({ ...issue, field: `settings.threadItems[${index + 1}].${issue.field}` })),
    );
  }
  return issues;
}
