import type { MediaFacts } from '../../../platforms/adapter.ts';
import type { CreatePost } from '../../../schemas/post.ts';
import type { Ctx } from '../../context.ts';
import type { TargetDraft } from '../request/find-targets.ts';
import type { Problems } from '../rules/problems.ts';

/** A file as the rules see it; the checksum identifies it in the duplicate check. */
export type HashedFacts = MediaFacts & { checksum: string };

type FilesInput = { mediaItems: NonNullable<CreatePost['mediaItems']>; targets: readonly TargetDraft[] };

export type Files<Media> = {
  media: readonly Media[];
  /** With the files of their threads. */
  targets: readonly TargetDraft[];
  /** Fields whose file is only guessed, because it is fetched later. */
  unchecked: readonly string[];
};

/** Where the files of a request come from: fetched and stored, or only inspected. */
export type FileSource<Media> = (ctx: Ctx, input: FilesInput, problems: Problems) => Promise<Files<Media>>;
