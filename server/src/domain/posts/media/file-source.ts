import type { MediaFacts } from '../../../platforms/adapter.ts';
import type { CreatePost } from '../../../schemas/post.ts';
import type { Ctx } from '../../context.ts';
import type { TargetDraft } from '../request/find-targets.ts';
import type { Problems } from '../rules/problems.ts';

/** The checksum identifies the file in the duplicate check. */
export type HashedFacts = MediaFacts & { checksum: string };

type FilesInput = { mediaItems: NonNullable<CreatePost['mediaItems']>; targets: readonly TargetDraft[] };

export type Files<Media> = {
  media: readonly Media[];
  targets: readonly TargetDraft[];
  /** Fields whose file is only guessed from its URL. */
  unchecked: readonly string[];
};

export type FileSource<Media> = (ctx: Ctx, input: FilesInput, problems: Problems) => Promise<Files<Media>>;
