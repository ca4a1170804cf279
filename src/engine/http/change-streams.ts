import { PassThrough, type Readable } from 'node:stream'
import { refuse } from '../../values/refusal.ts'

/** A version for each topic. A topic has changed when its version differs from the last one read. */
export type Versions = Readonly<Record<string, string>>

export interface ChangeStreamsOptions {
  /** Reads the versions of all watched keys in one statement. Keys that it does not return have no topics. */
  read(keys: readonly number[]): Promise<ReadonlyMap<number, Versions>>
  readonly pollMs?: number
  /** Minimum time between two events on the same stream. */
  readonly restMs?: number
  readonly heartbeatMs?: number
  readonly lifeMs?: number
  readonly streamsMax?: number
  readonly streamsPerKeyMax?: number
  readonly streamsPerReaderMax?: number
}

interface Watched {
  readonly streams: Set<PassThrough>
  /** Null before the first read. */
  versions: Versions | null
  /** Changed topics that have not been sent yet. */
  readonly unsent: Set<string>
  restsUntilMs: number
}

/** Time until a browser reconnects. */
const retryMs = 2_000

const tooMany = () => refuse('too_many_streams', { headers: { 'Retry-After': '10' } })
const stopping = () =>
  refuse('unavailable', {
    detail: 'The server is shutting down.',
    headers: { 'Retry-After': '10' },
    hint: 'reconnect in a few seconds',
  })

/**
 * Tells listeners which topics changed, never the data itself: they fetch that through the API with their current
 * permissions. Polls only while somebody listens, once per `pollMs` for all listeners. The first change is sent at
 * once; later changes within `restMs` are combined, because each event makes clients repeat possibly slow queries. A
 * stream ends after `lifeMs`, so that clients reconnect and are authorized again.
 */
export function createChangeStreams({
  read,
  pollMs = 500,
  restMs = 2_000,
  heartbeatMs = 15_000,
  lifeMs = 600_000,
  streamsMax = 1_000,
  streamsPerKeyMax = 200,
  streamsPerReaderMax = 20,
}: ChangeStreamsOptions) {
  const watched = new Map<number, Watched>()
  /** One reader must not use up the streams of the others. */
  const countByReader = new Map<string, number>()
  let count = 0
  let polling = false
  let closed = false

  function add(key: number, reader: string): PassThrough {
    const one = watched.get(key) ?? { streams: new Set(), versions: null, unsent: new Set(), restsUntilMs: 0 }
    if (closed) throw stopping()
    const own = countByReader.get(reader) ?? 0
    if (count >= streamsMax || one.streams.size >= streamsPerKeyMax || own >= streamsPerReaderMax) throw tooMany()
    countByReader.set(reader, own + 1)
    const stream = new PassThrough()
    watched.set(key, one)
    one.streams.add(stream)
    count += 1
    const heartbeat = setInterval(() => write(stream, ':\n\n'), heartbeatMs).unref()
    const life = setTimeout(() => stream.end(), lifeMs).unref()
    stream.once('close', () => {
      clearInterval(heartbeat)
      clearTimeout(life)
      one.streams.delete(stream)
      count -= 1
      const left = (countByReader.get(reader) ?? 1) - 1
      if (left === 0) countByReader.delete(reader)
      else countByReader.set(reader, left)
      if (one.streams.size === 0) watched.delete(key)
    })
    return stream
  }

  /** Drops a client that does not read, so that events do not pile up in memory. */
  function write(stream: PassThrough, text: string): void {
    if (!stream.writableEnded && !stream.write(text)) stream.destroy()
  }

  function sendChanges(one: Watched, versions: Versions): void {
    const { streams, versions: before, unsent } = one
    if (before !== null)
      for (const topic of Object.keys(versions)) if (versions[topic] !== before[topic]) unsent.add(topic)
    one.versions = versions
    if (unsent.size === 0 || performance.now() < one.restsUntilMs) return
    for (const stream of streams) write(stream, `event: changed\ndata: ${JSON.stringify([...unsent])}\n\n`)
    unsent.clear()
    one.restsUntilMs = performance.now() + restMs
  }

  async function readChanges(): Promise<void> {
    const found = await read([...watched.keys()])
    for (const [key, versions] of found) {
      const one = watched.get(key)
      if (one !== undefined) sendChanges(one, versions)
    }
  }

  function poll(): void {
    polling = watched.size > 0
    if (!polling) return
    setTimeout(() => {
      // A failed read is ignored: without a database nothing changes.
      if (watched.size === 0) poll()
      else readChanges().then(poll, poll)
    }, pollMs).unref()
  }

  return {
    /** Opens a stream of server-sent events that name the changed topics. Changes after this resolves are never missed. */
    async open(key: number, reader: string): Promise<Readable> {
      const stream = add(key, reader)
      try {
        const one = watched.get(key)
        if (one?.versions === null) {
          const versions = (await read([key])).get(key) ?? {}
          one.versions ??= versions
        }
      } catch (error) {
        stream.destroy()
        throw error
      }
      if (!polling) poll()
      // Also flushes the response headers.
      write(stream, `retry: ${retryMs}\n\n`)
      return stream
    },
    /** Ends all streams and rejects new ones. */
    close() {
      closed = true
      for (const { streams } of watched.values()) for (const stream of streams) stream.end()
    },
  }
}
