import type { AutomationRow } from '../../db/automation-rows.ts';
import type { UpdateAutomation } from '../../schemas/automation.ts';

type Fields = Pick<
  AutomationRow,
  | ('name' | 'trigger' | 'postId' | 'platformPostId' | 'postTitle' | 'keywords' | 'excludeKeywords' | 'matchMode')
  | ('typoTolerance' | 'dmMessage' | 'dmMessageVariations' | 'buttons' | 'commentReply' | 'commentReplyVariations')
  | ('dmDelaySeconds' | 'commentReplyDelaySeconds' | 'isActive')
>;

/** Also defines which fields are stored. */
export const initialFields: Fields = {
  ...{ name: '', trigger: 'comment', postId: null, platformPostId: null, postTitle: null },
  ...{ keywords: [], excludeKeywords: [], matchMode: 'contains', typoTolerance: false },
  ...{ dmMessage: '', dmMessageVariations: [], buttons: [], commentReply: null, commentReplyVariations: [] },
  ...{ dmDelaySeconds: 0, commentReplyDelaySeconds: 0, isActive: true },
};

export function pickFields(input: UpdateAutomation): Partial<Fields> {
  const sent = Object.entries(input).filter(([name, value]) => name in initialFields && value !== undefined);
  const fields = Object.fromEntries(sent) as Partial<Fields>;
  const { keywords, excludeKeywords } = fields;
  return {
    ...fields,
    ...(keywords === undefined ? {} : { keywords: [...new Set(keywords)] }),
    ...(excludeKeywords === undefined ? {} : { excludeKeywords: [...new Set(excludeKeywords)] }),
  };
}
