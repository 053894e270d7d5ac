type Send = {
  /** The irrevocable call, as the sandbox calls it. */
  operation: string;
  /** Where it goes. */
  path: RegExp;
};

type Traits = {
  /** Not all networks take words alone. */
  text?: Send;
  image: Send;
  /** After a lost answer: whether it can be seen that a post is there, that it is not, both or nothing. */
  lookUp: 'both' | 'finds' | 'none';
  /** What it is asked with, where it can be. */
  lookUpOperation?: string;
  /** What names a person of the sandbox must have. */
  account(n: number): string;
};

const writer = (n: number): string => `writer${n}`;

/** What the suites must know of each network; a network that is not here is not tried. */
const traits = {
  telegram: {
    text: { operation: 'sendMessage', path: /\/sendMessage$/ },
    image: { operation: 'sendPhoto', path: /\/sendPhoto$/ },
    lookUp: 'none',
    account: (n) => `room_${n}`,
  },
  bluesky: {
    text: { operation: 'createRecord', path: /\.createRecord$/ },
    image: { operation: 'createRecord', path: /\.createRecord$/ },
    lookUp: 'both',
    lookUpOperation: 'getRecord',
    account: writer,
  },
  instagram: {
    image: { operation: 'publishContainer', path: /\/media_publish$/ },
    lookUp: 'both',
    lookUpOperation: 'listMedia',
    account: writer,
  },
  facebook: {
    text: { operation: 'createPost', path: /\/feed$/ },
    image: { operation: 'createPost', path: /\/feed$/ },
    lookUp: 'finds',
    lookUpOperation: 'listPosts',
    account: writer,
  },
  linkedin: {
    text: { operation: 'createPost', path: /\/rest\/posts$/ },
    image: { operation: 'createPost', path: /\/rest\/posts$/ },
    lookUp: 'none',
    account: writer,
  },
} as const satisfies Record<string, Traits>;

export type Network = keyof typeof traits;
export const networks = Object.keys(traits) as Network[];

export function traitsOf(network: Network): Traits {
  return traits[network];
}

export function sendsOf(network: Network): Send[] {
  const { text, image } = traitsOf(network);
  return text === undefined ? [image] : [text, image];
}

/** The simplest post that it takes. */
export function simplest(network: Network): { hasImage: boolean; send: Send } {
  const { text, image } = traitsOf(network);
  return text === undefined ? { hasImage: true, send: image } : { hasImage: false, send: text };
}

/** Where a network cannot be asked what it has: every other must settle whatever happened. */
export const blindNetworks: readonly Network[] = networks.filter((name) => traitsOf(name).lookUp === 'none');

/** Those where nothing shows that a post is not there. */
const unsureNetworks: readonly Network[] = networks.filter((name) => traitsOf(name).lookUp !== 'both');

/** Whether a target whose answer is lost ends in doubt, by what really happened. */
export function endsInDoubt(network: string, { isOut }: { isOut: boolean }): boolean {
  const doubtful: readonly string[] = isOut ? blindNetworks : unsureNetworks;
  return doubtful.includes(network);
}
