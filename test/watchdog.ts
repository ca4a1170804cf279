import { type ChildProcess, spawn } from 'node:child_process'

/** Kills a process when its own input ends, and that happens however we die, kill -9 included. */
const script = 'trap "" HUP INT TERM; read -r line; kill -KILL "$1"'

/** From now on a program that was started here never outlives us. */
export function endWithUs(child: ChildProcess): void {
  if (child.pid === undefined) throw new Error('the program could not be started')
  const watchdog = spawn('/bin/sh', ['-c', script, 'sh', String(child.pid)], {
    detached: true,
    stdio: ['pipe', 'ignore', 'ignore'],
  })
  watchdog.stdin.on('error', () => {})
  watchdog.unref()
  // Its work is done before the pid can belong to anybody else.
  child.once('exit', () => watchdog.kill('SIGKILL'))
}
