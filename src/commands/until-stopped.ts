/** Resolves when somebody wants it to end, also by reading no further. A second signal ends it at once. */
export function untilStopped(): Promise<void> {
  return new Promise((resolve) => {
    // Elsewhere that ends the program on the spot; here there may be something to put away.
    process.stdout.removeAllListeners('error').on('error', () => resolve())
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, () => resolve())
  })
}
