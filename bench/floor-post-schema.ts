const text = { type: 'string' };
const textOrNull = { anyOf: [text, { type: 'null' }] };
const list = { type: 'array', items: text };

const names = ['_id', 'platform', 'username', 'displayName'];
const account = {
  type: 'object',
  properties: { ...Object.fromEntries(names.map((name) => [name, text])), isActive: { type: 'boolean' } },
};

export const postSchema = {
  type: 'object',
  properties: {
    ...{ _id: text, title: text, content: text, status: text, scheduledFor: textOrNull, timezone: text },
    queueId: textOrNull,
    platforms: {
      type: 'array',
      items: { type: 'object', properties: { platform: text, accountId: account, status: text } },
    },
    ...{ mediaItems: list, tags: list, hashtags: list, mentions: list, metadata: textOrNull },
    lateness: { type: 'object', properties: { maxMinutes: { type: 'integer' }, otherwise: text } },
    ...{ createdAt: text, updatedAt: text, publishedAt: textOrNull },
  },
};
