import type { AccountCall, PlatformAdapter, Post } from '../../src/platforms/adapter.ts';

type Settings = Post['settings'];

/** As Herald does for an account that has a place for its posts: they go there unless they say otherwise. */
export function placed(adapter: PlatformAdapter, settings: ReadonlyMap<string, Settings>): PlatformAdapter {
  const { publish } = adapter;
  const { poll } = publish;
  const at = <P extends { settings: Settings }>(post: P, place: Settings = {}): P => ({
    ...post,
    settings: { ...place, ...post.settings },
  });
  const of = ({ account }: AccountCall, post: Post): Post => at(post, settings.get(account.providerAccountId));
  return {
    ...adapter,
    publish: {
      ...publish,
      // Of whom it is asked does not matter to what is checked.
      check: (post) => publish.check(at(post, [...settings.values()].at(-1))),
      prepare: (call, post, handle) => publish.prepare(call, of(call, post), handle),
      send: (call, post, handle) => publish.send(call, of(call, post), handle),
      settle: (call, post, sent) => publish.settle(call, of(call, post), sent),
      ...(poll === undefined ? {} : { poll: (call, post, handle) => poll(call, of(call, post), handle) }),
    },
  };
}
