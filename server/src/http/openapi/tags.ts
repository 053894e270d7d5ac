export const tagTexts: Readonly<Record<string, string>> = {
  Profiles: 'Group accounts by brand, client or project.',
  Accounts: 'List connected accounts and their health, disconnect them, choose Pinterest boards.',
  Connect: 'Connect accounts by OAuth, form or code, with hosted pages or your own.',
  Media: 'Upload files directly or to a presigned URL, list and delete them. They are converted for each platform.',
  Posts: 'Publish now, schedule, queue or keep as draft; validate, retry, unpublish, import and export CSV.',
  Queues: 'Weekly schedules that give posts their slot.',
  Analytics: 'Metrics of posts and accounts over time.',
  Contacts: 'People with tags, notes, fields of your own and the channels on which they are reached.',
  'Comment automations': 'Messages to people who comment or reply to a story, with a log of each.',
  Inbox: 'Comments on your posts: read, reply, hide, delete. Direct messages: read, answer, archive, search.',
  Webhooks: 'Signed deliveries with retries, secret rotation, a log and redelivery.',
  Events: 'A feed of all events, as an alternative or addition to webhooks.',
  'API keys': 'Keys for all or some profiles, read-write or read-only.',
  Usage: 'Usage of the plan in the current month.',
};

export function tagsOf(names: readonly string[]): { name: string; description?: string }[] {
  const order = Object.keys(tagTexts);
  return [...new Set(names)]
    .sort((a, b) => order.indexOf(a) - order.indexOf(b))
    .map((name) => {
      const description = tagTexts[name];
      return description === undefined ? { name } : { name, description };
    });
}
