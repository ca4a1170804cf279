import { type ChildProcess, spawn } from 'node:child_process'

/**
 * Ends what a cluster started, by the pids in its directory, and removes the directory. It does so when its input ends,
 * and that happens however we die, kill -9 included. Patroni goes first, or it would start PostgreSQL again.
 */
const script = `
trap '' HUP INT TERM
read -r line
for file in "$1"/*.pid; do read -r pid <"$file" && kill -KILL "$pid"; done
for file in "$1"/*/data/postmaster.pid; do read -r pid <"$file" && kill -QUIT "$pid"; done
tries=0
while ls "$1"/*/data/postmaster.pid && [ $tries -lt 50 ]; do sleep 0.1; tries=$((tries + 1)); done
for file in "$1"/*/data/postmaster.pid; do read -r pid <"$file" && kill -KILL "$pid"; done
tries=0
until rm -rf "$1" || [ $tries -ge 10 ]; do sleep 0.5; tries=$((tries + 1)); done
`

export function endCluster(directory: string): ChildProcess {
  const watchdog = spawn('/bin/sh', ['-c', script, 'sh', directory], {
    cwd: '/',
    detached: true,
    stdio: ['pipe', 'ignore', 'ignore'],
  })
  watchdog.stdin?.on('error', () => {})
  watchdog.unref()
  return watchdog
}
