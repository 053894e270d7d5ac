import { Type } from 'typebox';

export const FileForm = Type.Object(
  { file: Type.String({ format: 'binary', description: 'The file.' }) },
  { title: 'FileForm', description: 'A form with one file.' },
);

export const CsvFile = Type.String({ title: 'CsvFile', description: 'A CSV file with a header line, in UTF-8.' });

export const Bytes = Type.String({ title: 'Bytes', format: 'binary', description: 'The content of a file.' });
