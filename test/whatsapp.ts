/** A production server with a WhatsApp channel of the first account, connected to the emulator. */
import assert from 'node:assert/strict'
import type { NewTemplate, WhatsApp, WhatsAppOptions } from '../tools/whatsapp/api.ts'
import { startWhatsApp } from '../tools/whatsapp/whatsapp.ts'
import { postChat } from './chat.ts'
import { command } from './console/people.ts'
import { type Answer, type EngineName, openWorld, type World } from './world.ts'

const verifyToken = 'verify-me'
const orderReady: NewTemplate = {
  name: 'order_ready',
  language: 'en',
  components: [{ type: 'BODY', text: 'Hello {{1}}' }],
}

export interface WhatsAppWorld {
  readonly world: World
  readonly whatsapp: WhatsApp
  /** The number of the business. */
  readonly business: string
  /** The URL that WhatsApp calls. */
  readonly callbackUrl: string
  send(to: string, change?: Record<string, unknown>): Promise<Answer>
  sendTemplate(to: string, change?: Record<string, unknown>): Promise<Answer>
  close(): Promise<void>
}

const settingsOf = (whatsapp: WhatsApp) => ({
  baseUrl: whatsapp.url,
  wabaId: whatsapp.businessAccountId,
  numbers: whatsapp.phoneNumbers.map(({ id, phone }) => ({ id, number: phone })),
  timeoutSeconds: 2,
})

const secretsOf = ({ token, appSecret }: WhatsApp) => ({ accessToken: token, appSecret, verifyToken })

export async function openWhatsAppWorld(engine: EngineName, options: WhatsAppOptions = {}): Promise<WhatsAppWorld> {
  const world = await openWorld(engine, {
    config: { staging: false, publicUrl: 'http://127.0.0.1', callbackLoopback: true },
  })
  const whatsapp = await startWhatsApp({
    now: () => world.clock.now(),
    templates: [orderReady],
    retryDelaysMs: [],
    ...options,
  })
  const address = await world.listen()
  const { status, body, text } = await command(world, 'PUT', '/providers/wa', {
    product: 'chat',
    kind: 'whatsapp',
    settings: settingsOf(whatsapp),
    secrets: secretsOf(whatsapp),
    accountId: 1,
  })
  assert.equal(status, 200, text)
  const callbackUrl = body.callbackUrl.replace('http://127.0.0.1', address)
  await whatsapp.subscribe(callbackUrl, verifyToken)
  const business = whatsapp.phoneNumbers[0]?.phone ?? ''
  const send = (to: string, change: Record<string, unknown> = {}) => postChat(world, { from: business, to, ...change })
  return {
    world,
    whatsapp,
    business,
    callbackUrl,
    send,
    sendTemplate: (to, change = {}) =>
      send(to, {
        message_type: 'template',
        template: {
          name: orderReady.name,
          language: orderReady.language,
          components: [{ type: 'body', parameters: [{ type: 'text', text: 'Asha' }] }],
        },
        ...change,
      }),
    async close() {
      await whatsapp.close()
      await world.close()
    },
  }
}
