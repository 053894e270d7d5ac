import type { AccountCall, PlatformAdapter, Post } from '../../src/platforms/adapter.ts';

type Settings = Post['settings'];

/** Adds an account's default settings to its posts, as Herald does. */
export function withAccountSettings(
  adapter: PlatformAdapter,
  settings: ReadonlyMap<string, Settings>,
): PlatformAdapter {
  const { publish } = adapter;
  const { poll } = publish;
  const at = <P extends { settings: Settings }>(post: P, accountSettings: Settings = {}): P => ({
    ...post,
    settings: { ...accountSettings, ...post.settings },
  });
  const of = ({ account }: AccountCall, post: Post): Post => at(post, settings.get(account.providerAccountId));
  return {
    ...adapter,
    publish: {
      ...publish,
      // Checks do not depend on the account.
      check: (post) => publish.check(at(post, [...settings.values()].at(-1))),
      prepare: (call, post, publishState) => publish.prepare(call, of(call, post), publishState),
      send: (call, post, publishState) => publish.send(call, of(call, post), publishState),
      settle: (call, post, sent) => publish.settle(call, of(call, post), sent),
      ...(poll === undefined ? {} : { poll: (call, post, publishState) => poll(call, of(call, post), publishState) }),
    },
  };
}
