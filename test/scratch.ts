/** Where the tests keep what they throw away: in memory, where the system has a place for that. */
import { chmodSync, existsSync, mkdirSync, readdirSync, rmSync, statfsSync } from 'node:fs'
import { join } from 'node:path'

const memory = '/dev/shm'
/** Several times what the tests ever have at once. A container may have as little as 64 MiB there. */
const freeBytesMin = 4 * 1_024 ** 3
const prefix = 'ngoma-tests-'

export interface Scratch {
  readonly directory: string
  remove(): void
}

/**
 * Null where there is no such place or no room, and where somebody chose another place. Databases are copied hundreds
 * of times, a thousand files each: in memory that takes a tenth of the time that it takes on a disk, and nothing of it
 * is to be kept.
 */
export function openScratch(): Scratch | null {
  if (process.env.TMPDIR || !existsSync(memory)) return null
  const { bavail, bsize } = statfsSync(memory)
  if (bavail * bsize < freeBytesMin) return null
  removeAbandoned()
  const directory = join(memory, `${prefix}${process.pid}`)
  mkdirSync(directory)
  // As every place for such things: PostgreSQL may run as somebody else, who has a directory of its own in here, and
  // takes it away when we are killed.
  chmodSync(directory, 0o1777)
  return { directory, remove: () => rmSync(directory, { recursive: true, force: true }) }
}

/** What a run left that was killed would stay in memory until the machine is restarted. */
function removeAbandoned(): void {
  for (const name of readdirSync(memory)) {
    const pid = name.startsWith(prefix) ? Number(name.slice(prefix.length)) : Number.NaN
    if (Number.isInteger(pid) && !isRunning(pid)) rmSync(join(memory, name), { recursive: true, force: true })
  }
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}
