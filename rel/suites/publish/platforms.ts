type Send = {
  operation: string;
  path: RegExp;
};

export type Kind = 'text' | 'image' | 'video';

type Traits = {
  sends: Partial<Record<Kind, Send>>;
  /** What a look-up can prove after a lost response: presence and absence, presence only, or nothing. */
  lookUp: 'both' | 'finds' | 'none';
  /** Set if nothing else uses this operation of the sandbox. */
  lookUpOperation?: string;
  /** The platform accepts a post first and returns an ID to poll. */
  isFollowed?: true;
  facts?: object;
  hasBoards?: true;
  account(n: number): string;
};

const writer = (n: number): string => `writer${n}`;

/** Only these platforms are tested. */
const traits = {
  telegram: {
    sends: {
      text: { operation: 'sendMessage', path: /\/sendMessage$/ },
      image: { operation: 'sendPhoto', path: /\/sendPhoto$/ },
    },
    lookUp: 'none',
    account: (n) => `room_${n}`,
    // No rate limit.
    facts: { messagesPerSecond: 0 },
  },
  bluesky: {
    sends: {
      text: { operation: 'createRecord', path: /\.createRecord$/ },
      image: { operation: 'createRecord', path: /\.createRecord$/ },
    },
    lookUp: 'both',
    lookUpOperation: 'getRecord',
    account: writer,
  },
  instagram: {
    sends: { image: { operation: 'publishContainer', path: /\/media_publish$/ } },
    lookUp: 'both',
    lookUpOperation: 'listMedia',
    account: writer,
  },
  facebook: {
    sends: {
      text: { operation: 'createPost', path: /\/feed$/ },
      image: { operation: 'createPost', path: /\/feed$/ },
    },
    lookUp: 'finds',
    lookUpOperation: 'listPosts',
    account: writer,
  },
  linkedin: {
    sends: {
      text: { operation: 'createPost', path: /\/rest\/posts$/ },
      image: { operation: 'createPost', path: /\/rest\/posts$/ },
    },
    lookUp: 'none',
    account: writer,
  },
  x: {
    sends: {
      text: { operation: 'createTweet', path: /\/2\/tweets$/ },
      image: { operation: 'createTweet', path: /\/2\/tweets$/ },
    },
    lookUp: 'finds',
    lookUpOperation: 'listTweets',
    account: writer,
  },
  youtube: {
    sends: { video: { operation: 'uploadPart', path: /\/resumable\/upload\/youtube\/v3\/videos$/ } },
    // No `lookUpOperation`: preparing a post uses it, too.
    lookUp: 'both',
    account: writer,
  },
  pinterest: {
    sends: { image: { operation: 'createPin', path: /\/v5\/pins$/ } },
    lookUp: 'finds',
    lookUpOperation: 'listPins',
    account: writer,
    hasBoards: true,
  },
  tiktok: {
    sends: { image: { operation: 'initPhotos', path: /\/content\/init\/$/ } },
    // Public posts get their ID a minute later, which is too slow here. Private posts are not listed, so no look-up finds them.
    lookUp: 'none',
    account: writer,
    facts: { privacyLevels: ['SELF_ONLY'], postsPerDay: 0 },
    isFollowed: true,
  },
  threads: {
    sends: {
      text: { operation: 'publishContainer', path: /\/threads_publish$/ },
      image: { operation: 'publishContainer', path: /\/threads_publish$/ },
    },
    lookUp: 'both',
    lookUpOperation: 'listPosts',
    account: writer,
  },
} as const satisfies Record<string, Traits>;

export type Platform = keyof typeof traits;
export const allPlatforms = Object.keys(traits) as Platform[];

export function traitsOf(platform: Platform): Traits {
  return traits[platform];
}

export function platformsFor(kind: Kind): Platform[] {
  return allPlatforms.filter((platform) => traitsOf(platform).sends[kind] !== undefined);
}

type Kinded = { kind: Kind; send: Send };

/** Least preparation. */
export function simplest(platform: Platform): Kinded {
  return first(platform, ['text', 'image', 'video']);
}

/** Most preparation. */
export function richest(platform: Platform): Kinded {
  return first(platform, ['image', 'video', 'text']);
}

function first(platform: Platform, kinds: readonly Kind[]): Kinded {
  const { sends } = traitsOf(platform);
  const [route] = kinds.flatMap((kind) => {
    const send = sends[kind];
    return send === undefined ? [] : [{ kind, send }];
  });
  if (route === undefined) throw new Error(`${platform} takes no posts`);
  return route;
}

/** All others must settle every outcome. */
export const opaquePlatforms: readonly Platform[] = allPlatforms.filter((name) => traitsOf(name).lookUp === 'none');

const uncertainPlatforms: readonly Platform[] = allPlatforms.filter((name) => traitsOf(name).lookUp !== 'both');

export function endsUnknown(platform: string, { isLive }: { isLive: boolean }): boolean {
  const unverifiable: readonly string[] = isLive ? opaquePlatforms : uncertainPlatforms;
  return unverifiable.includes(platform);
}
