/** CSS added to the style of all pages; `feed-<platform>` is the class of a platform's feed. */
export const feedStyle = `
nav { margin-bottom: .5rem; font-size: .875rem; }
a { color: var(--accent); }
.networks { list-style: none; margin: 0; padding: 0; }
.network { display: flex; justify-content: space-between; align-items: baseline; min-height: 44px; padding: .625rem .75rem; margin-bottom: .5rem; color: inherit; text-decoration: none; border: 1px solid var(--line); border-radius: 8px; }
.network:hover { border-color: var(--accent); }
.network small { color: var(--soft); }
.feed { margin-top: 1rem; }
.post { padding: 1rem 0; border-top: 1px solid var(--line); }
.post header { display: flex; gap: .75rem; align-items: center; }
.face { flex: none; border-radius: 50%; }
.who { margin: 0; line-height: 1.3; }
.who time { display: block; font-size: .8125rem; color: var(--soft); }
.text { margin: .75rem 0 0; white-space: pre-wrap; overflow-wrap: anywhere; }
.address { margin: .5rem 0 0; font-size: .75rem; color: var(--soft); }
.media { display: grid; gap: 2px; margin-top: .75rem; border-radius: 12px; overflow: hidden; background: var(--paper); }
.media-2, .media-4 { grid-template-columns: 1fr 1fr; }
.media-3 { grid-template-columns: 1fr 1fr 1fr; }
.media img, .media video { display: block; width: 100%; max-height: 30rem; object-fit: cover; aspect-ratio: 1; background: light-dark(#e4e7eb, #2a2f36); }
.media-1 img, .media-1 video { aspect-ratio: auto; object-fit: contain; }
.replies { margin: .75rem 0 0 1.25rem; padding-left: 1rem; border-left: 2px solid var(--line); }
.replies .post { padding: .5rem 0; border-top: 0; }
.replies .face { width: 28px; height: 28px; }
.feed-instagram .media { margin-inline: -1.5rem; border-radius: 0; }
.feed-instagram .media img, .feed-instagram .media video { aspect-ratio: 4 / 5; object-fit: cover; }
.feed-telegram { padding: 1rem; border-radius: 12px; background: light-dark(#d7e6d3, #17212b); }
.feed-telegram .post { padding: .75rem; margin-bottom: .75rem; border: 0; border-radius: 12px 12px 12px 2px; background: light-dark(#fff, #1f2c38); }
.feed-telegram .post > header .face { width: 28px; height: 28px; }
.feed-bluesky .post > :not(header) { margin-left: 52px; }
.feed-bluesky .media { border: 1px solid var(--line); }
.empty { padding: 2rem 0; text-align: center; }
`;
