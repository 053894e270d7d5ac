type Send = {
  /** The irrevocable call, as the sandbox calls it. */
  operation: string;
  /** Where it goes. */
  path: RegExp;
};

/** What a post has besides its words, which some allPlatforms do without. */
export type Kind = 'text' | 'image' | 'video';

type Traits = {
  sends: Partial<Record<Kind, Send>>;
  /** After a lost answer: whether it can be seen that a post is there, that it is not, both or nothing. */
  lookUp: 'both' | 'finds' | 'none';
  /** What it is asked with, where it can be. */
  lookUpOperation?: string;
  /** Whether it accepts a post first, under an id that can be asked about. */
  isFollowed?: true;
  /** Of its accounts, before they are connected. */
  facts?: object;
  /** Whether posts go to a board, which must be chosen. */
  hasBoards?: true;
  /** What names a person of the sandbox must have. */
  account(n: number): string;
};

const writer = (n: number): string => `writer${n}`;

/** What the suites must know of each platform; a platform that is not here is not tried. */
const traits = {
  telegram: {
    sends: {
      text: { operation: 'sendMessage', path: /\/sendMessage$/ },
      image: { operation: 'sendPhoto', path: /\/sendPhoto$/ },
    },
    lookUp: 'none',
    account: (n) => `room_${n}`,
    // How fast a bot may write is not what these suites are about.
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
    // It is asked with the same operation that it is sent with.
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
    // Posts that others see have their id a minute later, which is too long here; those that nobody sees are not listed.
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

/** The simplest post that it takes. */
export function simplest(platform: Platform): Kinded {
  return first(platform, ['text', 'image', 'video']);
}

/** A post for which something must be prepared. */
export function richest(platform: Platform): Kinded {
  return first(platform, ['image', 'video', 'text']);
}

function first(platform: Platform, kinds: readonly Kind[]): Kinded {
  const { sends } = traitsOf(platform);
  const [found] = kinds.flatMap((kind) => {
    const send = sends[kind];
    return send === undefined ? [] : [{ kind, send }];
  });
  if (found === undefined) throw new Error(`${platform} takes no posts`);
  return found;
}

/** Where a platform cannot be asked what it has: every other must settle whatever happened. */
export const opaquePlatforms: readonly Platform[] = allPlatforms.filter((name) => traitsOf(name).lookUp === 'none');

/** Those where nothing shows that a post is not there. */
const uncertainPlatforms: readonly Platform[] = allPlatforms.filter((name) => traitsOf(name).lookUp !== 'both');

/** Whether a target whose answer is lost ends in doubt, by what really happened. */
export function endsUnknown(platform: string, { isLive }: { isLive: boolean }): boolean {
  const unverifiable: readonly string[] = isLive ? opaquePlatforms : uncertainPlatforms;
  return unverifiable.includes(platform);
}
