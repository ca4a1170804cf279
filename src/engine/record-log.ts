import { type FileHandle, open } from 'node:fs/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Logger } from 'pino'

/** An append-only file, shared with other processes on this machine. */
export interface RecordLog {
  /** Resolves when the text is written. Keeps trying while the file cannot be written. */
  append(text: string): Promise<void>
  problem(): string | null
  stop(): Promise<void>
}

const tryAgainMs = 1_000

/**
 * Opens the file on the first write, and again after SIGHUP for log rotation. Logs the start and the end of a problem
 * such as a full disk. Continues partially written text where it stopped.
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

  /** Returns the number of written bytes; fewer than requested when the disk is full. */
  async function write(bytes: Buffer): Promise<number> {
    try {
      file ??= await open(path, 'a', 0o640)
      const { bytesWritten } = await file.write(bytes)
      if (problem !== null) log.info({ path }, 'writing call records again')
      problem = null
      return bytesWritten
    } catch (error) {
      if (problem === null) log.error({ err: error, path }, 'cannot write call records')
      problem = (error as Error).message
      await close()
      await sleep(retryMs, undefined, { signal: stopping.signal }).catch(() => {})
      return 0
    }
  }

  return {
    async append(text) {
      let left = Buffer.from(text)
      while (left.length > 0) {
        if (stopping.signal.aborted) throw new Error('stopped before the text was written')
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
