/** Clients that send at a steady rate and try again, with the same idempotency key, until they get an answer. */
import { setTimeout as sleep } from 'node:timers/promises'
import { authorization, sendBody } from '../world.ts'

export interface Accepted {
  readonly phone: string
  /** When the client got the answer, by `performance.now()`. */
  readonly atMs: number
}

export interface Clients {
  readonly accepted: readonly Accepted[]
  /** Tries that got no answer or a 5xx. */
  failures(): number
  /** Answers that ended the tries other than 200. */
  readonly refused: readonly string[]
  /** Starts no new send, and resolves when every send has its answer. */
  stop(): Promise<void>
}

const answerMsMax = 10_000
const retryMs = 500
const firstPhone = 255_712_000_100

export function startClients(addresses: readonly string[], perSecond: number): Clients {
  const accepted: Accepted[] = []
  const refused: string[] = []
  const open = new Set<Promise<void>>()
  let failures = 0
  let started = 0

  async function send(number: number): Promise<void> {
    const phone = String(firstPhone + number)
    for (let tries = 0; ; tries += 1) {
      const response = await ask(addresses[(number + tries) % addresses.length] ?? '', phone).catch(() => null)
      if (response?.status === 200) return void accepted.push({ phone, atMs: performance.now() })
      if (response !== null && response.status < 500) return void refused.push(`${response.status} ${response.text}`)
      failures += 1
      await sleep(retryMs)
    }
  }

  async function ask(address: string, phone: string) {
    const response = await fetch(`${address}/v1/send`, {
      method: 'POST',
      headers: { authorization, 'content-type': 'application/json', 'idempotency-key': `cluster-${phone}` },
      body: JSON.stringify(sendBody({ recipients: [{ recipient_id: 1, dest_addr: phone }] })),
      signal: AbortSignal.timeout(answerMsMax),
    })
    return { status: response.status, text: await response.text() }
  }

  const timer = setInterval(() => {
    const sending = send(started)
    started += 1
    open.add(sending)
    void sending.finally(() => open.delete(sending))
  }, 1_000 / perSecond)

  return {
    accepted,
    refused,
    failures: () => failures,
    async stop() {
      clearInterval(timer)
      await Promise.all(open)
    },
  }
}
