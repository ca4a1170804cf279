import { PassThrough, type Readable } from 'node:stream'
import { Refusal } from '../../values/refusal.ts'

/** What changed, by topic: any other text than before is a change. */
export type Marks = Readonly<Record<string, string>>

export interface HintsOptions {
  /** Looks at everything that somebody listens to, in one statement. What it does not find has no topics. */
  read(keys: readonly number[]): Promise<ReadonlyMap<number, Marks>>
  readonly pollMs?: number
  readonly heartbeatMs?: number
  readonly lifeMs?: number
  readonly streamsMax?: number
  readonly streamsPerKeyMax?: number
}

export interface Hints {
  /** A stream of server-sent events that says which topics changed. Everything that changes from when this resolves is told. */
  open(key: number): Promise<Readable>
  /** Ends all streams, and takes no more. */
  close(): void
}

interface Watched {
  readonly streams: Set<PassThrough>
  /** Null until somebody looked. */
  marks: Marks | null
}

/** How long a browser waits before it connects again. */
const retryMs = 2_000

const tooMany = () => new Refusal(503, 503, 'Too Many Streams Are Open', { headers: { 'Retry-After': '10' } })

/**
 * Tells many listeners that something changed, and never what: they ask for that in the ordinary way, with the rights they have then. It looks only while
 * somebody listens, at most once in `pollMs` for all of them. A stream ends after a while, and whoever wants more connects again and is judged again.
 */
export function createHints({ read, pollMs = 500, heartbeatMs = 15_000, lifeMs = 600_000, streamsMax = 1_000, streamsPerKeyMax = 20 }: HintsOptions): Hints {
  const watched = new Map<number, Watched>()
  let count = 0
  let polling = false
  let closed = false

  function add(key: number): PassThrough {
    const one = watched.get(key) ?? { streams: new Set(), marks: null }
    if (closed || count >= streamsMax || one.streams.size >= streamsPerKeyMax) throw tooMany()
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

  function tell({ streams, marks: before }: Watched, marks: Marks): void {
    if (before === null) return
    const changed = Object.keys(marks).filter((topic) => marks[topic] !== before[topic])
    if (changed.length > 0) for (const stream of streams) write(stream, `event: changed\ndata: ${JSON.stringify(changed)}\n\n`)
  }

  async function look(): Promise<void> {
    const found = await read([...watched.keys()])
    for (const [key, marks] of found) {
      const one = watched.get(key)
      if (one === undefined) continue
      tell(one, marks)
      one.marks = marks
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
