/** Clients as they should be: each sends again under the same idempotency key until it is answered. */
import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { authorization, sendBody, until } from '../world.ts'
import type { Sent } from './load.ts'

const pauseMs = 50

export interface RetryingLoad {
  /** Every answer, and every lost connection. */
  readonly sent: readonly Sent[]
  /** Waits until so many more were accepted. */
  accept(more: number): Promise<void>
  /** Stops sending, and resolves when all sends are answered. */
  stop(): Promise<void>
}

/** The clients take the addresses in turn, as they are at the time. */
export function startRetrying(addresses: () => readonly string[], clients: number, phone: string): RetryingLoad {
  const sent: Sent[] = []
  const body = JSON.stringify(sendBody({ recipients: [{ recipient_id: 1, dest_addr: phone }] }))
  let accepted = 0
  let isStopping = false
  let turn = 0

  async function send(key: string): Promise<Sent> {
    const startedAt = performance.now()
    const all = addresses()
    turn += 1
    try {
      const response = await fetch(`${all[turn % all.length]}/v1/send`, {
        method: 'POST',
        body,
        headers: { authorization, 'content-type': 'application/json', 'idempotency-key': key },
      })
      const { code, request_id } = (await response.json()) as { code: number; request_id?: string }
      return {
        status: response.status,
        retryAfter: response.headers.get('retry-after'),
        code,
        requestId: request_id ?? null,
        milliseconds: performance.now() - startedAt,
      }
    } catch {
      const milliseconds = performance.now() - startedAt
      return { status: null, retryAfter: null, code: null, requestId: null, milliseconds }
    }
  }

  async function runClient(): Promise<void> {
    while (!isStopping) {
      const key = randomUUID()
      let isOpen = true
      while (isOpen && !isStopping) {
        const one = await send(key)
        sent.push(one)
        if (one.status === 200) accepted += 1
        isOpen = one.status === null || one.status === 503
        await sleep(pauseMs)
      }
    }
  }

  const running = Array.from({ length: clients }, runClient)
  return {
    sent,
    async accept(more) {
      const enough = accepted + more
      await until(`${more} more were accepted`, () => accepted >= enough, 60)
    },
    async stop() {
      isStopping = true
      await Promise.all(running)
    },
  }
}
