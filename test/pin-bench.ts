/** Applications with further channels, and the messages that the simulated networks get. */
import assert from 'node:assert/strict'
import { sql } from 'kysely'
import type { Submission } from '../src/carriers/carrier.ts'
import type { ChatChannel, ChatSubmission } from '../src/carriers/chat/channel.ts'
import { command } from './console/people.ts'
import { type Client, newClient } from './contacts.ts'
import { watchCarrier } from './otp.ts'
import { until, type World } from './world.ts'

/** Far from the end of an hour, when limits are reset. */
export const startAt = new Date('2030-01-31T10:05:00Z')

export const whatsapp = {
  channel: 'whatsapp',
  from: '255700000001',
  template: 'login_code',
  templateLanguages: { en: 'en_US', sw: 'sw' },
}
export const allChannels = [{ channel: 'sms' }, whatsapp, { channel: 'voice', afterSeconds: 20 }]

export interface PinBench {
  /** All SMS and chat messages that were submitted. */
  readonly messages: readonly Submission[]
  readonly chats: readonly ChatSubmission[]
  /** An account whose application has these settings, and a number that nobody has used. */
  open(settings: object, end?: string): Promise<{ readonly client: Client; readonly phone: string }>
  /** Returns the id of the PIN. */
  request(client: Client, phone: string, fields?: object): Promise<string>
  /** The channels of the last PIN of the account. */
  sendsOf(client: Client): Promise<string[]>
  chatsTo(phone: string, service: string): readonly ChatSubmission[]
  isKept(pinId: string): Promise<boolean | undefined>
  /** Changes the simulated chat channel while `work` runs. */
  during(change: Partial<Pick<ChatChannel, 'carries' | 'ready'>>, work: () => Promise<void>): Promise<void>
  /** Moves the clock, and waits until the workers have looked at all rows that are due by then. */
  pass(seconds: number): Promise<void>
}

export function openPinBench(world: World): PinBench {
  const messages = watchCarrier(world)
  const channel = world.app.otp.chat.channels.all().find(({ name }) => name === 'simulator') ?? assert.fail()
  const chats = watchChannel(channel)
  let last = 0
  return {
    messages,
    chats,
    async open(settings, end = '0002') {
      last += 1
      const client = await newClient(world)
      const path = `/accounts/${client.accountId}/otp/apps/1`
      // The maximum length: a shorter PIN might be part of a time or an id by chance.
      const { status, text } = await command(world, 'PUT', path, { pinLength: 10, ...settings })
      assert.equal(status, 200, text)
      return { client, phone: `255712${String(last).padStart(2, '0')}${end}` }
    },
    async request(client, phone, fields = {}) {
      const { status, body, text } = await client.ask('POST', '/v1/request', { appId: 1, msisdn: phone, ...fields })
      assert.equal(status, 200, text)
      return body.data.pinId
    },
    async sendsOf(client) {
      const { body } = await command(world, 'GET', `/accounts/${client.accountId}/otp/requests`)
      return body.data[0].sends.map(({ channel, state }: { channel: string; state: string }) => `${channel} ${state}`)
    },
    chatsTo: (phone, service) => chats.filter((one) => one.phone === phone && one.service === service),
    async isKept(pinId) {
      const { rows } = await sql<{ kept: boolean }>`
        select sealed_pin is not null as kept from otp_pins where id = ${pinId}
      `.execute(world.db)
      return rows[0]?.kept
    },
    async during(change, work) {
      const { carries, ready } = channel
      Object.assign(channel, change)
      try {
        await work()
      } finally {
        Object.assign(channel, { carries, ready })
      }
    },
    async pass(seconds) {
      world.clock.moveForward(seconds * 1_000)
      const now = world.clock.now()
      await until('nothing is due', async () => {
        const { rows } = await sql`select from otp_sends where due_at <= ${now} limit 1`.execute(world.db)
        return rows.length === 0
      })
    },
  }
}

/** Collects all messages that the channel gets from now on. */
function watchChannel(channel: ChatChannel): ChatSubmission[] {
  const seen: ChatSubmission[] = []
  const submit = channel.submit.bind(channel)
  channel.submit = (submission) => {
    seen.push(submission)
    return submit(submission)
  }
  return seen
}
