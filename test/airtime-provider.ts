/**
 * A provider of airtime on loopback, as a real HTTP server in the test's own process: it counts what it pays, and fails
 * as a test wants it to.
 */
import { once } from 'node:events'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'

/** Two steps, or one: with `pay` an announcement is paid at once, and nothing keeps it from being paid twice. */
export type Step = 'create' | 'confirm' | 'pay' | 'status'

export interface Asked {
  readonly step: Step
  /** Our id of the transfer. */
  readonly id: string
  readonly phone: string
  readonly headers: Readonly<Record<string, unknown>>
  readonly body: unknown
  /** How often this step was asked for before, for this transfer. */
  readonly times: number
}

/** What it does with a request instead of what it should. */
export interface Behaviour {
  /** Waits before it does anything. */
  readonly wait?: Promise<void>
  /** False: nothing happens, whatever is answered. */
  readonly does?: boolean
  /**
   * What it answers; `nothing` for ever, `reset` breaks the connection off, and `half` does so in the middle of the
   * body.
   */
  readonly answer?: { readonly status?: number; readonly body: string } | 'nothing' | 'reset' | 'half'
}

interface Kept {
  readonly id: string
  readonly phone: string
  reference: string
  status: 'CREATED' | 'PENDING' | 'PAID' | 'REJECTED'
}

export interface FakeProvider {
  readonly address: string
  readonly asked: Asked[]
  /** How often each transfer was paid. */
  readonly payments: Map<string, number>
  /** Set by tests. */
  behave: (asked: Asked) => Behaviour
  /** What becomes of what is paid; set by tests. */
  outcome: (phone: string) => 'PAID' | 'REJECTED' | 'PENDING'
  /** How many requests of a step came for a transfer. */
  count(step: Step, id: string): number
  /** The settings by which it is spoken to, in two steps or in one. */
  settings(steps: 1 | 2, change?: Record<string, unknown>): Record<string, unknown>
  close(): Promise<void>
}

export async function startFakeProvider(): Promise<FakeProvider> {
  const byReference = new Map<string, Kept>()
  const byId = new Map<string, Kept>()
  const asked: Asked[] = []
  const payments = new Map<string, number>()
  const count = (step: Step, id: string) => asked.filter((one) => one.step === step && one.id === id).length

  const server = createServer(async (request, response) => {
    const [, first = '', name = '', verb] = (request.url ?? '').split('/')
    const sent = await text(request)
    const body = sent.startsWith('{') ? JSON.parse(sent) : null
    const step: Step =
      request.method === 'GET' ? 'status' : verb === 'confirm' ? 'confirm' : first === 'payments' ? 'pay' : 'create'
    const key = decodeURIComponent(name)
    const known = (first === 'payments' ? byId : byReference).get(key)
    const id: string = body?.id ?? known?.id ?? key
    const phone: string = body?.msisdn ?? known?.phone ?? ''
    const one: Asked = { step, id, phone, headers: request.headers, body, times: count(step, id) }
    asked.push(one)
    const { wait, does = true, answer } = fake.behave(one)
    await wait
    const usual = does ? act(one, known) : { status: 200, body: '{}' }
    if (answer === undefined) return reply(response, usual)
    if (answer === 'nothing') return
    if (answer === 'reset') return response.destroy()
    if (answer !== 'half') return reply(response, { status: 200, ...answer })
    response.writeHead(200, { 'content-type': 'application/json', 'content-length': usual.body.length })
    response.write(usual.body.slice(0, 5), () => response.destroy())
  })

  function act({ step, id, phone }: Asked, known: Kept | undefined): { status: number; body: string } {
    if (step === 'create' || step === 'pay') {
      const made: Kept = { id, phone, reference: `P/${id} ${count('create', id)}`, status: 'CREATED' }
      byReference.set(made.reference, made)
      byId.set(id, made)
      if (step === 'pay') pay(made)
      return show(made)
    }
    if (known === undefined) return { status: 404, body: '{"error":"not found"}' }
    if (step === 'confirm' && known.status === 'CREATED') pay(known)
    return show(known)
  }

  function pay(kept: Kept): void {
    kept.status = 'PENDING'
    const outcome = fake.outcome(kept.phone)
    if (outcome !== 'REJECTED') payments.set(kept.id, (payments.get(kept.id) ?? 0) + 1)
    kept.status = outcome
  }

  /** What was pending may be paid by now. */
  function show(kept: Kept) {
    if (kept.status === 'PENDING') kept.status = fake.outcome(kept.phone)
    const message = kept.status === 'REJECTED' ? 'subscriber is barred' : 'ok'
    return { status: 200, body: JSON.stringify({ data: { reference: kept.reference, status: kept.status, message } }) }
  }

  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const fake: FakeProvider = {
    address,
    asked,
    payments,
    count,
    behave: () => ({}),
    outcome: () => 'PAID',
    settings: (steps, change = {}) => settingsFor(address, steps, change),
    async close() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
  return fake
}

function reply(response: ServerResponse, { status, body }: { readonly status: number; readonly body: string }): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(body)
}

function settingsFor(address: string, steps: 1 | 2, change: Record<string, unknown>): Record<string, unknown> {
  const headers = { 'X-Api-Key': '{secrets.key}' }
  const body = { id: '{transaction_id}', msisdn: '{phone}', amount: '{amount}', product: '{product_id}' }
  const two = {
    create: { method: 'POST', url: `${address}/transfers`, headers, body },
    confirm: { method: 'POST', url: `${address}/transfers/{reference}/confirm`, headers },
    status: { url: `${address}/transfers/{reference}`, headers },
  }
  const one = {
    create: { method: 'POST', url: `${address}/payments`, headers, body },
    status: { url: `${address}/payments/{transaction_id}`, headers },
  }
  return {
    ...(steps === 2 ? two : one),
    answer: { reference: 'data.reference', state: 'data.status', reason: 'data.message' },
    states: {
      successful: ['PAID'],
      failed: ['REJECTED'],
      pending: ['PENDING'],
      unconfirmed: ['CREATED'],
      unknown: ['http:404'],
    },
    ...change,
  }
}
