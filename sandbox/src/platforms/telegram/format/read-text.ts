import { refuse } from '../errors.ts';
import { limits } from '../limits.ts';
import { readObject } from '../parameter-errors.ts';
import { FormatError, type Entity, type Formatted } from './entity.ts';
import { parseHtml } from './html.ts';
import { parseMarkdown } from './markdown.ts';
import { parseMarkdownV2 } from './markdown-v2.ts';

type Source = {
  readonly text: string | undefined;
  readonly parseMode: string | undefined;
  readonly entities: readonly unknown[] | undefined;
};

export function readMessageText(source: Source): Formatted {
  const formatted = format(source);
  if (formatted.text.trim() === '') refuse(400, 'Bad Request: message text is empty');
  if (formatted.text.length > limits.textUnits) refuse(400, 'Bad Request: message is too long');
  return formatted;
}

export function readCaption(source: Source): Formatted {
  const formatted = format(source);
  if (formatted.text.length > limits.captionUnits) refuse(400, 'Bad Request: message caption is too long');
  return formatted;
}

const parsers: Readonly<Record<string, (text: string) => Formatted>> = {
  html: parseHtml,
  markdown: parseMarkdown,
  markdownv2: parseMarkdownV2,
};

/** Telegram removes trailing white space before it checks the length. */
function format({ text = '', parseMode = '', entities = [] }: Source): Formatted {
  if (parseMode === '') return cut({ text, entities: entities.map((entity) => readEntity(entity, text)) });
  const parse = parsers[parseMode.toLowerCase()] ?? refuse(400, 'Bad Request: unsupported parse_mode');
  try {
    return cut(parse(text));
  } catch (error) {
    if (error instanceof FormatError) refuse(400, `Bad Request: can't parse entities: ${error.message}`);
    throw error;
  }
}

function cut(formatted: Formatted): Formatted {
  const text = formatted.text.trimEnd();
  const entities = formatted.entities
    .filter((entity) => entity.offset < text.length)
    .map((entity) => ({ ...entity, length: Math.min(entity.length, text.length - entity.offset) }));
  return { text, entities };
}

const entityShape = {
  type: 'string!',
  offset: 'integer!',
  length: 'integer!',
  url: 'string',
  language: 'string',
  custom_emoji_id: 'string',
} as const;

function readEntity(value: unknown, text: string): Entity {
  const { type, offset, length, url, language, custom_emoji_id } = readObject(value, 'entity', entityShape);
  if (offset < 0 || length < 1 || offset + length > text.length) {
    refuse(400, `Bad Request: can't parse entities: entity at ${offset} reaches beyond the text`);
  }
  return {
    type,
    offset,
    length,
    ...(url !== undefined && { url }),
    ...(language !== undefined && { language }),
    ...(custom_emoji_id !== undefined && { custom_emoji_id }),
  };
}
