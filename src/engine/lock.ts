import { linkSync, mkdirSync, readFileSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs'
import { hostname } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

/** Two processes on the same embedded database would lose rows, so the second must not start. */
export class DataDirectoryLocked extends Error {
  override readonly name = 'DataDirectoryLocked'
}

export interface DirectoryLock {
  release(): void
}

interface Owner {
  readonly pid: number
  /** Distinguishes a process from a later one with the same pid. */
  readonly started: string
  readonly host: string
}

const lockName = 'ngoma.lock'
const heartbeatMs = 5_000
/** A lock of another host, such as a container on the same volume, can only be checked by its heartbeat. */
const foreignStaleAfterMs = 20_000
const removalMs = 5

/** `onLost` is called when another host took the lock, because this process did not run for a while. */
export async function lockDirectory(directory: string, onLost?: () => void): Promise<DirectoryLock> {
  mkdirSync(directory, { recursive: true, mode: 0o700 })
  const path = join(directory, lockName)
  const mine: Owner = { pid: process.pid, started: processStart(process.pid), host: hostname() }
  const draft = `${path}.${process.pid}`
  writeFileSync(draft, JSON.stringify(mine))
  try {
    while (!link(draft, path)) {
      const owner = look(path)
      if (owner !== null && owner !== 'stale') throw new DataDirectoryLocked(describe(owner, directory))
      await removeStale(path, draft)
    }
  } finally {
    rmSync(draft, { force: true })
  }

  const isMine = () => read(path) === JSON.stringify(mine)
  function beat(): void {
    if (isMine()) utimesSync(path, new Date(), new Date())
    // A file that cannot be read may still be ours.
    else if (read(path) !== '') {
      clearInterval(heartbeat)
      onLost?.()
    }
  }
  const heartbeat = setInterval(beat, heartbeatMs).unref()
  return {
    release() {
      clearInterval(heartbeat)
      if (isMine()) rmSync(path, { force: true })
    },
  }
}

/** Returns the live process that holds the lock of a directory, or null. Read-only. */
export function findHolder(directory: string): { readonly pid: number; readonly host: string } | null {
  const owner = look(join(directory, lockName))
  return owner === null || owner === 'stale' ? null : { pid: owner.pid, host: owner.host }
}

/** Creates the lock file with its content atomically; false when it exists. */
function link(draft: string, path: string): boolean {
  try {
    linkSync(draft, path)
    return true
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false
    throw error
  }
}

function describe({ pid, host }: Owner, directory: string): string {
  const where = host === hostname() ? '' : ` on ${host}`
  return `the data directory ${directory} is in use by process ${pid}${where}: stop it first, or set NGOMA_DATA to another directory`
}

/**
 * Removes the lock of a dead process. Checking and removing happen under a second lock, because another process may
 * take the lock in between. If that second lock becomes stale, it is removed in the same way.
 */
async function removeStale(path: string, draft: string): Promise<void> {
  const removing = `${path}.removing`
  if (link(draft, removing)) {
    if (look(path) === 'stale') rmSync(path, { force: true })
    rmSync(removing, { force: true })
    return
  }
  if (look(removing) === 'stale') await removeStale(removing, draft)
  else await sleep(removalMs)
}

/** Returns the live owner of a lock, `stale` for a dead one, or null. A stale lock stays until it is removed. */
function look(path: string): Owner | 'stale' | null {
  const text = read(path)
  if (text === null) return null
  const owner = parseOwner(text)
  return owner !== null && isAlive(owner, path) ? owner : 'stale'
}

/** Null when the file is missing; empty, and thus stale, when it cannot be read. */
function read(path: string): string | null {
  try {
    return readFileSync(path, 'utf8')
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'ENOENT' ? null : ''
  }
}

function parseOwner(text: string): Owner | null {
  try {
    const { pid, started, host } = JSON.parse(text)
    return Number.isInteger(pid) && typeof started === 'string' && typeof host === 'string'
      ? { pid, started, host }
      : null
  } catch {
    return null
  }
}

function isAlive(owner: Owner, path: string): boolean {
  if (owner.host !== hostname())
    return Date.now() - (statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? Date.now()) < foreignStaleAfterMs
  try {
    process.kill(owner.pid, 0)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ESRCH') return false
  }
  return processStart(owner.pid) === owner.started
}

/** Boot id and field 22 (start time) of /proc/<pid>/stat. Empty without /proc, where only the pid is compared. */
function processStart(pid: number): string {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    const boot = readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim()
    return `${boot}:${stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19]}`
  } catch {
    return ''
  }
}
