import assert from 'node:assert/strict'
import { after, before, it } from 'node:test'
import { addCentre, addRoute } from '../../../test/centres.ts'
import { command } from '../../../test/console/people.ts'
import { onOneEngine, openWorld, until, type World } from '../../../test/world.ts'
import type { Submit } from '../../../tools/smsc/submit.ts'
import { firstAccountId } from '../accounts/index.ts'
import { sendSms } from './index.ts'
import type { SendRequest, WireOptions } from './model.ts'

const phone = '255712345678'
const ports = '0605040b8423f0'
const long = ports + 'a1'.repeat(200)

interface Case {
  readonly title: string
  readonly text: string
  readonly segments: number
  readonly wire: WireOptions
  readonly format: 'flash' | 'binary' | null
  /** As the message centre got it. */
  readonly sent: readonly (readonly [esmClass: number, dataCoding: number, priority: number, bytes: string])[]
}

const cases: readonly Case[] = [
  {
    title: 'a flash message',
    text: 'Habari',
    segments: 1,
    wire: { messageClass: 0 },
    format: 'flash',
    sent: [[0, 0x10, 0, Buffer.from('Habari').toString('hex')]],
  },
  {
    title: 'a text for the SIM card with a priority',
    text: 'Habari',
    segments: 1,
    wire: { messageClass: 2, priority: 3 },
    format: null,
    sent: [[0, 0x12, 3, Buffer.from('Habari').toString('hex')]],
  },
  {
    title: 'a binary message',
    text: '00ff7f80',
    segments: 1,
    wire: { binary: { dataCoding: 4, hasHeader: false } },
    format: 'binary',
    sent: [[0, 4, 0, '00ff7f80']],
  },
  {
    title: 'a long binary message with a header',
    text: long,
    segments: 2,
    wire: { binary: { dataCoding: 0xf5, hasHeader: true } },
    format: 'binary',
    sent: [
      [0x40, 0xf5, 0, `0b${ports.slice(2)}0003010201${'a1'.repeat(128)}`],
      [0x40, 0xf5, 0, `0b${ports.slice(2)}0003010202${'a1'.repeat(72)}`],
    ],
  },
]

onOneEngine('messages in other formats', (engine) => {
  let world: World
  before(async () => {
    world = await openWorld(engine)
  })
  after(() => world.close())

  const send = async (text: string, segments: number, wire: WireOptions): Promise<number> => {
    const request: SendRequest = {
      sender: 'INFO',
      text,
      encoding: 'gsm',
      segments,
      wire,
      scheduledAt: null,
      jobName: null,
      campaignTitle: null,
      recipients: [{ recipientId: '1', number: phone }],
    }
    const { requestId } = await sendSms(world.app.sms, firstAccountId, request)
    await until('it is final', async () => (await world.statuses(String(requestId))).get(phone) !== 'PENDING')
    return requestId
  }

  it('arrive on a virtual phone with their format', async () => {
    for (const { text, segments, wire, format } of cases) {
      const requestId = await send(text, segments, wire)
      assert.equal((await world.statuses(String(requestId))).get(phone), 'DELIVERED')
      const { body } = await command(world, 'GET', `/accounts/1/phones/${phone}/messages?limit=1`)
      assert.deepEqual([body.data[0].text, body.data[0].format], [text, format])
      const { body: phones } = await command(world, 'GET', '/accounts/1/phones')
      assert.equal(phones.data[0].lastFormat, format)
    }
  })

  it('are transmitted unchanged over SMPP, and shown with their format', async () => {
    const taken: Submit[] = []
    const onAccepted = (_: unknown, submit: Submit) => taken.push({ ...submit, text: Buffer.from(submit.text) })
    const { smsc } = await addCentre(world, 'formats', { onAccepted })
    await addRoute(world, 'formats')
    for (const { title, text, segments, wire, format, sent } of cases) {
      taken.length = 0
      const requestId = await send(text, segments, wire)
      const { body: messages } = await command(world, 'GET', `/requests/${requestId}/messages`)
      const [{ id, ...message }] = messages.data
      assert.deepEqual(
        [message.status, message.text, message.format, message.parts],
        ['DELIVERED', text, format, segments],
        title,
      )
      // The reference of the parts is the id of the message.
      const reference = (id % 0x100).toString(16).padStart(2, '0')
      assert.deepEqual(
        taken.map((one) => [one.esmClass, one.dataCoding, one.priority, one.text.toString('hex')]),
        sent.map(([esmClass, dataCoding, priority, bytes]) => [
          esmClass,
          dataCoding,
          priority,
          bytes.replace('00030102', `0003${reference}02`),
        ]),
        title,
      )
      const { body: requests } = await command(world, 'GET', `/accounts/1/requests?request=${requestId}`)
      assert.equal(requests.data[0].format, format, title)
    }
    const { flash, binary } = smsc.counts()
    assert.deepEqual([flash, binary], [1, 3])
    await command(world, 'POST', '/providers/formats/pause')
    await smsc.close()
  })
})
