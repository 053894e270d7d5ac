import type { Command } from 'commander';
import { chooseAccount } from '../domain/accounts/choose-account.ts';
import type { Ctx } from '../domain/context.ts';
import { heldMessage } from '../domain/installation/restore-guard.ts';
import { createPost } from '../domain/posts/create-post.ts';
import { asOwner } from '../domain/users/as-owner.ts';
import { AppError } from '../kernel/errors.ts';
import type { CreatePost, Post, PostTarget } from '../schemas/post.ts';
import { collect } from './arguments.ts';
import { jsonOption, print } from './output.ts';
import { withHerald } from './with-herald.ts';

type Options = {
  account: string[];
  platform?: string;
  at?: string;
  timezone?: string;
  draft?: boolean;
  allowDuplicate?: boolean;
  user?: string;
  json?: boolean;
};

export function addPost(parent: Command): void {
  parent
    .command('post')
    .description('publish a text now, or at the time of --at; a running Herald publishes it')
    .argument('<text>', 'the content of the post')
    .requiredOption('--account <account>', 'ID or username of an account; repeat it for several accounts', collect, [])
    .option('--platform <platform>', 'platform of the account, required if its username exists on several platforms')
    .option('--at <time>', 'when to publish, such as 2026-03-02T09:00:00Z; without an offset, local to --timezone')
    .option('--timezone <timezone>', 'such as Europe/Berlin; UTC by default')
    .option('--draft', 'create a draft instead of publishing')
    .option(
      '--allow-duplicate',
      'publish even if the same content is scheduled or published on the account within 24 hours',
    )
    .option('--user <userId>', 'required if there are several users')
    .option(...jsonOption)
    .action(async (text: string, options: Options) => {
      const { post, warnings } = await withHerald('post', async (systemCtx, { core }) => {
        const held = await core.guard.heldReason();
        if (held !== undefined) throw new AppError('held', heldMessage(held));
        const ctx = await asOwner(systemCtx, options.user);
        const input = await readInput(ctx, text, options);
        return await createPost(ctx, { input, rawBody: input });
      });
      print({ post, warnings }, options, [...textOf(post), ...warnings].join('\n'));
      if (post.status === 'failed' || post.status === 'partially_failed') process.exitCode = 1;
    });
}

async function readInput(ctx: Ctx, content: string, options: Options): Promise<CreatePost> {
  const { platform, at, timezone, draft, allowDuplicate } = options;
  const accounts = [];
  for (const name of options.account) accounts.push(await chooseAccount(ctx, { name, platform }));
  return {
    content,
    platforms: accounts.map(({ id: accountId, platform: on }) => ({ platform: on, accountId })),
    ...(draft === true ? { isDraft: true } : {}),
    ...(at === undefined ? {} : { scheduledFor: at }),
    ...(draft === true || at !== undefined ? {} : { publishNow: true }),
    ...(timezone === undefined ? {} : { timezone }),
    ...(allowDuplicate === undefined ? {} : { allowDuplicate }),
  };
}

function textOf({ _id, status, scheduledFor, platforms }: Post): string[] {
  if (status === 'draft') return [`${_id} is saved as a draft`];
  if (status === 'scheduled') return [`${_id} is scheduled for ${scheduledFor ?? ''}`];
  const isWaiting = platforms.some((target) => target.status === 'pending');
  return [
    ...platforms.map(targetText),
    ...(isWaiting ? [`${_id} waits for a worker: start Herald, or run herald doctor`] : []),
  ];
}

function targetText({ platform, accountId: { username }, status, ...target }: PostTarget): string {
  const result = target.platformPostUrl ?? target.error ?? target.waiting?.reason ?? '';
  return `${platform} ${username}: ${status} ${result}`.trimEnd();
}
