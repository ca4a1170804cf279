/** A fake airtime provider: a local HTTP server that counts its payments and fails on demand. */
import { once } from 'node:events'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'

/** `create` and `confirm` are two steps. `pay` is a single step, which a repeated request pays twice. */
export type Step = 'create' | 'confirm' | 'pay' | 'status'

export interface Asked {
  readonly step: Step
  /** Ngoma's id of the transfer. */
  readonly id: string
  readonly phone: string
  readonly headers: Readonly<Record<string, unknown>>
  readonly body: unknown
  /** The number of earlier requests for this step and transfer. */
  readonly times: number
}

/** Deviations from the normal handling of a request. */
export interface Behaviour {
  /** Awaited before the request is handled. */
  readonly wait?: Promise<void>
  /** False: the request is answered but not executed. */
  readonly does?: boolean
  /** `nothing` never answers, `reset` closes the connection, `half` closes it within the body. */
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
  /** The number of payments by transfer id. */
  readonly payments: Map<string, number>
  /** Tests replace it. */
  behave: (asked: Asked) => Behaviour
  /** The result of a payment. Tests replace it. */
  outcome: (phone: string) => 'PAID' | 'REJECTED' | 'PENDING'
  /** The number of requests for a step of a transfer. */
  count(step: Step, id: string): number
  /** Provider settings for this server, with two steps or one. */
  settings(steps: 1 | 2, change?: Record<string, unknown>): Record<string, unknown>
  /** Closes the connections of requests that were never answered. */
  drop(): void
  close(): Promise<void>
}

export async function startFakeProvider(): Promise<FakeProvider> {
  const byReference = new Map<string, Kept>()
  const byId = new Map<string, Kept>()
  const asked: Asked[] = []
  const payments = new Map<string, number>()
  const unanswered: ServerResponse[] = []
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
    if (answer === 'nothing') return void unanswered.push(response)
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

  /** A pending transfer may have been paid since. */
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
    drop() {
      for (const response of unanswered.splice(0)) response.destroy()
    },
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
