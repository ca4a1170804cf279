/**
 * Loaded into every process of tests. A test that fails can leave a server running, and that would keep the process for
 * ever, with everything that its tests have said. So what is still open some seconds after the last test is told, and
 * the process ends as a failure.
 */
import { after } from 'node:test'

const graceMs = Number(process.env.NGOMA_TEST_GRACE_MS ?? 15_000)
const reportMs = 1_000

after(() => {
  // As long as nothing else is open, this timer keeps nobody either.
  setTimeout(() => {
    process.stderr.write(
      `${graceMs / 1_000} s after the last test this is still open: ${process.getActiveResourcesInfo().join(', ')}\n`,
    )
    process.exitCode = 1
    // Node's runner sums up when nothing is left to do, so it is told that this is so.
    process.emit('beforeExit', 1)
    setTimeout(() => process.exit(), reportMs)
  }, graceMs).unref()
})
