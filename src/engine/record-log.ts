import { type FileHandle, open } from 'node:fs/promises'
import type { Logger } from 'pino'

/** A file that lines are appended to, also by other processes on this machine. */
export interface RecordLog {
  /** Resolves when the text is written; waits while it can't be. */
  append(text: string): Promise<void>
  /** What is wrong with the file now; null when nothing is. */
  problem(): string | null
  stop(): Promise<void>
}

const tryAgainMs = 1_000

/**
 * Opens the file when there is something to write, and again after SIGHUP, so that the old one can be rotated away. A
 * full disk or a missing directory is logged when it begins and when it ends. A text that was written in part is
 * continued where it stopped.
 */
export function openRecordLog(path: string, log: Logger, retryMs = tryAgainMs): RecordLog {
  let file: FileHandle | null = null
  let problem: string | null = null
  const stopping = new AbortController()

  async function close(): Promise<void> {
    const before = file
    file = null
    await before?.close().catch(() => {})
  }

  const reopen = () => void close()
  process.on('SIGHUP', reopen)

  /** How many bytes were written; fewer than asked when the disk is full. */
  async function write(bytes: Buffer): Promise<number> {
    try {
      file ??= await open(path, 'a', 0o640)
      const { bytesWritten } = await file.write(bytes)
      if (problem !== null) log.info({ path }, 'call records are written again')
      problem = null
      return bytesWritten
    } catch (error) {
      if (problem === null) log.error({ err: error, path }, 'call records can not be written')
      problem = (error as Error).message
      await close()
      await wait(retryMs, stopping.signal)
      return 0
    }
  }

  return {
    async append(text) {
      let left = Buffer.from(text)
      while (left.length > 0) {
        if (stopping.signal.aborted) throw new Error('stopped before it was written')
        left = left.subarray(await write(left))
      }
    },
    problem: () => problem,
    async stop() {
      stopping.abort()
      process.off('SIGHUP', reopen)
      await close()
    },
  }
}

/** Ends early, and without an error, when it is told to stop. */
function wait(milliseconds: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(end, milliseconds)
    function end() {
      clearTimeout(timer)
      signal.removeEventListener('abort', end)
      resolve()
    }
    signal.addEventListener('abort', end)
    if (signal.aborted) end()
  })
}
