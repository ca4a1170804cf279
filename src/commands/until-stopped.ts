/** Resolves on a signal, or when standard output is closed. A second signal ends the process at once. */
export function untilStopped(): Promise<void> {
  return new Promise((resolve) => {
    // The handler in main.ts would exit without the cleanup of the command.
    process.stdout.removeAllListeners('error').on('error', () => resolve())
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, () => resolve())
  })
}
