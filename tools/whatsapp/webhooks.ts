import { createHmac, randomBytes, randomInt } from 'node:crypto'
import type { Faults } from '../emulator/faults.ts'
import { callbackFaults } from '../emulator/faults.ts'
import { post } from '../emulator/post.ts'

export interface WebhookAttempt {
  readonly url: string
  readonly body: string
  /** Null when nobody answered. */
  readonly status: number | null
}

export interface Webhooks {
  /** Verifies the URL like the App Dashboard does. Rejects when the endpoint does not answer with the challenge. */
  subscribe(url: string, verifyToken: string, phoneNumberId?: string): Promise<void>
  /** Resolves after the first attempt. Failed attempts are repeated later. */
  send(phoneNumberId: string, phone: string, value: object): Promise<void>
  readonly attempts: readonly WebhookAttempt[]
  /** Repeats all webhooks that were not answered with 200, without waiting. */
  retry(): Promise<void>
  close(): void
}

interface Pending {
  readonly url: string
  readonly body: string
  tries: number
  timer?: NodeJS.Timeout
}

export function createWebhooks(options: {
  readonly appSecret: string
  readonly businessAccountId: string
  readonly retryDelaysMs: readonly number[]
  readonly faults: Faults
}): Webhooks {
  const { appSecret, businessAccountId, retryDelaysMs, faults } = options
  const urls = new Map<string | undefined, string>()
  const attempts: WebhookAttempt[] = []
  const failed = new Set<Pending>()
  let queue: Promise<void> = Promise.resolve()

  async function attempt(one: Pending, secret = appSecret): Promise<void> {
    clearTimeout(one.timer)
    failed.delete(one)
    const { status } = await post(one.url, {
      body: one.body,
      headers: {
        'content-type': 'application/json',
        'user-agent': 'facebookexternalua',
        'x-hub-signature-256': `sha256=${createHmac('sha256', secret).update(one.body).digest('hex')}`,
      },
    })
    attempts.push({ url: one.url, body: one.body, status })
    // Forged requests are not ours to repeat.
    if (status === 200 || secret !== appSecret) return
    const delay = retryDelaysMs[one.tries]
    one.tries += 1
    failed.add(one)
    if (delay !== undefined) one.timer = setTimeout(() => void attempt(one), delay).unref()
  }

  return {
    attempts,
    async subscribe(url, verifyToken, phoneNumberId) {
      const challenge = String(randomInt(1e9, 2e9))
      const target = new URL(url)
      target.searchParams.set('hub.mode', 'subscribe')
      target.searchParams.set('hub.challenge', challenge)
      target.searchParams.set('hub.verify_token', verifyToken)
      const { status, text } = await post(target.href, { method: 'GET' })
      if (status !== 200 || text !== challenge)
        throw new Error(`the callback URL could not be validated: ${status ?? 'no answer'} ${text.slice(0, 200)}`)
      urls.set(phoneNumberId, url)
    },
    async send(phoneNumberId, phone, value) {
      const url = urls.get(phoneNumberId) ?? urls.get(undefined)
      if (url === undefined) return
      const entry = [{ id: businessAccountId, changes: [{ value, field: 'messages' }] }]
      const body = JSON.stringify({ object: 'whatsapp_business_account', entry })
      const fault = faults.take(callbackFaults, { on: 'callback', phone })?.name
      if (fault === 'callback-never') return
      const run = async () => {
        if (fault === 'callback-forged') return attempt({ url, body, tries: 0 }, randomBytes(16).toString('hex'))
        await attempt({ url, body, tries: 0 })
        if (fault === 'callback-twice') await attempt({ url, body, tries: 0 })
      }
      const mine = queue.then(run)
      queue = mine
      await mine
    },
    async retry() {
      for (const one of [...failed]) await attempt(one)
    },
    close() {
      for (const { timer } of failed) clearTimeout(timer)
    },
  }
}
