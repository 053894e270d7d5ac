import assert from 'node:assert/strict';
import { test } from 'node:test';
import { permalinkKey } from './permalink-key.ts';

const site = { hosts: ['facebook.com', 'm.facebook.com'], parameters: ['story_fbid', 'id'] };
const keysOf = (urls: readonly string[]) => new Set(urls.map((url) => permalinkKey(url, site)));

test('treats all spellings of a permalink alike', () => {
  const spellings = [
    'https://www.facebook.com/42/posts/7',
    'https://facebook.com/42/posts/7/',
    'https://m.facebook.com/42/posts/7?mibextid=x&__tn__=R#comments',
  ];
  assert.equal(keysOf(spellings).size, 1);
  const withParameters = [
    'https://www.facebook.com/permalink.php?story_fbid=7&id=42',
    'https://www.facebook.com/permalink.php?ref=share&id=42&story_fbid=7',
  ];
  assert.equal(keysOf(withParameters).size, 1);
});

test('distinguishes posts', () => {
  const posts = [
    'https://www.facebook.com/42/posts/7',
    'https://www.facebook.com/42/posts/8',
    'https://www.facebook.com/permalink.php?story_fbid=7&id=42',
    'https://www.facebook.com/permalink.php?story_fbid=8&id=42',
  ];
  assert.equal(keysOf(posts).size, 4);
});

test('has no key for other sites, other protocols and anything that is not a URL', () => {
  const others = [
    '',
    'facebook.com/42/posts/7',
    'http://www.facebook.com/42/posts/7',
    'https://facebook.com.example/42/posts/7',
    'https://example.com/www.facebook.com/42/posts/7',
  ];
  assert.deepEqual([...keysOf(others)], [undefined]);
  assert.equal(permalinkKey(undefined, site), undefined);
});

test('compares the code of a post where the rest of the path varies', () => {
  const instagram = { hosts: ['instagram.com'], code: /\/(?:p|reels?)\/([\w-]+)\/?$/ };
  const keys = (urls: readonly string[]) => new Set(urls.map((url) => permalinkKey(url, instagram)));
  const spellings = [
    'https://www.instagram.com/p/Abc-1/',
    'https://www.instagram.com/ada.studio/p/Abc-1/',
    'https://instagram.com/reels/Abc-1?igsh=x',
  ];
  assert.equal(keys(spellings).size, 1);
  assert.equal(keys(['https://www.instagram.com/p/Abc-1/', 'https://www.instagram.com/p/abc-1/']).size, 2);
});
