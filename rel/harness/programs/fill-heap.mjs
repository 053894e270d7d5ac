// Preloaded by Node: SIGUSR2 makes the program fill its heap until Node aborts it.
process.on('SIGUSR2', () => {
  const kept = [];
  setInterval(() => kept.push(new Array(500_000).fill(0.5)), 5);
});
