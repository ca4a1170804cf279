import type { Readable } from 'node:stream'

/** A client that reads nothing for this long will not continue. */
const stalledMsMax = 60_000

export class StalledReader extends Error {
  constructor() {
    super('the client stopped reading')
  }
}

/** Destroys a download that the client stopped reading, so that its resources are released. */
export function endWhenStalled(stream: Readable, msMax = stalledMsMax): Readable {
  const stalled = setTimeout(() => stream.destroy(new StalledReader()), msMax).unref()
  stream.once('close', () => clearTimeout(stalled))
  return stream.on('data', () => stalled.refresh()).pause()
}
