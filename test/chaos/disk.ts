/** A small file system in memory that can be filled. */
import { execFileSync, spawn } from 'node:child_process'
import { closeSync, mkdtempSync, openSync, rmdirSync, rmSync, writeSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

export interface Disk {
  readonly directory: string
  /** Leaves no room at all. */
  fill(): void
  /** Makes room again. */
  free(): void
  close(): void
}

export const canMount = () => process.platform === 'linux' && process.getuid?.() === 0

/** However we die, the mount does not stay. */
const watchdogScript = 'trap "" HUP INT TERM; read -r line; umount -l "$1" 2>/dev/null; rmdir "$1" 2>/dev/null'
const chunk = Buffer.alloc(1_024 * 1_024)

export function openDisk(megabytes: number): Disk {
  const directory = mkdtempSync(join(tmpdir(), 'ngoma-disk-'))
  execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m,mode=1777`, 'tmpfs', directory])
  const watchdog = spawn('/bin/sh', ['-c', watchdogScript, 'sh', directory], {
    cwd: '/',
    detached: true,
    stdio: ['pipe', 'ignore', 'ignore'],
  })
  watchdog.stdin.on('error', () => {})
  watchdog.unref()
  const ballast = join(directory, 'ballast')
  return {
    directory,
    fill() {
      const file = openSync(ballast, 'a')
      try {
        // The last pages are taken one by one: of a chunk that does not fit, a part is written.
        for (let size = chunk.length; size >= 4_096; )
          try {
            writeSync(file, chunk, 0, size)
          } catch (error) {
            if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error
            size /= 4
          }
      } finally {
        closeSync(file)
      }
    },
    free: () => rmSync(ballast, { force: true }),
    close() {
      execFileSync('umount', ['-l', directory])
      rmdirSync(directory)
      watchdog.stdin.end()
    },
  }
}
