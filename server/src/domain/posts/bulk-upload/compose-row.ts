import { readNewPost } from '../../../schemas/new-post.ts';
import type { Ctx } from '../../context.ts';
import type { StoredQueue } from '../../queues/queue.ts';
import { queueFull, requireSlots } from '../../queues/require-slots.ts';
import type { FileSource, HashedFacts } from '../media/file-source.ts';
import { distinctItems } from '../media/gather-media.ts';
import { uncheckedMessage, type InspectedFile } from '../media/inspect-files.ts';
import { composePost, isComplete } from '../request/compose-post.ts';
import { readTargets } from '../request/find-targets.ts';
import { findPostQueue } from '../request/place-post.ts';
import type { Mode } from '../request/read-mode.ts';
import { collectWith, type Problems } from '../rules/problems.ts';
import { noteFault, noteIssue } from './note-fault.ts';
import type { CsvTargets } from './csv-targets.ts';
import type { ReadRow } from './read-row.ts';
import type { UploadRow } from './upload-row.ts';

type SharedLookUps = {
  csvTargets: CsvTargets;
  files: ReadonlyMap<string, InspectedFile>;
  queues: RowQueues;
  /** Whether files hosted elsewhere will be fetched and checked again. */
  isFetched: boolean;
};

export async function composeRow(ctx: Ctx, row: UploadRow, read: ReadRow, shared: SharedLookUps): Promise<void> {
  const problems = rowProblems(row);
  const input = await problems.attempt('schema', () => readNewPost(read.body));
  if (input === undefined) return;
  const { csvTargets, queues } = shared;
  const post = await composePost(ctx, input, {
    problems,
    files: rowFiles(row, shared),
    lookUps: {
      findTargets: async (platforms) => readTargets(ctx, platforms, csvTargets.accounts),
      findQueue: queues.find,
      // A row that cannot become a post takes no slot from those after it.
      nextSlot: async (queue) => (row.notes.errors.length > 0 ? undefined : queues.takeSlot(queue)),
    },
    // All rows are counted together.
    checksAllowance: false,
    // Unlike the settings of a request, those of a row cannot be completed later.
    checksDrafts: true,
  });
  if (isComplete(post)) row.post = { ...post, urls: distinctItems(input.mediaItems ?? []).map(({ item }) => item.url) };
}

export function rowProblems(row: UploadRow): Problems {
  return collectWith({
    add: (rule, error) => noteFault(row, error, rule === 'queue' ? 'use_queue' : 'post_content'),
    addIssues: (issues) => {
      for (const issue of issues) noteIssue(row, issue);
    },
  });
}

function rowFiles({ notes }: UploadRow, { files, isFetched }: SharedLookUps): FileSource<HashedFacts> {
  return async (_ctx, { mediaItems, targets }) => {
    const media: HashedFacts[] = [];
    const unchecked: string[] = [];
    for (const { item } of distinctItems(mediaItems)) {
      const file = files.get(item.url);
      if (file?.kind === 'unavailable') notes.wrong('media_urls', `: ${item.url}: ${file.reason}`);
      if (file?.kind !== 'known') continue;
      if (!file.isChecked && !isFetched) notes.warn('media_urls', `: ${uncheckedMessage}`);
      if (!file.isChecked) unchecked.push(`mediaItems[${media.length}]`);
      media.push({ ...file.facts, checksum: file.checksum });
    }
    return { media, targets, unchecked };
  };
}

type RowQueues = {
  find(mode: Extract<Mode, { kind: 'queue' }>): Promise<StoredQueue | undefined>;
  takeSlot(queue: StoredQueue): Promise<Date>;
};

/** `rowCount` is the most slots that can be needed. */
export function createRowQueues(ctx: Ctx, rowCount: number): RowQueues {
  const queues = new Map<string, Promise<StoredQueue | undefined>>();
  const slots = new Map<string, Promise<Date[]>>();
  return {
    find: (mode) => remember(queues, mode.profileId, () => findPostQueue(ctx, mode)),
    takeSlot: async (queue) => {
      const open = await remember(slots, queue.id, () => requireSlots(ctx, queue, rowCount));
      const slot = open.shift();
      if (slot === undefined) throw queueFull();
      return slot;
    },
  };
}

function remember<Value>(known: Map<string, Value>, key: string, find: () => Value): Value {
  const value = known.get(key) ?? find();
  known.set(key, value);
  return value;
}
