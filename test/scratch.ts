/** The temporary directory of the tests, in memory if the system supports it. */
import { spawnSync } from 'node:child_process'
import { chmodSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statfsSync } from 'node:fs'
import { join } from 'node:path'

const memory = '/dev/shm'
/** Several times the peak use of the tests. A container may have as little as 64 MiB. */
const freeBytesMin = 4 * 1_024 ** 3
const prefix = 'ngoma-tests-'

export interface Scratch {
  readonly directory: string
  remove(): void
}

/**
 * Null if there is no memory file system, not enough space, or TMPDIR is set. Tests copy databases hundreds of times, a
 * thousand files each: in memory that takes a tenth of the time.
 */
export function openScratch(): Scratch | null {
  if (process.env.TMPDIR || !existsSync(memory)) return null
  const { bavail, bsize } = statfsSync(memory)
  if (bavail * bsize < freeBytesMin) return null
  removeAbandoned()
  const directory = join(memory, `${prefix}${process.pid}`)
  mkdirSync(directory)
  // Mode of /tmp: PostgreSQL may run as another user, who creates and removes a directory here.
  chmodSync(directory, 0o1777)
  return { directory, remove: () => rmSync(directory, { recursive: true, force: true }) }
}

/** Files of a killed run would otherwise stay in memory until a reboot. */
function removeAbandoned(): void {
  for (const name of readdirSync(memory)) {
    const pid = name.startsWith(prefix) ? Number(name.slice(prefix.length)) : Number.NaN
    if (!Number.isInteger(pid) || isRunning(pid)) continue
    unmountBelow(join(memory, name))
    rmSync(join(memory, name), { recursive: true, force: true })
  }
}

/** Tests of a full disk mount file systems of their own. */
function unmountBelow(directory: string): void {
  for (const line of readFileSync('/proc/mounts', 'utf8').split('\n')) {
    const [, target = ''] = line.split(' ')
    if (target.startsWith(`${directory}/`)) spawnSync('umount', [target], { stdio: 'inherit' })
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
