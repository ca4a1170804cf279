import { callbackPath } from '../carriers/provider-kind.ts'
import { type Database, run } from '../engine/db/index.ts'
import type { Ask } from './client.ts'

/** The emulator of WhatsApp. Commands start it, because only they may import tools. */
export interface DemoWhatsApp {
  readonly url: string
  readonly token: string
  readonly appSecret: string
  readonly businessAccountId: string
  readonly phoneNumbers: readonly { readonly id: string; readonly phone: string }[]
  subscribe(url: string, verifyToken: string): Promise<void>
  /** A person writes to the shop. */
  write(writing: { readonly from: string; readonly name?: string }, text: string): Promise<string>
  /** Resolves when all statuses were reported. */
  idle(): Promise<void>
  close(): Promise<void>
}

export interface WhatsAppStart {
  /** 0 for any free port. */
  readonly port: number
  readonly now: () => Date
  /** People reply to every message, for a demo that is used. */
  readonly replies: boolean
}

export type StartWhatsApp = (start: WhatsAppStart) => Promise<DemoWhatsApp>

const name = 'whatsapp'
const verifyToken = 'demo-verify-token'
const callbacks = 'demo-callback-secret'

export const businessOf = ({ phoneNumbers: [number] }: DemoWhatsApp) => number?.phone ?? ''

/** Adds the emulator as the WhatsApp channel of an account. `address` is the one of the server. */
export async function addWhatsApp(
  operator: Ask,
  whatsapp: DemoWhatsApp,
  address: string,
  accountId: number,
): Promise<void> {
  const settings = {
    baseUrl: whatsapp.url,
    wabaId: whatsapp.businessAccountId,
    numbers: whatsapp.phoneNumbers.map(({ id, phone }) => ({ id, number: phone })),
  }
  const secrets = { accessToken: whatsapp.token, appSecret: whatsapp.appSecret, verifyToken, callbacks }
  await operator('PUT /providers/:provider', {
    path: { provider: name },
    body: { product: 'chat', kind: 'whatsapp', settings, secrets, accountId },
  })
  await subscribeDemo(whatsapp, address)
}

export const subscribeDemo = (whatsapp: DemoWhatsApp, address: string): Promise<void> =>
  whatsapp.subscribe(`${address}${callbackPath(name, callbacks)}`, verifyToken)

/** The port of the emulator; 0 without the channel. */
export async function findWhatsAppPort(db: Database): Promise<number> {
  const provider = await run.first<{ url: string }>(db)`
    select settings ->> 'baseUrl' as url from providers where product = 'chat' and name = ${name}
  `
  const { hostname, port } = new URL(provider?.url ?? 'none:')
  return hostname === '127.0.0.1' ? Number(port) : 0
}
