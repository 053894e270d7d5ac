import { readMessageText } from './format/read-text.ts';
import { method } from './method.ts';
import { readObject } from './parameter-errors.ts';
import { publish, sendingParameters } from './publish.ts';

const previewShape = {
  is_disabled: 'boolean',
  url: 'string',
  prefer_small_media: 'boolean',
  prefer_large_media: 'boolean',
  show_above_text: 'boolean',
} as const;

export const sendMessage = method({
  name: 'sendMessage',
  parameters: {
    ...sendingParameters,
    text: 'string!',
    parse_mode: 'string',
    entities: 'array',
    link_preview_options: 'object',
  },
  handle: (call, values) => {
    const { link_preview_options: preview } = values;
    if (preview !== undefined) readObject(preview, 'link_preview_options', previewShape);
    const { text, entities } = readMessageText({
      text: values.text,
      parseMode: values.parse_mode,
      entities: values.entities,
    });
    const wire = {
      text,
      ...(entities.length > 0 && { entities }),
      ...(preview && { link_preview_options: preview }),
    };
    return publish(call, values, () => [{ text, media: [], wire }])[0];
  },
});
