import assert from 'node:assert/strict'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { connect, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, it, type TestContext } from 'node:test'
import { sql } from 'kysely'
import { type Certificate, createCertificate } from '../../../../test/certificate.ts'
import {
  bindCustomer,
  type Customer,
  connectCustomer,
  type Login,
  openAnotherServer,
  portOf,
} from '../../../../test/smpp-customer.ts'
import { fuzzConnection } from '../../../../test/smpp-fuzz.ts'
import { onOneEngine, openWorld, until, type World } from '../../../../test/world.ts'
import { decodePdu, encodePdu, status } from '../../../engine/smpp/pdu.ts'
import { createSmppCredential } from '../../accounts/index.ts'

onOneEngine('the SMPP server survives', (engine) => {
  let world: World
  let login: Login
  let neighbour: Customer

  before(async () => {
    world = await openWorld(engine, { config: { smppPort: 0 } })
    login = await createSmppCredential(world.app.sms, 1, { rate: 0, bindsMax: 100, windowSize: 1_000 })
  })
  after(() => world.close())

  async function open(context: TestContext, port: number): Promise<Socket> {
    const socket = connect(port, '127.0.0.1')
    context.after(() => socket.destroy())
    socket.on('error', () => {})
    await once(socket, 'connect')
    return socket
  }

  /** Resolves with the bytes that the server sent, when it has closed the connection. */
  async function closed(socket: Socket): Promise<Buffer> {
    const chunks: Buffer[] = []
    socket.on('data', (chunk: Buffer) => chunks.push(chunk))
    await once(socket, 'close')
    return Buffer.concat(chunks)
  }

  async function assertServes(): Promise<void> {
    assert.equal((await neighbour.submit()).status, status.ok)
  }

  it('a connection without a bind', async (context) => {
    const { port } = await openAnotherServer(context, world, { bindMs: 20 })
    await closed(await open(context, port))
  })

  it('impossible lengths', async (context) => {
    neighbour = await bindCustomer(context, world, login)
    for (const length of [0, 15, 16_385, 0x7fff_ffff, 0xffff_ffff]) {
      const socket = await open(context, portOf(world))
      const header = Buffer.alloc(16)
      header.writeUInt32BE(length)
      socket.write(header)
      const { command, status: found } = decodePdu(await closed(socket))
      assert.deepEqual([command, found], ['generic_nack', status.invalidCommandLength])
    }
    await assertServes()
  })

  it('an unknown command and a PDU that ends too soon', async (context) => {
    const socket = await open(context, portOf(world))
    const unknown = Buffer.alloc(16)
    unknown.writeUInt32BE(16)
    unknown.writeUInt32BE(0x77, 4)
    const short = encodePdu('submit_sm', 9, { short_message: 'x' }).subarray(0, 20)
    const cut = Buffer.from(short)
    cut.writeUInt32BE(cut.length)
    socket.write(Buffer.concat([unknown, cut]))
    const answers: Buffer[] = []
    socket.on('data', (chunk: Buffer) => answers.push(chunk))
    await until('two answers', () => Buffer.concat(answers).length >= 32)
    const bytes = Buffer.concat(answers)
    assert.equal(decodePdu(bytes.subarray(0, 16)).status, status.invalidCommandId)
    const second = decodePdu(bytes.subarray(16, 32))
    assert.deepEqual(
      [second.command, second.status, second.sequence],
      ['submit_sm_resp', status.invalidCommandLength, 9],
    )
  })

  it('a customer who does not answer enquire_link', async (context) => {
    const { port } = await openAnotherServer(context, world, { enquireMs: 20, answerMs: 40 })
    const socket = await open(context, port)
    socket.write(encodePdu('bind_transceiver', 1, { system_id: login.systemId, password: login.password }))
    await closed(socket)
  })

  it('a stop: it answers outstanding requests, unbinds and closes', async (context) => {
    const { server, port } = await openAnotherServer(context, world)
    const customer = await connectCustomer(context, port)
    await customer.bind(login)
    const submits = Array.from({ length: 50 }, () => customer.submit())
    await submits[0]
    server.drain()
    const closing = server.close()
    const answers = await Promise.all(submits)
    await closing
    assert.ok(answers.every((one) => one.status === status.ok))
    assert.equal(customer.unbinds, 1)
    await assert.rejects(connectCustomer(context, port))
  })

  it('random PDUs', async (context) => {
    neighbour = await bindCustomer(context, world, login)
    for (let seed = 1; seed <= 20; seed += 1) await fuzzConnection(portOf(world), login, seed)
    await assertServes()
    assert.deepEqual(
      world.logs.filter((line) => /"level":"?(50|error)/.test(line)),
      [],
    )
  })

  it('a renewed certificate, and customers without TLS on its port', async (context) => {
    const directory = mkdtempSync(join(tmpdir(), 'ngoma-smpp-tls-'))
    context.after(() => rmSync(directory, { recursive: true }))
    const [certificate, key] = [join(directory, 'cert.pem'), join(directory, 'key.pem')]
    const write = (one: Certificate) => {
      writeFileSync(certificate, one.cert)
      writeFileSync(key, one.key)
    }
    const first = createCertificate()
    write(first)
    const config = { smppTlsPort: 0, smppTlsCertificate: certificate, smppTlsKey: key }
    const { server } = await openAnotherServer(context, world, { certificateMs: 20 }, config)
    const port = server.ports.tlsPort ?? assert.fail()
    const customer = await connectCustomer(context, port, { ca: first.ca })
    assert.equal((await customer.bind(login)).status, status.ok)
    assert.equal((await customer.submit()).status, status.ok)

    const plain = await open(context, port)
    plain.write(encodePdu('bind_transmitter', 1, { system_id: login.systemId, password: login.password }))
    await closed(plain)

    const second = createCertificate()
    await assert.rejects(connectCustomer(context, port, { ca: second.ca }))
    write(second)
    const isRenewed = () =>
      connectCustomer(context, port, { ca: second.ca }).then(
        async (renewed) => (await renewed.bind(login)).status === status.ok,
        () => false,
      )
    await until('the renewed certificate is used', isRenewed)
    assert.equal((await customer.submit()).status, status.ok, 'an earlier connection ended')
  })

  it('a database that cannot write', async (context) => {
    const customer = await bindCustomer(context, world, login)
    await sql`
      create function test_full() returns trigger language plpgsql
      as $$ begin raise exception 'the disk is full' using errcode = 'disk_full'; end $$
    `.execute(world.db)
    await sql`create trigger test_full before insert on sms_requests execute function test_full()`.execute(world.db)
    const failed = await customer.submit()
    assert.equal(failed.status, status.systemError)
    assert.match(failed.fields.additional_status_info_text ?? '', /repeat/)
    await sql`drop trigger test_full on sms_requests`.execute(world.db)
    assert.equal((await customer.submit()).status, status.ok)
  })
})
