/**
 * Loaded into a server with `--import`: writes a line whenever the event loop was blocked. The line also has the CPU
 * time, because on a busy machine a process waits for a processor too.
 */
import { appendFileSync } from 'node:fs'

const everyMs = 5
const noticedMs = 20
const file = process.env.NGOMA_TEST_STALLS

if (file !== undefined) {
  let at = performance.now()
  let before = process.threadCpuUsage()
  setInterval(() => {
    const now = performance.now()
    const { user, system } = process.threadCpuUsage(before)
    const ms = now - at - everyMs
    if (ms > noticedMs) appendFileSync(file, `${JSON.stringify({ ms, cpuMs: (user + system) / 1_000 })}\n`)
    at = performance.now()
    before = process.threadCpuUsage()
  }, everyMs).unref()
}
