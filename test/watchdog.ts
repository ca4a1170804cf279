import { type ChildProcess, spawn } from 'node:child_process'

/** Kills a process when the standard input ends, which happens however this process dies. */
const script = 'trap "" HUP INT TERM; read -r line; kill -KILL "$1"'

/** Makes sure that a child process does not outlive this process. */
export function endWithUs(child: ChildProcess): void {
  if (child.pid === undefined) throw new Error('failed to start the program')
  const watchdog = spawn('/bin/sh', ['-c', script, 'sh', String(child.pid)], {
    detached: true,
    stdio: ['pipe', 'ignore', 'ignore'],
  })
  watchdog.stdin.on('error', () => {})
  watchdog.unref()
  // Stopped before the pid can be reused.
  child.once('exit', () => watchdog.kill('SIGKILL'))
}
