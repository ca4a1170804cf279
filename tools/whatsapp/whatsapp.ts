import { randomBytes } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { controlPrefix } from '../emulator/control.ts'
import { createFaults } from '../emulator/faults.ts'
import { type Fields, parseFields } from '../emulator/json.ts'
import { type Exchange, type Reply, serve } from '../emulator/server.ts'
import type { NewTemplate, WhatsApp, WhatsAppOptions, Writing } from './api.ts'
import { controlWhatsApp } from './control.ts'
import { type ErrorCode, errorReply, GraphProblem } from './errors.ts'
import { answerGraph, type Graph, type PhoneNumber } from './graph.ts'
import { type Content, inboundFields } from './inbound.ts'
import { createMedia } from './media.ts'
import { checkMessage } from './messages.ts'
import { type Sent, type Status, statusesFor, statusFields } from './statuses.ts'
import type { Template } from './templates.ts'
import { createWebhooks } from './webhooks.ts'

const windowMs = 24 * 3_600_000
const defaultNumbers: readonly PhoneNumber[] = [{ id: '106540352242922', phone: '255710000100', name: 'Duka la Asha' }]

/** An emulator of the WhatsApp Business Cloud API. README.md names the pages that it follows. */
export async function startWhatsApp(options: WhatsAppOptions = {}): Promise<WhatsApp> {
  const {
    token = 'EAAemulatorWhatsAppToken',
    appSecret = 'emulator-whatsapp-app-secret',
    businessAccountId = '102290129340398',
    phoneNumbers = defaultNumbers,
    now = () => new Date(),
    delayMs = 0,
    statuses = 'auto',
    lateErrors = false,
    retryDelaysMs = [1_000, 5_000, 30_000, 120_000],
    onLog = () => {},
  } = options
  const faults = createFaults()
  const media = createMedia(now)
  const webhooks = createWebhooks({ appSecret, businessAccountId, retryDelaysMs, faults })
  const templates: Template[] = []
  const sent: Sent[] = []
  const received = new Set<string>()
  const markedRead: string[] = []
  /** The last message of each person, by phone number of the business. */
  const sessions = new Map<string, number>()
  const newId = (phone: string) =>
    `wamid.${Buffer.from(`${phone}:${randomBytes(12).toString('hex')}`).toString('base64')}`

  const numberOf = (phoneNumberId: string): PhoneNumber => {
    const number = phoneNumbers.find(({ id }) => id === phoneNumberId)
    if (!number) throw new Error(`no phone number ${phoneNumberId}`)
    return number
  }
  const notify = (phoneNumberId: string, phone: string, fields: object) => {
    const metadata = { display_phone_number: numberOf(phoneNumberId).phone, phone_number_id: phoneNumberId }
    return webhooks.send(phoneNumberId, phone, { messaging_product: 'whatsapp', metadata, ...fields })
  }

  async function report(messageId: string, status: Status, code?: ErrorCode): Promise<void> {
    const message = sent.find(({ id }) => id === messageId)
    if (!message) throw new Error(`no message ${messageId}`)
    message.statuses.push(status)
    onLog(`${status} ${message.to} ${message.id}`)
    await notify(message.phoneNumberId, message.to, { statuses: [statusFields(message, status, now(), code)] })
  }

  function send(phoneNumberId: string, body: Fields): Reply {
    const { to, type, template, callbackData } = checkMessage(body, {
      templates,
      hasMedia: media.has,
      hasMessage: (id) => received.has(id) || sent.some((one) => one.id === id),
    })
    const last = sessions.get(`${phoneNumberId} ${to}`) ?? 0
    const isOpen = options.checksWindow === false || now().getTime() - last < windowMs
    const problem: ErrorCode | null = to.endsWith('1026') ? 131026 : template === null && !isOpen ? 131047 : null
    if (problem !== null && !lateErrors)
      throw new GraphProblem(
        problem,
        problem === 131026
          ? 'The recipient cannot receive this message.'
          : 'More than 24 hours have passed since the recipient last replied to this number.',
      )

    const message: Sent = {
      id: newId(to),
      phoneNumberId,
      to,
      type,
      template,
      callbackData,
      at: now(),
      body,
      statuses: [],
    }
    sent.push(message)
    options.onMessage?.(message)
    onLog(`message ${type} to ${to} ${message.id}: ${JSON.stringify(body[type])}`)
    return {
      status: 200,
      body: {
        messaging_product: 'whatsapp',
        contacts: [{ input: String(body.to), wa_id: to }],
        messages: [{ id: message.id, message_status: template ? 'accepted' : undefined }],
      },
      async callbacks() {
        if (statuses === 'manual') return
        if (delayMs > 0) await sleep(delayMs)
        if (problem !== null) return report(message.id, 'failed', problem)
        for (const status of statusesFor(to, options.reads ?? false)) await report(message.id, status)
      },
    }
  }

  async function write(writing: Writing, given: Content | string): Promise<string> {
    const { from, phoneNumberId = phoneNumbers[0]?.id ?? '', name = 'Neema', replyTo } = writing
    const number = numberOf(phoneNumberId)
    const content = typeof given === 'string' ? ({ type: 'text', body: given } as const) : given
    const id = newId(from)
    received.add(id)
    sessions.set(`${phoneNumberId} ${from}`, now().getTime())
    onLog(`${from} wrote ${content.type} ${id}`)
    const message = {
      context: replyTo === undefined ? undefined : { from: number.phone, id: replyTo },
      from,
      id,
      timestamp: String(Math.floor(now().getTime() / 1000)),
      ...inboundFields(content, media.add),
    }
    await notify(phoneNumberId, from, { contacts: [{ profile: { name }, wa_id: from }], messages: [message] })
    return id
  }

  function addTemplate(template: NewTemplate): Template {
    const added: Template = {
      id: String(900_000_000_000_000 + templates.length),
      category: 'UTILITY',
      status: 'APPROVED',
      ...template,
    }
    templates.push(added)
    return added
  }

  const graph: Graph = {
    businessAccountId,
    phoneNumbers,
    media,
    send,
    subscribe: webhooks.subscribe,
    templates: () => templates,
    url: () => served.url,
    markRead(id) {
      if (received.has(id)) markedRead.push(id)
      return received.has(id)
    },
  }

  async function answer(exchange: Exchange): Promise<Reply> {
    if (exchange.path.startsWith(controlPrefix)) return controlWhatsApp(whatsapp, faults, exchange)
    const traceId = `A${randomBytes(9).toString('base64url')}`
    try {
      if (exchange.headers.authorization !== `Bearer ${token}`)
        throw new GraphProblem(190, 'Invalid OAuth access token - Cannot parse access token')
      const file = media.findByPath(exchange.path)
      if (file) return { status: 200, body: file.bytes, type: file.mimeType }
      if (exchange.path.startsWith('/whatsapp_business/')) return { status: 404, body: Buffer.from('') }
      return await answerGraph(graph, exchange)
    } catch (error) {
      if (!(error instanceof GraphProblem)) throw error
      onLog(`refused ${exchange.method} ${exchange.path}: ${error.message}`)
      return errorReply(error.code, error.details, traceId)
    }
  }

  for (const template of options.templates ?? []) addTemplate(template)
  const served = await serve({
    ...options,
    faults,
    answer,
    refuse: (fault) => {
      const code = fault === 'rate-limit' ? 130429 : fault === 'pair-rate-limit' ? 131056 : 131000
      return errorReply(code, 'Try again later.', `A${randomBytes(9).toString('base64url')}`)
    },
    target({ path, body }) {
      if (path.startsWith(controlPrefix)) return null
      const to = parseFields(body)?.to
      const on = path.split('/')[3] ?? (path.startsWith('/whatsapp_business/') ? 'download' : 'object')
      return { on, phone: typeof to === 'string' ? to.replace(/^\+/, '') : null }
    },
  })
  const whatsapp: WhatsApp = {
    url: served.url,
    token,
    appSecret,
    businessAccountId,
    phoneNumbers,
    sent,
    markedRead,
    webhooks: webhooks.attempts,
    templates: () => templates,
    addTemplate,
    subscribe: webhooks.subscribe,
    write,
    report,
    fault: faults.add,
    clearFaults: faults.clear,
    release: faults.release,
    untilHeld: faults.untilHeld,
    retryWebhooks: webhooks.retry,
    goAway: served.goAway,
    comeBack: served.comeBack,
    idle: served.idle,
    async close() {
      webhooks.close()
      await served.close()
    },
  }
  return whatsapp
}
