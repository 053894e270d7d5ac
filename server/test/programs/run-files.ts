import { writeUploadFiles } from '../data/upload-files.ts';
import { options, report, stopped } from './program.ts';

export async function run(): Promise<void> {
  report('ready', { files: await writeUploadFiles(options.folder ?? '') });
  await stopped;
}
