import { readFileSync } from 'node:fs'

/** A zombie is not running: in a container, a process whose parent was killed may stay one. */
export function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return process.platform !== 'linux' || !/\) Z /.test(readFileSync(`/proc/${pid}/stat`, 'utf8'))
  } catch {
    return false
  }
}
