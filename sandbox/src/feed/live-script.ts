/** Updates the feed by long polling. */
export const liveScript = `
const feed = document.querySelector('[data-feed]');
const pause = (ms) => new Promise((resolve) => setTimeout(resolve, ms));
for (;;) {
  try {
    const response = await fetch(feed.dataset.feed + '?seen=' + feed.dataset.seen);
    if (response.status === 200) {
      feed.dataset.seen = response.headers.get('x-feed-mark');
      const open = [...feed.querySelectorAll('details[open]')].map(({ id }) => id);
      feed.innerHTML = await response.text();
      for (const id of open) document.getElementById(id)?.setAttribute('open', '');
    } else if (response.status !== 204) await pause(2000);
  } catch {
    await pause(2000);
  }
}
`;
