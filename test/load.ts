/** Busy processes, to see whether tests depend on the speed of the machine. */
import { spawn } from 'node:child_process'
import { endWithUs } from './watchdog.ts'

/** Starts processes that compute until they are ended. */
export function startLoad(processes: number): { end(): void } {
  const busy = Array.from({ length: processes }, () =>
    spawn(process.execPath, ['--eval', 'for (;;);'], { stdio: 'ignore' }),
  )
  for (const one of busy) {
    endWithUs(one)
    one.unref()
  }
  return { end: () => busy.forEach((one) => void one.kill('SIGKILL')) }
}
