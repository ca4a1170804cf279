import { linkSync, mkdirSync, readFileSync, renameSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs'
import { hostname } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

/** Two processes on one embedded directory lose rows, so the second must not start. */
export class DataDirectoryLocked extends Error {
  override readonly name = 'DataDirectoryLocked'
}

export interface DirectoryLock {
  release(): void
}

interface Owner {
  readonly pid: number
  /** Tells a process from a later one that was given the same pid. */
  readonly started: string
  readonly host: string
}

const heartbeatMs = 5_000
/** A lock of another host (a container on the same volume) can only be judged by its heartbeat. */
const foreignStaleAfterMs = 20_000

export async function lockDirectory(directory: string): Promise<DirectoryLock> {
  mkdirSync(directory, { recursive: true, mode: 0o700 })
  const path = join(directory, 'ngoma.lock')
  const mine: Owner = { pid: process.pid, started: processStart(process.pid), host: hostname() }
  const draft = `${path}.${process.pid}`
  writeFileSync(draft, JSON.stringify(mine))
  try {
    while (!link(draft, path)) await removeStale(path, directory)
  } finally {
    rmSync(draft, { force: true })
  }

  const isMine = () => JSON.stringify(readOwner(path)) === JSON.stringify(mine)
  const heartbeat = setInterval(() => isMine() && utimesSync(path, new Date(), new Date()), heartbeatMs).unref()
  return {
    release() {
      clearInterval(heartbeat)
      if (isMine()) rmSync(path, { force: true })
    },
  }
}

/** Makes the lock with its content in one step; false when there is one already. */
function link(draft: string, path: string): boolean {
  try {
    linkSync(draft, path)
    return true
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false
    throw error
  }
}

/** Throws when the owner lives. Two processes may find the same stale lock: the one whose rename took away something fresher puts it back. */
async function removeStale(path: string, directory: string): Promise<void> {
  const owner = readOwner(path)
  if (owner !== null && isAlive(owner, path)) {
    throw new DataDirectoryLocked(`the data directory ${directory} is in use by process ${owner.pid}${owner.host === hostname() ? '' : ` on ${owner.host}`}: stop it first, or set NGOMA_DATA to another directory`)
  }
  const aside = `${path}.stale.${process.pid}`
  try {
    renameSync(path, aside)
  } catch {
    return
  }
  if (JSON.stringify(readOwner(aside)) !== JSON.stringify(owner)) {
    link(aside, path)
    await sleep(50)
  }
  rmSync(aside, { force: true })
}

function readOwner(path: string): Owner | null {
  try {
    const { pid, started, host } = JSON.parse(readFileSync(path, 'utf8'))
    return Number.isInteger(pid) && typeof started === 'string' && typeof host === 'string' ? { pid, started, host } : null
  } catch {
    return null
  }
}

function isAlive(owner: Owner, path: string): boolean {
  if (owner.host !== hostname()) return Date.now() - statSync(path).mtimeMs < foreignStaleAfterMs
  try {
    process.kill(owner.pid, 0)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ESRCH') return false
  }
  return processStart(owner.pid) === owner.started
}

/** Field 22 of /proc/<pid>/stat with the machine's boot; where there is no /proc the pid alone has to do. */
function processStart(pid: number): string {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    const boot = readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim()
    return `${boot}:${stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19]}`
  } catch {
    return ''
  }
}
