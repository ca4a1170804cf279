/** A customer of the SMPP server, as a test controls it. */
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { connect } from 'node:net'
import type { TestContext } from 'node:test'
import { connect as connectTls } from 'node:tls'
import type { Config } from '../src/config.ts'
import { shareRates } from '../src/engine/flow/shared-rates.ts'
import { createMetrics } from '../src/engine/metrics.ts'
import { createLink, type Link } from '../src/engine/smpp/link.ts'
import { type Fields, type Pdu, status } from '../src/engine/smpp/pdu.ts'
import { openAuthenticator } from '../src/modules/smpp/credentials/authenticator.ts'
import type { Authenticator, SmppServer } from '../src/modules/smpp/index.ts'
import { openSmppServer } from '../src/modules/smpp/server/server.ts'
import { slowness } from './pace.ts'
import type { World } from './world.ts'

export interface Login {
  readonly systemId: string
  readonly password: string
}

export interface Customer {
  readonly link: Link
  /** Every deliver_sm, in order. */
  readonly deliveries: Pdu[]
  /** The status of the response to a deliver_sm; null for no response. Accepts all by default. */
  onDeliver: (delivery: Pdu) => number | null
  /** The number of unbind requests of the server. */
  unbinds: number
  bind(login: Login, command?: string, fields?: Fields): Promise<Pdu>
  submit(fields?: Fields): Promise<Pdu>
}

interface ConnectOptions {
  readonly ca?: string
  readonly answerMs?: number
}

export async function connectCustomer(
  context: TestContext,
  port: number,
  { ca, answerMs = 20_000 * slowness }: ConnectOptions = {},
): Promise<Customer> {
  const socket =
    ca === undefined ? connect(port, '127.0.0.1') : connectTls({ port, host: '127.0.0.1', ca, servername: 'localhost' })
  await once(socket, ca === undefined ? 'connect' : 'secureConnect')
  const link = createLink(socket, { answerMs, enquireMs: 0, onRequest: take })
  context.after(() => link.destroy('the test is over'))

  function take(request: Pdu): void {
    if (request.command === 'unbind') customer.unbinds += 1
    else customer.deliveries.push(request)
    const answer = request.command === 'unbind' ? status.ok : customer.onDeliver(request)
    if (answer === null) link.ignore(request)
    else link.answer(request, answer)
  }

  const customer: Customer = {
    link,
    deliveries: [],
    onDeliver: () => status.ok,
    unbinds: 0,
    bind: ({ systemId, password }, command = 'bind_transceiver', fields = {}) =>
      link.request(command, { system_id: systemId, password, interface_version: 0x34, ...fields }),
    submit: (fields) => link.request('submit_sm', submitFields(fields)),
  }
  return customer
}

/** The fields of a valid submit_sm. */
export const submitFields = (change: Fields = {}): Fields => ({
  source_addr: 'INFO',
  source_addr_ton: 5,
  destination_addr: '255712345678',
  dest_addr_ton: 1,
  dest_addr_npi: 1,
  registered_delivery: 1,
  short_message: 'Habari',
  ...change,
})

/** A customer with a bind to this world. `onDeliver` is set before the bind, because deliveries may follow its response at once. */
export async function bindCustomer(
  context: TestContext,
  world: World,
  login: Login,
  command = 'bind_transceiver',
  onDeliver?: (delivery: Pdu, customer: Customer) => number | null,
): Promise<Customer> {
  const customer = await connectCustomer(context, portOf(world))
  if (onDeliver !== undefined) customer.onDeliver = (delivery) => onDeliver(delivery, customer)
  const answer = await customer.bind(login, command)
  assert.equal(answer.status, status.ok, 'the bind was refused')
  return customer
}

export const portOf = ({ app }: World): number => app.smpp.ports.port ?? assert.fail('the world has no SMPP port')

/** A second SMPP server on the database of a world, like that of another process, with its own times. */
export async function openAnotherServer(
  context: TestContext,
  { app, db }: World,
  times: Parameters<typeof openSmppServer>[1] = {},
  config: Partial<Config> = {},
): Promise<{ readonly server: SmppServer; readonly port: number; readonly authenticator: Authenticator }> {
  const rates = shareRates(db)
  const ctx = { ...app.sms, config: { ...app.sms.config, smppPort: 0, ...config }, rates, metrics: createMetrics() }
  const authenticator = openAuthenticator(ctx)
  const server = await openSmppServer({ ...ctx, authenticator }, times)
  const { port } = await server.listen({ reusePort: false })
  context.after(async () => {
    await server.close()
    await authenticator.stop()
    await rates.stop()
  })
  return { server, port: port ?? assert.fail(), authenticator }
}
