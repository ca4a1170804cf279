import { makeProcessName } from '../process-name.ts'
import { channel, notifyWork } from './claim.ts'
import { startDuePoll } from './due-poll.ts'
import type { HandOff } from './hand-off.ts'
import { type Loop, type LoopOptions, startLoop } from './loop.ts'
import type { AnyWork, WorkRow } from './work.ts'

export interface Workers {
  /** Starts a kind of work. */
  add(work: AnyWork): void
  /** Makes the loops of a topic, or all loops, look for work now. */
  wake(topic?: string): void
  /** Announces new, committed work: this process looks at once, others a moment later. */
  announce(topic: string): void
  /**
   * Places for new rows of the work with this topic, which begin here after their commit without being claimed. Null
   * when this process does not run the work, or has no free places for it.
   */
  handOff<Row extends WorkRow>(topic: string): HandOff<Row> | null
  stop(): Promise<void>
}

export interface WorkersOptions extends Omit<LoopOptions, 'owner'> {
  /** False for a process that only announces work. */
  readonly listens?: boolean
}

const graceMs = 10_000
/** Minimum time between notifications under load. The first one after a pause is sent at once. */
const spreadEveryMs = 50

/** The workers of a process: one loop per kind of work, woken by notifications and by a moved clock. */
export async function startWorkers(options: WorkersOptions): Promise<Workers> {
  const owner = makeProcessName()
  const news = new Set<string>()
  let spreading: NodeJS.Timeout | undefined
  let spreadAtMs = Number.NEGATIVE_INFINITY
  const loops: { readonly topic: string; readonly work: AnyWork; readonly loop: Loop<WorkRow> }[] = []

  function wake(topic = '') {
    for (const one of loops)
      if (topic === '' || one.topic === topic || one.topic.startsWith(`${topic}/`)) one.loop.wake()
  }

  /** A failed notification is ignored, because other processes poll anyway. */
  function spread() {
    const topics = [...news]
    news.clear()
    spreading = undefined
    spreadAtMs = performance.now()
    for (const topic of topics) notifyWork(options.db, topic, owner).catch(() => {})
  }

  const hear = (payload: string) => {
    const [topic, from] = payload.split(' ')
    if (from !== owner) wake(topic)
  }
  const unlisten = options.listens === false ? async () => {} : await options.db.listen(channel, hear)
  if (options.eager !== false) options.clock.onMove(() => wake())
  const duePoll = options.eager === false ? null : startDuePoll(options.db, loops)
  return {
    add(work) {
      loops.push({
        topic: work.topic ?? work.table,
        work,
        loop: startLoop(work, { ...options, owner: `${owner}:${loops.length}` }),
      })
    },
    wake,
    announce(topic) {
      wake(topic)
      if (options.db.engine === 'embedded') return
      news.add(topic)
      spreading ??= setTimeout(spread, Math.max(0, spreadAtMs + spreadEveryMs - performance.now()))
    },
    handOff: (topic) => loops.find((one) => one.topic === topic)?.loop.handOff() ?? null,
    async stop() {
      clearTimeout(spreading)
      await Promise.all([duePoll?.stop(), ...loops.map(({ loop }) => loop.stop(graceMs))])
      await unlisten()
    },
  }
}
