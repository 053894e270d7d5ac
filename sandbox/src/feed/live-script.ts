/** Keeps a feed up to date in the browser by long polling. */
export const liveScript = `
const feed = document.querySelector('[data-feed]');
const pause = (ms) => new Promise((resolve) => setTimeout(resolve, ms));
for (;;) {
  try {
    const answer = await fetch(feed.dataset.feed + '?seen=' + feed.dataset.seen);
    if (answer.status === 200) {
      feed.dataset.seen = answer.headers.get('x-feed-mark');
      const open = [...feed.querySelectorAll('details[open]')].map(({ id }) => id);
      feed.innerHTML = await answer.text();
      for (const id of open) document.getElementById(id)?.setAttribute('open', '');
    } else if (answer.status !== 204) await pause(2000);
  } catch {
    await pause(2000);
  }
}
`;
