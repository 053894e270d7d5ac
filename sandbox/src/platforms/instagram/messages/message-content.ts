import type { Call, LinkButton } from '../../../core/platform.ts';
import { checkParameters, isRecord } from '../../../core/wire/parameters.ts';
import { refuseParameter } from '../../meta/errors.ts';
import { limits } from '../limits.ts';
import { attachmentTypes, type AttachmentType, type Message } from './messages.ts';
import type { Person } from '../persons.ts';

type Content = Pick<Message, 'text' | 'buttons' | 'attachment'>;

/** Text, one attachment by URL, or a template: text with link buttons. */
export function readContent(call: Call, person: Person, message: Readonly<Record<string, unknown>>): Content {
  const { text, attachment } = readObject(call, 'message', message, { text: 'string', attachment: 'object' });
  if ((text === undefined) === (attachment === undefined)) {
    refuseParameter(call, 'Invalid parameter', 'Exactly one of text and attachment must be set.');
  }
  if (text !== undefined) {
    const sizeBytes = Buffer.byteLength(text);
    if (sizeBytes === 0 || sizeBytes > limits.messageBytes) {
      refuseParameter(call, `Length of param message[text] must be 1 to ${limits.messageBytes} bytes`);
    }
    return { text };
  }
  const read = readObject(call, 'attachment', attachment ?? {}, { type: 'string!', payload: 'object!' });
  if (read.type === 'template') return readTemplate(call, person, read.payload);
  const type = attachmentTypes.find((each) => each === read.type);
  if (type === undefined) {
    refuseParameter(call, `Param attachment[type] must be one of ${attachmentTypes.join(', ')}, template`);
  }
  const { url } = readObject(call, 'payload', read.payload, { url: 'string!' });
  return { attachment: { type, url } };
}

/** Instagram does not say which accounts may send button templates. */
function readTemplate(call: Call, { refusesTemplates }: Person, payload: object): Content {
  if (refusesTemplates) refuseParameter(call, 'Invalid parameter', 'Templates are not supported here.');
  const shape = { template_type: 'string!', text: 'string!', buttons: 'array!' } as const;
  const { template_type: type, text, buttons } = readObject(call, 'payload', payload, shape);
  if (type !== 'button') refuseParameter(call, 'Param payload[template_type] must be button');
  checkLength(call, 'payload[text]', text, limits.templateCharacters);
  if (buttons.length === 0 || buttons.length > limits.buttons) {
    refuseParameter(call, `Param payload[buttons] must have 1 to ${limits.buttons} items`);
  }
  return { text, buttons: buttons.map((button) => readButton(call, button)) };
}

function readButton(call: Call, button: unknown): LinkButton {
  const { type, url, title } = readObject(call, 'buttons', button, {
    type: 'string!',
    url: 'string!',
    title: 'string!',
  });
  if (type !== 'web_url') refuseParameter(call, 'Param buttons[type] must be web_url');
  checkLength(call, 'buttons[title]', title, limits.buttonTitleCharacters);
  if (!['http:', 'https:'].includes(URL.parse(url)?.protocol ?? '')) {
    refuseParameter(call, 'Param buttons[url] must be a valid URL');
  }
  return { title, url };
}

function checkLength(call: Call, name: string, text: string, max: number): void {
  const { length } = [...text];
  if (length === 0 || length > max) refuseParameter(call, `Length of param ${name} must be 1 to ${max} characters`);
}

export function readObject<S extends Parameters<typeof checkParameters>[1]>(
  call: Call,
  name: string,
  value: unknown,
  shape: S,
) {
  const reading = checkParameters(isRecord(value) ? value : {}, shape);
  return reading.ok ? reading.values : refuseParameter(call, `Invalid key ${reading.fault.name} in param ${name}`);
}

const sizesMax: Readonly<Record<AttachmentType, number>> = {
  image: limits.imageBytes,
  video: limits.attachmentBytes,
  audio: limits.attachmentBytes,
  file: limits.attachmentBytes,
};

export async function requireFetchable(call: Call, { type, url }: NonNullable<Content['attachment']>): Promise<void> {
  const fetched = await call.fetchMedia(url, sizesMax[type]);
  if (fetched === undefined) refuseParameter(call, 'Invalid parameter', 'The attachment could not be fetched.');
}
