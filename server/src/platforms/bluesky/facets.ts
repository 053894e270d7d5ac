import type { AppBskyRichtextFacet } from '@atproto/api';
import type { Refusal } from '../adapter.ts';
import type { BlueskyAccountCall } from './call.ts';
import { toStepRefusal } from './errors.ts';
import { home } from './session.ts';
import { callXrpc } from './xrpc.ts';

export type Facet = AppBskyRichtextFacet.Main;

/** Offsets are bytes; a mention has the handle in place of its DID. */
export async function detectFacets(text: string): Promise<Facet[]> {
  const { RichText } = await import('@atproto/api');
  const rich = new RichText({ text });
  rich.detectFacetsWithoutResolution();
  return rich.facets ?? [];
}

export function firstLink(facets: readonly Facet[]): string | undefined {
  return facets.flatMap(({ features }) => features.flatMap((feature) => ('uri' in feature ? [feature.uri] : [])))[0];
}

type Resolved = { kind: 'facets'; facets: Facet[] } | Refusal;

/** An unknown handle stays plain text. */
export async function resolveMentions(call: BlueskyAccountCall, facets: readonly Facet[]): Promise<Resolved> {
  const handles = [...new Set(facets.flatMap((facet) => mentionOf(facet) ?? []))];
  const resolved = await Promise.all(handles.map((handle) => resolve(call, handle)));
  const refusal = resolved.find((one) => one.kind !== 'did' && one.kind !== 'rejected');
  if (refusal !== undefined) return refusal;
  const dids = new Map(
    resolved.flatMap((one, index) => (one.kind === 'did' ? [[handles[index], one.did] as const] : [])),
  );
  return { kind: 'facets', facets: facets.flatMap((facet) => withDid(facet, dids)) };
}

async function resolve(call: BlueskyAccountCall, handle: string): Promise<{ kind: 'did'; did: string } | Refusal> {
  const reply = await callXrpc(call, home(call), (agent) => agent.resolveHandle({ handle: handle.toLowerCase() }));
  return reply.kind === 'ok' ? { kind: 'did', did: reply.data.did } : toStepRefusal(reply);
}

function mentionOf({ features }: Facet): string | undefined {
  return features.flatMap((feature) => ('did' in feature ? [feature.did] : []))[0];
}

function withDid(facet: Facet, dids: ReadonlyMap<string | undefined, string>): Facet[] {
  const handle = mentionOf(facet);
  if (handle === undefined) return [facet];
  const did = dids.get(handle);
  if (did === undefined) return [];
  return [{ ...facet, features: [{ $type: 'app.bsky.richtext.facet#mention', did }] }];
}
