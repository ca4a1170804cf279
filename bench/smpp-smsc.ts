/** Starts `ngoma smsc` in a separate process, shared by both sides. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { endWithUs } from '../test/watchdog.ts'

export interface SmscCounts {
  readonly submitted: number
  readonly distinct: number
  readonly duplicate: number
  /** Acknowledged receipts. */
  readonly receipts: number
}

export interface Smsc {
  readonly pid: number
  readonly port: number
  counts(): Promise<SmscCounts>
  stop(): Promise<void>
}

const program = fileURLToPath(new URL('../bin/ngoma.js', import.meta.url))

export async function startSmsc({ receiptMs }: { readonly receiptMs: number }): Promise<Smsc> {
  const words = ['smsc', '--port', '0', '--http', '0', '--delay', String(receiptMs), '--quiet', '--json']
  const child = spawn(process.execPath, [program, ...words], { stdio: ['ignore', 'pipe', 'inherit'] })
  endWithUs(child)
  const ended = once(child, 'exit')
  const first = await Promise.race([once(createInterface(child.stdout), 'line'), ended])
  if (typeof first[0] !== 'string' || child.exitCode !== null) throw new Error('ngoma smsc ended instead of listening')
  const { port, http } = JSON.parse(first[0])
  return {
    pid: child.pid ?? 0,
    port,
    async counts() {
      const response = await fetch(`http://127.0.0.1:${http}/counts`)
      const { submitted, distinct, duplicate, receiptsAcknowledged } = (await response.json()) as Record<string, number>
      return {
        submitted: submitted ?? 0,
        distinct: distinct ?? 0,
        duplicate: duplicate ?? 0,
        receipts: receiptsAcknowledged ?? 0,
      }
    },
    async stop() {
      child.kill()
      await ended
    },
  }
}
