import type { Readable } from 'node:stream'

/** A reader that takes nothing for so long has gone, or will not come back. */
const stalledMsMax = 60_000

/** Destroys a download that nobody reads any more, so that whatever it holds is released. */
export function endWhenStalled(stream: Readable, msMax = stalledMsMax): Readable {
  const stalled = setTimeout(() => stream.destroy(new Error('nobody reads it')), msMax).unref()
  stream.once('close', () => clearTimeout(stalled))
  return stream.on('data', () => stalled.refresh()).pause()
}
