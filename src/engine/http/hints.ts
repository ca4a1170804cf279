import { PassThrough, type Readable } from 'node:stream'
import { Refusal } from '../../values/refusal.ts'

/** What changed, by topic: any other text than before is a change. */
export type Marks = Readonly<Record<string, string>>

export interface HintsOptions {
  /** Looks at everything that somebody listens to, in one statement. What it does not find has no topics. */
  read(keys: readonly number[]): Promise<ReadonlyMap<number, Marks>>
  readonly pollMs?: number
  /** How long a listener is left alone after a hint. */
  readonly restMs?: number
  readonly heartbeatMs?: number
  readonly lifeMs?: number
  readonly streamsMax?: number
  readonly streamsPerKeyMax?: number
}

export interface Hints {
  /**
   * A stream of server-sent events that says which topics changed. Everything that changes from when this resolves is
   * told.
   */
  open(key: number): Promise<Readable>
  /** Ends all streams, and takes no more. */
  close(): void
}

interface Watched {
  readonly streams: Set<PassThrough>
  /** Null until somebody looked. */
  marks: Marks | null
  /** What changed and was not told yet. */
  readonly untold: Set<string>
  restsUntilMs: number
}

/** How long a browser waits before it connects again. */
const retryMs = 2_000

const tooMany = () =>
  new Refusal(429, 429, 'Too Many Streams Are Open', {
    headers: { 'Retry-After': '10' },
    hint: 'close pages of the dashboard that are open elsewhere, or go on without: they ask again by themselves',
  })
const stopping = () =>
  new Refusal(503, 503, 'The Server Stops', {
    headers: { 'Retry-After': '10' },
    hint: 'connect again in a few seconds',
  })

/**
 * Tells many listeners that something changed, and never what: they ask for that in the ordinary way, with the rights
 * they have then. It looks only while somebody listens, at most once in `pollMs` for all of them. The first change is
 * told at once, and those within `restMs` after it together: who is told asks again, and would never get to the end of
 * a slow question. A stream ends after a while, and whoever wants more connects again and is judged again.
 */
export function createHints({
  read,
  pollMs = 500,
  restMs = 2_000,
  heartbeatMs = 15_000,
  lifeMs = 600_000,
  streamsMax = 1_000,
  streamsPerKeyMax = 20,
}: HintsOptions): Hints {
  const watched = new Map<number, Watched>()
  let count = 0
  let polling = false
  let closed = false

  function add(key: number): PassThrough {
    const one = watched.get(key) ?? { streams: new Set(), marks: null, untold: new Set(), restsUntilMs: 0 }
    if (closed) throw stopping()
    if (count >= streamsMax || one.streams.size >= streamsPerKeyMax) throw tooMany()
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
      if (one.streams.size === 0) watched.delete(key)
    })
    return stream
  }

  /** Whoever takes nothing any more is let go of: what was meant for them would only pile up. */
  function write(stream: PassThrough, text: string): void {
    if (!stream.writableEnded && !stream.write(text)) stream.destroy()
  }

  function tell(one: Watched, marks: Marks): void {
    const { streams, marks: before, untold } = one
    if (before !== null) for (const topic of Object.keys(marks)) if (marks[topic] !== before[topic]) untold.add(topic)
    one.marks = marks
    if (untold.size === 0 || performance.now() < one.restsUntilMs) return
    for (const stream of streams) write(stream, `event: changed\ndata: ${JSON.stringify([...untold])}\n\n`)
    untold.clear()
    one.restsUntilMs = performance.now() + restMs
  }

  async function look(): Promise<void> {
    const found = await read([...watched.keys()])
    for (const [key, marks] of found) {
      const one = watched.get(key)
      if (one !== undefined) tell(one, marks)
    }
  }

  function poll(): void {
    polling = watched.size > 0
    if (!polling) return
    setTimeout(() => {
      // A database that is away has no news either.
      if (watched.size === 0) poll()
      else look().then(poll, poll)
    }, pollMs).unref()
  }

  return {
    async open(key) {
      const stream = add(key)
      try {
        const one = watched.get(key)
        if (one?.marks === null) {
          const marks = (await read([key])).get(key) ?? {}
          one.marks ??= marks
        }
      } catch (error) {
        stream.destroy()
        throw error
      }
      if (!polling) poll()
      // Also so that the headers go out now.
      write(stream, `retry: ${retryMs}\n\n`)
      return stream
    },
    close() {
      closed = true
      for (const { streams } of watched.values()) for (const stream of streams) stream.end()
    },
  }
}
