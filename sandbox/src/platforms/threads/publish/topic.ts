type Topical = { readonly text: string; readonly topic?: string };

/** Without a `topic_tag`, the first tag of the text becomes the topic and loses its `#`. */
export function withTopic(text: string, topicTag: string | undefined): Topical {
  if (topicTag !== undefined) return { text, topic: topicTag };
  const [, before = '', topic] = /^(.*?(?<![\p{L}\p{N}_&]))#([\p{L}\p{N}_]*\p{L}[\p{L}\p{N}_]*)/su.exec(text) ?? [];
  return topic === undefined ? { text } : { text: `${before}${text.slice(before.length + 1)}`, topic };
}
