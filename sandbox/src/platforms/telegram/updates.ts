import type { Call } from '../../core/platform.ts';
import { collection, type Tx } from '../../core/state/store.ts';
import { refuse } from './errors.ts';
import { limits } from './limits.ts';
import { nextNumbers } from './messages.ts';
import { method } from './method.ts';

type Update = { readonly update_id: number } & Readonly<Record<string, unknown>>;
/** `poll` identifies the waiting request, which a newer one ends. */
type Polling = { readonly allowed?: readonly string[]; readonly poll?: string };

const updates = collection<Update>('telegram/updates');
const polling = collection<Polling>('telegram/polling');
const firstUpdateId = 100_000_000;

/** Drops types that are not allowed at the time. */
export function addUpdate(tx: Tx, kind: 'message' | 'channel_post', content: unknown): void {
  const { allowed = [] } = polling.get(tx, 'now') ?? {};
  if (allowed.length > 0 && !allowed.includes(kind)) return;
  const [id = firstUpdateId] = nextNumbers(tx, 'updates', 1, firstUpdateId);
  updates.put(tx, String(id), { update_id: id, [kind]: content });
}

export const getUpdates = method({
  name: 'getUpdates',
  methods: ['GET', 'POST'],
  parameters: { offset: 'integer', limit: 'integer', timeout: 'integer', allowed_updates: 'array' },
  handle: async (call, { offset = 0, limit = 100, timeout = 0, allowed_updates }) => {
    check(limit, timeout, allowed_updates);
    const poll = begin(call, { offset, allowed: allowed_updates?.map(String), waits: timeout > 0 });
    const until = performance.now() + Math.min(timeout * 1000, limits.pollMsMax);
    for (;;) {
      const pending = updates.all(call.store).filter((update) => update.update_id >= offset);
      const leftMs = until - performance.now();
      if (pending.length > 0 || leftMs <= 0 || call.signal.aborted) return pending.slice(0, limit);
      await call.waitForCommit(leftMs);
      if (polling.get(call.store, 'now')?.poll !== poll) {
        refuse(
          409,
          'Conflict: terminated by other getUpdates request; make sure that only one bot instance is running',
        );
      }
    }
  },
});

function check(limit: number, timeout: number, allowed: readonly unknown[] = []): void {
  if (limit < 1 || limit > 100) refuse(400, 'Bad Request: limit must be between 1 and 100');
  if (timeout < 0) refuse(400, 'Bad Request: timeout must not be negative');
  if (!allowed.every((kind) => typeof kind === 'string')) refuse(400, "Bad Request: can't parse allowed updates");
}

/** Confirms updates below the offset; a negative one keeps that many of the newest. */
function begin(
  call: Call,
  wish: { offset: number; allowed: readonly string[] | undefined; waits: boolean },
): string | undefined {
  const old = polling.get(call.store, 'now') ?? {};
  const poll = wish.waits ? call.random.text(12) : undefined;
  const allowed = wish.allowed ?? old.allowed;
  const stored = updates.all(call.store);
  const confirmed =
    wish.offset < 0 ? stored.slice(0, wish.offset) : stored.filter((each) => each.update_id < wish.offset);
  const isChanged = poll !== old.poll || allowed?.join() !== old.allowed?.join();
  if (confirmed.length === 0 && !isChanged) return poll;
  call.commit((tx) => {
    for (const update of confirmed) updates.delete(tx, String(update.update_id));
    polling.put(tx, 'now', { ...(allowed && { allowed }), ...(poll !== undefined && { poll }) });
  });
  return poll;
}
