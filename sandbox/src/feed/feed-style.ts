/** `feed-<platform>` is the class of a platform's feed. */
export const feedStyle = `
nav { display: flex; flex-wrap: wrap; gap: 0 1rem; margin-bottom: .5rem; font-size: .875rem; overflow-wrap: anywhere; }
nav a { padding: .25rem 0; }
h2 { margin: 0 0 .75rem; font-size: 1.125rem; line-height: 1.25; }
a { color: var(--accent); }
.platforms { list-style: none; margin: 0; padding: 0; }
.platform { display: flex; align-items: stretch; margin-bottom: .5rem; border: 1px solid var(--line); border-radius: .5rem; }
.platform a { min-height: 44px; padding: .625rem .75rem; } .platform a:first-child { flex: 1; display: flex; justify-content: space-between; gap: .75rem; align-items: baseline; color: inherit; text-decoration: none; }
.platform .connect { border-left: 1px solid var(--line); }
.platform:hover { border-color: var(--accent); }
.platform small { color: var(--soft); }
.feed { margin-top: 1rem; }
.post { padding: 1rem 0; border-top: 1px solid var(--line); }
.post header { display: flex; gap: .75rem; align-items: center; }
.face { flex: none; border-radius: 50%; }
.who { min-width: 0; margin: 0; line-height: 1.3; }
.mark { display: inline-block; padding: .0625rem .375rem; border: 1px solid var(--line); border-radius: 4px; font-size: .75rem; color: var(--soft); }
.is-hidden > .text, .is-hidden > .media, .is-hidden > header .face { opacity: .65; }
.who time { display: block; font-size: .8125rem; color: var(--soft); }
.text { margin: .75rem 0 0; white-space: pre-wrap; overflow-wrap: anywhere; }
.address { margin: .5rem 0 0; font-size: .75rem; color: var(--soft); }
.media { display: grid; gap: 2px; margin-top: .75rem; border-radius: 12px; overflow: hidden; background: var(--page); }
.media-2, .media-4 { grid-template-columns: 1fr 1fr; }
.media-3 { grid-template-columns: 1fr 1fr 1fr; }
.media img, .media video { display: block; width: 100%; max-height: 30rem; object-fit: cover; aspect-ratio: 1; background: light-dark(#e4e7eb, #2a2f36); }
.media-1 img, .media-1 video { aspect-ratio: auto; object-fit: contain; }
.replies { margin: .75rem 0 0 1.25rem; padding-left: 1rem; border-left: 2px solid var(--line); }
.replies .post { padding: .5rem 0; border-top: 0; }
.replies .face { width: 28px; height: 28px; }
.replies .replies .replies { margin-left: 0; padding-left: .5rem; }
.replies .replies .replies .replies { padding-left: 0; border-left: 0; }
.links { display: flex; flex-wrap: wrap; gap: 0 1.25rem; align-items: center; margin: .25rem 0 0; font-size: .875rem; }
.links a { display: inline-block; padding: .375rem 0; }
.write { margin-top: 1.5rem; padding-top: 1.25rem; border-top: 1px solid var(--line); }
.write small { display: block; margin-top: .25rem; font-size: .8125rem; }
.write textarea { display: block; resize: vertical; }
.error { padding: .625rem .75rem; border-radius: 8px; background: light-dark(#fdecea, #3b1a1a); color: light-dark(#8c1d18, #ffb4ab); }
.parent { padding-left: .75rem; border-left: 2px solid var(--accent); font-size: .875rem; }
.parent a { display: block; padding: .25rem 0; }
.excerpt { display: -webkit-box; overflow: hidden; -webkit-box-orient: vertical; -webkit-line-clamp: 2; color: var(--soft); overflow-wrap: anywhere; }
.feed-instagram .media { margin-inline: -1.5rem; border-radius: 0; }
.feed-instagram .media img, .feed-instagram .media video { aspect-ratio: 4 / 5; object-fit: cover; }
.feed-telegram { padding: 1rem; border-radius: 12px; background: light-dark(#d7e6d3, #17212b); }
.feed-telegram .post { padding: .75rem; margin-bottom: .75rem; border: 0; border-radius: 12px 12px 12px 2px; background: light-dark(#fff, #1f2c38); }
.feed-telegram .post > header .face { width: 28px; height: 28px; }
.feed-bluesky .post > :not(header) { margin-left: 52px; }
.feed-bluesky .media { border: 1px solid var(--line); }
.platform strong, .platform small { min-width: 0; overflow-wrap: anywhere; }
.conversation { display: block; padding: .75rem; margin-bottom: .5rem; color: inherit; text-decoration: none; border: 1px solid var(--line); border-radius: 8px; }
.conversation:hover { border-color: var(--accent); }
.conversation strong { overflow-wrap: anywhere; }
.conversation time { display: block; font-size: .8125rem; color: var(--soft); }
.messages { display: flex; flex-direction: column; gap: .75rem; margin: 0; padding: 0; list-style: none; }
.message { align-self: flex-start; max-width: 85%; padding: .625rem .875rem; border: 1px solid var(--line); border-radius: 14px 14px 14px 4px; background: var(--page); }
.message.outgoing { align-self: flex-end; border-color: transparent; border-radius: 14px 14px 4px 14px; background: light-dark(#dfeafd, #22345a); }
.message .text { margin-top: .375rem; }
.message .file { display: block; margin-top: .375rem; overflow-wrap: anywhere; }
.message .links { display: flex; flex-wrap: wrap; gap: .5rem; margin-top: .5rem; }
.message .links a { padding: .25rem .75rem; border: 1px solid currentColor; border-radius: 8px; text-decoration: none; overflow-wrap: anywhere; }
.request { border-top: 1px solid var(--line); } .request summary { display: flex; flex-wrap: wrap; gap: 0 .75rem; align-items: baseline; min-height: 44px; padding: .625rem 0; cursor: pointer; overflow-wrap: anywhere; }
.request small { margin-left: auto; color: var(--soft); } .request small time { display: inline; }
.request h3 { margin: .5rem 0 .25rem; font-size: .875rem; } .request pre { margin: 0 0 .75rem; padding: .75rem; max-height: 24rem; overflow: auto; font-size: .8125rem; background: var(--page); border: 1px solid var(--line); border-radius: .5rem; }
.is-good { color: var(--good); } .is-bad { color: var(--warn); }
.empty { padding: 2rem 0; text-align: center; }
`;
