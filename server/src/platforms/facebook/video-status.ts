import { Type, type Static } from 'typebox';
import type { Refusal } from '../adapter.ts';
import { responseReader } from '../shared/response-reader.ts';
import { callAsAccount } from '../meta/client.ts';
import type { GraphFailure } from '../meta/graph.ts';
import { platformText } from '../shared/platform-text.ts';
import type { FacebookAccountCall } from './call.ts';

const Phase = Type.Optional(
  Type.Object({
    status: Type.Optional(Type.String()),
    publish_status: Type.Optional(Type.String()),
    errors: Type.Optional(Type.Unknown()),
    error: Type.Optional(Type.Unknown()),
  }),
);
const Status = Type.Object({
  video_status: Type.Optional(Type.String()),
  uploading_phase: Phase,
  processing_phase: Phase,
  publishing_phase: Phase,
});
const read = responseReader(Type.Object({ status: Status }));

type Wire = Static<typeof Status>;

type VideoStatus = {
  kind: 'status';
  /** `waiting`: uploaded, but processing has not begun. */
  stage: 'uploading' | 'waiting' | 'processing' | 'processed' | 'published' | 'failed' | 'expired';
  reason: string;
};

export async function readVideo(call: FacebookAccountCall, id: string): Promise<VideoStatus | GraphFailure> {
  const reply = await callAsAccount(call, id, { query: { fields: 'status' } });
  if (reply.kind !== 'ok') return reply;
  const body = read(reply.json);
  if (body === undefined) return { kind: 'lost', reason: 'the status could not be parsed' };
  return { kind: 'status', stage: stageOf(body.status), reason: reasonIn(body.status) };
}

type Stage = VideoStatus['stage'];

/** Phases take precedence over the summary: "ready" has been seen for videos that were not published. */
const rows: readonly { stage: Stage; fits(status: Wire): boolean }[] = [
  { stage: 'expired', fits: ({ video_status: status }) => status === 'expired' },
  { stage: 'failed', fits: (status) => status.video_status === 'error' || phasesOf(status).includes('error') },
  { stage: 'published', fits: ({ publishing_phase: out }) => out?.publish_status === 'published' },
  { stage: 'published', fits: ({ publishing_phase: out }) => out?.status === 'complete' },
  { stage: 'processed', fits: ({ processing_phase: work }) => work?.status === 'complete' },
  { stage: 'processing', fits: ({ processing_phase: work }) => work?.status === 'in_progress' },
  { stage: 'processing', fits: ({ video_status: status }) => status === 'processing' },
  { stage: 'processed', fits: ({ video_status: status }) => status === 'ready' },
  { stage: 'waiting', fits: ({ uploading_phase: upload }) => upload?.status === 'complete' },
  { stage: 'waiting', fits: ({ video_status: status }) => status === 'upload_complete' },
];

function stageOf(status: Wire): Stage {
  return rows.find(({ fits }) => fits(status))?.stage ?? 'uploading';
}

function phasesOf({ uploading_phase: upload, processing_phase: work, publishing_phase: out }: Wire) {
  return [upload, work, out].map((phase) => phase?.status);
}

function reasonIn({ uploading_phase: upload, processing_phase: work, publishing_phase: out }: Wire): string {
  const texts = [upload, work, out].flatMap((phase) => messagesIn(phase?.errors ?? phase?.error));
  return texts[0] ?? 'Facebook could not process the video';
}

const readMessages = responseReader(Type.Array(Type.Object({ message: Type.String() })));

function messagesIn(errors: unknown): string[] {
  const list = readMessages(Array.isArray(errors) ? errors : [errors]) ?? [];
  return list.map(({ message }) => platformText(message) ?? '');
}

export function rejected(message: string): Refusal {
  return { kind: 'rejected', code: 'videoFailed', message, platformError: message };
}
