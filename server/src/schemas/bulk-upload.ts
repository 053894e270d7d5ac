import { Type, type Static } from 'typebox';
import { Count, exampleId, Flag, List, PostId, Text } from './common.ts';

export const BulkUpload = Type.Object(
  {
    total: Count('The number of rows.', 2),
    valid: Count('Rows that were created, or could be in a dry run.', 1),
    invalid: Count('Rows with errors.', 1),
    results: List(
      'One entry per row.',
      Type.Object({
        rowIndex: Type.Integer({ description: 'Starts at 1; the header is not counted.' }),
        ok: Flag('Whether the row has no errors.'),
        createdPostId: Type.Optional(PostId),
        errors: Type.Optional(List('What is wrong with the row.', Text('A text.', 'schedule_time is required'))),
      }),
    ),
    warnings: List(
      'Warnings about a row begin with `row N: `.',
      Text('A text.', 'row 2: the title is ignored on Bluesky'),
    ),
  },
  {
    title: 'BulkUpload',
    'x-example': {
      results: [
        { rowIndex: 1, ok: true, createdPostId: exampleId('pst_') },
        { rowIndex: 2, ok: false, errors: ['schedule_time is required'] },
      ],
    },
    description: 'What happened to each row.',
  },
);
export type BulkUpload = Static<typeof BulkUpload>;

export const BulkUploadQuery = Type.Object({
  dryRun: Type.Boolean({ default: false, description: 'Checks every row without fetching or writing anything.' }),
  allowDuplicate: Type.Optional(
    Type.Boolean({ description: 'Also create rows whose content is scheduled or published within 24 hours.' }),
  ),
});
