/**
 * Loaded into every test process. A failed test can leave a server running, which would keep the process alive forever.
 * Handles that are still open some seconds after the last test are reported, and the process exits with an error.
 */
import { after } from 'node:test'
import { slowness } from './pace.ts'

/** Also the time for other hooks, which close servers and a browser. */
const graceMs = Number(process.env.NGOMA_TEST_GRACE_MS ?? 30_000 * slowness)
const reportMs = 1_000

after(() => {
  // Unreferenced, so that the timer itself does not keep the process alive.
  setTimeout(() => {
    process.stderr.write(
      `${graceMs / 1_000} s after the last test these handles are still open: ${process.getActiveResourcesInfo().join(', ')}\n`,
    )
    process.exitCode = 1
    // Node's runner prints its summary on this event.
    process.emit('beforeExit', 1)
    setTimeout(() => process.exit(), reportMs)
  }, graceMs).unref()
})
