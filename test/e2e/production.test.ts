import assert from 'node:assert/strict'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, it, type TestContext } from 'node:test'
import type { EventKind } from '../../src/contract/callbacks.ts'
import { startMpesa } from '../../tools/mpesa/mpesa.ts'
import { startWhatsApp } from '../../tools/whatsapp/whatsapp.ts'
import { startAggregator } from '../aggregators.ts'
import { startFakeProvider } from '../airtime-provider.ts'
import { addCentre, addRoute } from '../centres.ts'
import { createCertificate } from '../certificate.ts'
import { checkoutPath } from '../checkout.ts'
import { command } from '../console/people.ts'
import { findFreePort } from '../postgres.ts'
import { startReceiver } from '../receiver.ts'
import { addEndpoint, type TestEndpoint, verify } from '../webhooks.ts'
import { authorization, openWorld, postgresUrl, sendBody, until, type World } from '../world.ts'

const events = ['delivery-report', 'inbound-sms', 'airtime', 'checkout', 'chat', 'chat-status'] as const
const verifyToken = 'verify-me'
const code = {
  name: 'login_code',
  language: 'en',
  category: 'AUTHENTICATION',
  components: [
    { type: 'BODY', text: '{{1}} is your code.' },
    { type: 'BUTTONS', buttons: [{ type: 'URL', text: 'Copy', url: 'https://www.whatsapp.com/otp/code/?code={{1}}' }] },
  ],
} as const

async function set(world: World, path: string, body: object): Promise<{ readonly callbackUrl: string }> {
  const answer = await command(world, 'PUT', path, body)
  assert.equal(answer.status, 200, answer.text)
  return answer.body
}

/** A production server on a real port, with a provider of every product and an HTTPS server of the customer. */
async function open(test: TestContext) {
  const certificate = createCertificate()
  const directory = mkdtempSync(join(tmpdir(), 'ngoma-production-'))
  const callbackCa = join(directory, 'ca.pem')
  writeFileSync(callbackCa, certificate.ca)
  const port = await findFreePort()
  const url = `http://127.0.0.1:${port}`
  const world = await openWorld('postgres', {
    config: { staging: false, currency: 'KES', publicUrl: url, callbackLoopback: true, callbackCa },
  })
  await world.app.http.listen({ host: '127.0.0.1', port })
  const now = () => world.clock.now()
  const receiver = await startReceiver({ tls: certificate })
  const whatsapp = await startWhatsApp({ now, templates: [code] })
  const [mpesa, aggregator, airtime] = await Promise.all([
    startMpesa({ now }),
    startAggregator('paystack'),
    startFakeProvider(),
  ])
  const { smsc } = await addCentre(world, 'north')
  test.after(async () => {
    for (const one of [whatsapp, mpesa, aggregator, airtime]) await one.close()
    await world.close()
    await smsc.close()
    await receiver.close()
    rmSync(directory, { recursive: true })
  })

  await addRoute(world, 'north')
  assert.equal((await command(world, 'POST', '/accounts/1/senders/1/approve')).status, 200)
  for (const product of ['SMS', 'OTP', 'AIRTIME', 'CHAT', 'PAYMENTS'])
    await command(world, 'POST', '/accounts/1/credit', { product, amount: '1000' })
  const endpoints = new Map<EventKind, TestEndpoint>()
  for (const event of events) endpoints.set(event, await addEndpoint(world, event, `${receiver.url}${event}`))

  const { url: baseUrl, shortCode, consumerKey, consumerSecret, passkey } = mpesa
  const [{ callbackUrl: chatUrl }, , { callbackUrl: paystackUrl }] = await Promise.all([
    set(world, '/providers/whatsapp', {
      product: 'chat',
      kind: 'whatsapp',
      settings: {
        baseUrl: whatsapp.url,
        wabaId: whatsapp.businessAccountId,
        numbers: whatsapp.phoneNumbers.map(({ id, phone }) => ({ id, number: phone })),
      },
      secrets: { accessToken: whatsapp.token, appSecret: whatsapp.appSecret, verifyToken },
      // Messages of people who were never written to belong to this account.
      accountId: 1,
    }),
    set(world, '/providers/mpesa', {
      product: 'payments',
      kind: 'mpesa',
      settings: { baseUrl, shortCode },
      secrets: { consumerKey, consumerSecret, passkey },
    }),
    set(world, '/providers/paystack', {
      product: 'payments',
      kind: 'http',
      settings: aggregator.settings,
      secrets: aggregator.secrets,
    }),
    set(world, '/providers/shop', {
      product: 'airtime',
      kind: 'http',
      settings: airtime.settings(2),
      secrets: { key: 'hush' },
    }),
  ])
  await whatsapp.subscribe(chatUrl, verifyToken)
  const business = whatsapp.phoneNumbers[0]?.phone ?? ''

  async function ask(method: 'GET' | 'POST', path: string, body?: object) {
    const response = await fetch(url + path, {
      method,
      headers: { authorization, 'content-type': 'application/json', connection: 'close' },
      body: body ? JSON.stringify(body) : undefined,
    })
    const text = await response.text()
    assert.equal(response.status, 200, text)
    return JSON.parse(text)
  }

  /** The first callback with this text, which must have a valid signature. */
  async function callback(event: (typeof events)[number], text: string) {
    const find = () => receiver.received.find((one) => one.path === `/${event}` && one.text.includes(text))
    await until(`the ${event} callback about ${text} arrived`, () => find() !== undefined)
    const [found, endpoint] = [find(), endpoints.get(event)]
    assert.ok(found && endpoint)
    return verify(found, endpoint)
  }

  return { world, smsc, airtime, mpesa, aggregator, whatsapp, business, paystackUrl, ask, callback }
}

type Open = Awaited<ReturnType<typeof open>>

async function sendsSms({ world, smsc, ask, callback }: Open): Promise<void> {
  const { request_id: id } = await ask('POST', '/v1/send', sendBody())
  const report = await callback('delivery-report', `"${id}"`)
  assert.equal(report.status, 'DELIVERED')
  assert.deepEqual([...new Set((await world.statuses(id)).values())], ['DELIVERED'])

  await set(world, '/inbound/numbers/15055', { accountId: 1 })
  const fields = { source_addr: '254712000001', destination_addr: '15055', short_message: Buffer.from('Habari') }
  await smsc.deliver('ngoma', fields)
  const { from, message } = await callback('inbound-sms', '254712000001')
  assert.deepEqual([from, message.text], ['254712000001', 'Habari'])
}

async function sendsAirtime({ airtime, ask, callback }: Open): Promise<void> {
  const body = { dest_addr: '254712345678', amount: '10', reference_id: 'gift 1' }
  const { transaction_id: id } = await ask('POST', '/v1/transfer', body)
  const result = await callback('airtime', 'gift 1')
  assert.deepEqual([result.code, result.args.transaction_id, airtime.payments.get(String(id))], [100, id, 1])
}

/** The network reports nothing about this number, so the PIN follows on WhatsApp. */
async function fallsBack({ world, whatsapp, business, ask }: Open): Promise<void> {
  const phone = '255712340002'
  const channels = [{ channel: 'sms' }, { channel: 'whatsapp', from: business, template: code.name, afterSeconds: 30 }]
  await set(world, '/accounts/1/otp/apps/1', { channels })
  const { data } = await ask('POST', '/v1/request', { appId: 1, msisdn: phone })
  const sendsOf = async () =>
    (await command(world, 'GET', '/accounts/1/otp/requests')).body.data[0].sends.map(
      ({ channel, state }: { channel: string; state: string }) => `${channel} ${state}`,
    )
  await until('the SMS is sent', async () => (await sendsOf()).join() === 'sms pending')
  world.clock.moveForward(31_000)
  const find = () => whatsapp.sent.find(({ to }) => to === phone)
  await until('the PIN is sent by WhatsApp', () => find() !== undefined)
  await whatsapp.report(find()?.id ?? '', 'delivered')
  assert.equal((await sendsOf()).join(), 'sms pending,whatsapp received')
  const [, pin] = /"text":"(\d+)"/.exec(JSON.stringify(find()?.body)) ?? []
  const { data: verified } = await ask('POST', '/v1/verify', { pinId: data.pinId, pin })
  assert.equal(verified.message.code, 117)
}

/** Opens a checkout and submits the form of its page. */
async function pay({ ask }: Open, reference: string, form: Record<string, string>) {
  const { src } = await ask('GET', checkoutPath({ amount: '1500', reference_number: reference, sendSource: 'true' }))
  const page = async () => (await fetch(src, { headers: { connection: 'close' } })).text()
  const [, token = ''] = /name="token" value="([^"]+)"/.exec(await page()) ?? []
  const { status, headers } = await fetch(`${src}/pay`, {
    method: 'POST',
    headers: { connection: 'close' },
    body: new URLSearchParams({ token, ...form }),
    redirect: 'manual',
  })
  assert.equal(status, 303)
  return { page, location: headers.get('location') ?? '' }
}

async function paysByPrompt(opened: Open): Promise<void> {
  const { page } = await pay(opened, 'prompted', { method: 'prompt', phone: '254708374149' })
  const { status, amount } = await opened.callback('checkout', 'prompted')
  assert.deepEqual([status, amount], ['success', '1500'])
  assert.match(await page(), /Payment successful/)
  assert.equal(opened.mpesa.payments.length, 1)
}

async function paysByRedirect(opened: Open): Promise<void> {
  const { aggregator, paystackUrl, callback } = opened
  const { page, location } = await pay(opened, 'redirected', { method: 'redirect' })
  assert.ok(location.startsWith(aggregator.url), location)
  const [payment] = aggregator.payments.values()
  assert.ok(payment)
  payment.status = 'success'
  const { body, headers } = aggregator.webhook(payment.reference)
  const types = { 'content-type': 'application/json', connection: 'close' }
  assert.equal((await fetch(paystackUrl, { method: 'POST', body, headers: { ...types, ...headers } })).status, 200)
  assert.equal((await callback('checkout', 'redirected')).status, 'success')
  assert.match(await page(), /Payment successful/)
}

async function chats({ whatsapp, business, ask, callback }: Open): Promise<void> {
  const phone = '254712345111'
  await whatsapp.write({ from: phone }, 'Do you have size 38?')
  const inbound = await callback('chat', phone)
  assert.deepEqual([inbound.to, inbound.text], [business, 'Do you have size 38?'])
  const message = { from: business, to: phone, channel: 'whatsapp', message_type: 'text', text: 'Yes' }
  await ask('POST', '/v1/chatapi', { ...message, transaction_id: 'answer 1' })
  await callback('chat-status', '"status":"delivered"')
  assert.deepEqual(whatsapp.sent.find(({ to }) => to === phone)?.body.text, { body: 'Yes' })
}

const products: readonly (readonly [title: string, run: (opened: Open) => Promise<void>])[] = [
  ['sends SMS with a delivery report, and receives one', sendsSms],
  ['transfers airtime', sendsAirtime],
  ['sends a PIN by WhatsApp after an SMS without receipt', fallsBack],
  ['is paid by a prompt on the phone', paysByPrompt],
  ['is paid by a redirect', paysByRedirect],
  ['chats in both directions', chats],
]

describe('a production server', { skip: postgresUrl === null && 'PostgreSQL is not installed' }, () => {
  it('serves every product with callbacks and a clean ledger', async (test) => {
    const opened = await open(test)
    for (const [title, run] of products) await test.test(title, () => run(opened))
    const { body } = await command(opened.world, 'GET', '/ledger/check')
    assert.deepEqual([body.clean, body.wrong], [true, []])
  })
})
