import type { DraftPost, Issue, IssueRule, Limits, MediaFacts, MediaRule } from '../adapter.ts';
import { textLength, unitNames } from './text-length.ts';

export function checkLimits(limits: Limits, post: DraftPost): Issue[] {
  return [...checkPresence(limits, post), ...checkText(limits, post), ...checkMedia(limits, post.media)];
}

function checkPresence({ media }: Limits, post: DraftPost): Issue[] {
  if (post.media.length > 0) return [];
  if (media.isRequired) return [fault('mediaRequired', 'mediaItems', 'An image or a video is required')];
  return post.text.trim() === '' ? [fault('textRequired', 'content', 'Text or media is required')] : [];
}

function checkText({ text: limit, hashtagsMax, mentionsMax }: Limits, { text, media }: DraftPost): Issue[] {
  const max = media.length > 0 ? (limit.maxWithMedia ?? limit.max) : limit.max;
  const issues: Issue[] = [];
  const over = (rule: IssueRule, what: string, limit: number, actual: number): void => {
    if (actual <= limit) return;
    issues.push({
      ...fault(rule, 'content', `The text has ${actual} ${what}, but at most ${limit} are allowed`),
      limit,
      actual,
    });
  };
  over('textLength', unitNames[limit.unit], max, textLength(text, limit.unit));
  if (hashtagsMax !== undefined) over('hashtagCount', 'hashtags', hashtagsMax, count(text, '#'));
  if (mentionsMax !== undefined) over('mentionCount', 'mentions', mentionsMax, count(text, '@'));
  return issues;
}

function count(text: string, sign: '#' | '@'): number {
  return [...text.matchAll(new RegExp(`(?<![\\p{L}\\p{N}_])${sign}[\\p{L}\\p{N}_]`, 'gu'))].length;
}

function checkMedia({ media: limit }: Limits, media: readonly MediaFacts[]): Issue[] {
  if (media.length > limit.countMax) {
    const message = `The post has ${media.length} media items, but at most ${limit.countMax} are allowed`;
    return [{ ...fault('mediaCount', 'mediaItems', message), limit: limit.countMax, actual: media.length }];
  }
  return [...checkMix(limit.rules, media), ...media.flatMap((item, index) => checkItem(limit.rules, item, index))];
}

function checkMix(rules: readonly MediaRule[], media: readonly MediaFacts[]): Issue[] {
  return rules.flatMap((rule): Issue[] => {
    const { length } = media.filter((item) => item.type === rule.type);
    if (length > (rule.countMax ?? Infinity)) {
      const message = `The post has ${length} media items of type ${rule.type}, but at most ${rule.countMax ?? 0} are allowed`;
      return [{ ...fault('mediaCount', 'mediaItems', message), limit: rule.countMax ?? 0, actual: length }];
    }
    const isMixed = rule.isAlone === true && length > 0 && media.length > 1;
    return isMixed ? [fault('mediaMix', 'mediaItems', `A ${rule.type} must be the only media item`)] : [];
  });
}

function checkItem(rules: readonly MediaRule[], item: MediaFacts, index: number): Issue[] {
  const field = `mediaItems[${index}]`;
  const rule = rules.find((one) => one.type === item.type);
  if (rule === undefined || !rule.contentTypes.includes(item.contentType)) {
    const known = rules.flatMap((one) => one.contentTypes).join(', ');
    const issue = {
      ...fault('mediaType', field, `${item.contentType} is not accepted: use ${known}`),
      ...convertible(rule),
    };
    // Conversion cannot change the duration.
    return rule === undefined ? [issue] : [issue, ...checkDuration(rule, item, field)];
  }
  return [
    ...checkCodec(rule, item, field),
    ...checkSize(rule, item, field),
    ...checkDuration(rule, item, field),
    ...checkRatio(rule, item, field),
  ];
}

function checkCodec(rule: MediaRule, { videoCodec }: MediaFacts, field: string): Issue[] {
  if (rule.videoCodecs === undefined || videoCodec === undefined || rule.videoCodecs.includes(videoCodec)) return [];
  const message = `The video uses the codec ${videoCodec}: use ${rule.videoCodecs.join(' or ')}`;
  return [{ ...fault('mediaType', field, message), ...convertible(rule) }];
}

function checkSize(rule: MediaRule, { sizeBytes }: MediaFacts, field: string): Issue[] {
  const { sizeBytesMax } = rule;
  if (sizeBytes === undefined || sizeBytes <= sizeBytesMax) return [];
  const message = `The file has ${sizeBytes} bytes, but at most ${sizeBytesMax} are allowed`;
  return [{ ...fault('mediaSize', field, message), limit: sizeBytesMax, actual: sizeBytes, ...convertible(rule) }];
}

function checkRatio({ ratio }: MediaRule, { width, height }: MediaFacts, field: string): Issue[] {
  if (ratio === undefined || width === undefined || height === undefined) return [];
  const actual = Math.round((width / height) * 100) / 100;
  if (actual >= ratio.min && actual <= ratio.max) return [];
  const message = `The image is ${width}×${height} (${actual}:1) and may be refused: use a ratio from ${ratio.min}:1 to ${ratio.max}:1`;
  return [{ rule: 'mediaSize', severity: 'warning', field, message }];
}

function convertible(rule: MediaRule | undefined): Pick<Issue, 'convertibleAs'> {
  return rule?.type === 'image' || rule?.type === 'video' ? { convertibleAs: rule.type } : {};
}

function checkDuration({ durationMs: range }: MediaRule, { durationMs: actual }: MediaFacts, field: string): Issue[] {
  if (range === undefined || actual === undefined || (actual >= range.min && actual <= range.max)) return [];
  const limit = actual < range.min ? range.min : range.max;
  const message = `The video lasts ${actual / 1000} s, but must last ${range.min / 1000} to ${range.max / 1000} s`;
  return [{ ...fault('mediaDuration', field, message), limit, actual }];
}

export function checkTitle(title: string, { field, max }: { field: string; max: number }): Issue[] {
  const actual = textLength(title, 'characters');
  if (actual <= max) return [];
  return [
    {
      ...fault('titleLength', field, `The title has ${actual} characters, but at most ${max} are allowed`),
      limit: max,
      actual,
    },
  ];
}

function fault(rule: IssueRule, field: string, message: string): Issue {
  return { rule, severity: 'error', field, message };
}
