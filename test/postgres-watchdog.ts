/** Removes a temporary PostgreSQL server whose parent has died. */
import { type ChildProcess, type SpawnOptions, spawn } from 'node:child_process'

export type User = Pick<SpawnOptions, 'uid' | 'gid'>

/**
 * Stops the server and removes its directory when the standard input ends, which happens however the parent dies. Waits
 * for the lock file, which the server removes last, because the pid of a killed server may belong to a zombie. A server
 * without a lock file fails on its own when its directory is gone.
 */
const watchdogScript = `
trap '' HUP INT TERM
read -r line
lock="$2/postmaster.pid"
pid=
[ -e "$lock" ] && read -r pid <"$lock"
[ -n "$pid" ] && kill -QUIT "$pid"
tries=0
while [ -e "$lock" ] && [ $tries -lt 100 ]; do sleep 0.1; tries=$((tries + 1)); done
[ -e "$lock" ] && [ -n "$pid" ] && kill -KILL "$pid"
tries=0
until rm -rf "$1" || [ $tries -ge 10 ]; do sleep 0.5; tries=$((tries + 1)); done
`

/**
 * Detached like the server: Ctrl-C goes to the whole process group, and tests need their database until they have
 * ended.
 */
export function startWatchdog(directory: string, dataDir: string, user: User): ChildProcess {
  const watchdog = spawn('/bin/sh', ['-c', watchdogScript, 'sh', directory, dataDir], {
    ...user,
    cwd: '/',
    detached: true,
    stdio: ['pipe', 'ignore', 'ignore'],
  })
  // A killed watchdog must not fail the tests.
  watchdog.stdin?.on('error', () => {})
  watchdog.unref()
  return watchdog
}
