/** Every change of an account, with the detail of its audit entry. Each creates the objects that it needs. */
import { sql } from 'kysely'
import { insertImport } from '../../src/modules/contacts/import/store-pieces.ts'
import { addBlock, failedCampaign } from '../account-objects.ts'
import { addConversation } from '../chat.ts'
import { conversationWith } from '../inbox.ts'
import { orderBody, type World } from '../world.ts'
import { command, invite, type Person } from './people.ts'

export interface ChangesStage {
  readonly world: World
  readonly accountId: number
  readonly owner: Person
  readonly operator: Person
  /** A message text, which must not appear in any entry. */
  readonly text: string
}

interface More {
  /** The objects in the path, by the name of the parameter. */
  readonly ids?: Readonly<Record<string, unknown>>
  readonly query?: string
  /** The status, if it is not the one of the contract. */
  readonly status?: number
  /** By default an operator if the route is for operators, else the owner. */
  readonly by?: Person
  /** The account of the entry, if the path does not contain it. */
  readonly accountId?: number
  /** The request does not show who sent it. */
  readonly isAnonymous?: true
}

/** The fields of the detail are compared; the detail may have more, such as new ids. */
export type Change = readonly [route: string, body?: unknown, detail?: object | null, more?: More]

const phone = '255712000111'
/** A text is sent as a CSV file. */
const file = `phone\n${phone}\n`
const schedule = { at: '2090-01-01T09:00', zone: 'Africa/Dar_es_Salaam' }
const filter = { match: 'all', conditions: [{ field: 'city', op: 'set' }] }

export async function* changesOfAccount(stage: ChangesStage): AsyncGenerator<Change> {
  const { world, accountId, text } = stage
  const create = async (path: string, body: unknown) =>
    (await command(world, 'POST', `/accounts/${accountId}${path}`, body)).body.id
  const first = async (path: string) => (await command(world, 'GET', `/accounts/${accountId}${path}`)).body.data[0].id

  yield ['POST /v2/optouts', { phone }, { phone }]
  yield ['DELETE /v2/optouts/:phone', undefined, null, { ids: { phone } }]
  yield ['POST /v2/optouts/import', file, {}]
  yield ['POST /v2/consents', { phone, source: 'form', text }, { status: 'given' }]
  yield ['POST /v2/consents/import', 'phone,at\n255799000002,2026-01-31\n', {}]

  const template = await create('/templates', { title: 'A title', text })
  yield ['POST /v2/templates', { title: 'A title', text }, { title: 'A title' }]
  yield ['PUT /v2/templates/:template', { title: 'Other', text }, { title: 'Other' }, { ids: { template } }]
  yield ['DELETE /v2/templates/:template', undefined, null, { ids: { template } }]

  yield ['POST /v2/senders', { sender: 'THIRD' }, { sender: 'THIRD' }]

  const book = await create('/books', { name: 'To change' })
  yield ['POST /v2/books', { name: 'A book' }, { name: 'A book' }]
  yield ['PUT /v2/books/:book', { name: 'Another' }, { name: 'Another' }, { ids: { book } }]
  yield ['POST /v2/books/:book/imports', file, {}, { ids: { book } }]
  const left = await insertImport(world.db, accountId, { bookId: book, fileName: '', columns: [] }, world.clock.now())
  yield ['DELETE /v2/imports/:import', undefined, null, { ids: { import: left } }]
  yield ['DELETE /v2/books/:book', undefined, null, { ids: { book: await create('/books', { name: 'To delete' }) } }]
  const contact = await create('/contacts', { phone: '255712000112' })
  yield ['POST /v2/contacts', { phone: '255712000113' }, { phone: '255712000113' }]
  yield ['PUT /v2/contacts/:contact', { firstName: 'Asha' }, { phone: '255712000112' }, { ids: { contact } }]
  yield ['DELETE /v2/contacts/:contact', undefined, null, { ids: { contact } }]
  yield ['POST /v2/contact-fields', { name: 'Points', type: 'text' }, { name: 'Points', key: 'points' }]
  const field = { ids: { field: await first('/contact-fields') } }
  yield ['PUT /v2/contact-fields/:field', { name: 'Renamed' }, { name: 'Renamed', key: 'points' }, field]
  yield ['DELETE /v2/contact-fields/:field', undefined, null, field]
  yield ['POST /v2/segments', { name: 'A segment', filter }, { name: 'A segment' }]
  const segment = { ids: { segment: await first('/segments') } }
  yield ['PUT /v2/segments/:segment', { name: 'Renamed' }, { name: 'Renamed' }, segment]
  yield ['DELETE /v2/segments/:segment', undefined, null, segment]

  yield* changesOfCampaigns(stage)
  const conversation = { ids: { conversation: await conversationWith(world, accountId) } }
  const closed = { status: 'closed', assigneeId: stage.owner.id }
  yield ['PUT /v2/conversations/:conversation', closed, closed, conversation]
  yield ['POST /v2/conversations/:conversation/notes', { text }, null, conversation]
  yield ['POST /v2/conversations/:conversation/replies', { text }, {}, conversation]
  yield ['POST /v2/conversations', { phone: '255712000114', text }, {}]
  const chat = await addConversation(world, accountId)
  yield ['POST /v2/conversations/:conversation/replies', { text }, { message: 1 }, { ids: { conversation: chat } }]
  const byChat = { channel: 'whatsapp', from: 'SHOP', phone: '255713109002', text }
  yield ['POST /v2/conversations', byChat, { message: 2 }]

  const product = { ids: { product: 'SMS' } }
  const reminders = { creditLevel: '5', smsReminder: true, emailReminder: false, reminderPhone: '255712000112' }
  yield ['PUT /v2/balances/:product/reminders', reminders, reminders, product]
  yield* changesOfMessages(stage)
  yield* changesOfWebhooks(stage)

  const app = { name: 'Sign-in', pinLength: 4 }
  const appChange = { active: false, guard: 'block' }
  yield ['POST /v2/otp/apps', app, { app: 2, ...app }]
  yield ['PUT /v2/otp/apps/:app', appChange, { app: 2, ...appChange }, { ids: { app: 2 } }]
  const block = { ids: { block: await addBlock(world, accountId) } }
  yield ['DELETE /v2/otp/blocks/:block', undefined, { app: 1, prefix: '25571234' }, block]
  await create('/credit', { product: 'AIRTIME', amount: '10' })
  yield ['POST /v2/airtime', { phone, amount: '10' }, { phone, amount: '10.0000' }]
  const helpReply = 'Call 0800 100 100'
  yield ['PUT /v2/inbound/words', { stop: ['Stop', 'basi'], helpReply }, { stop: ['STOP', 'BASI'], helpReply }]
}

async function* changesOfCampaigns({ world, accountId, text }: ChangesStage): AsyncGenerator<Change> {
  const path = `/accounts/${accountId}`
  const { id: contact } = (await command(world, 'POST', `${path}/contacts`, { phone: '255712000115' })).body
  const draft = { name: 'Of a test', from: 'INFO', text, schedule, audience: { contactIds: [contact] } }
  yield ['POST /v2/campaigns', draft, { name: draft.name }]
  const one = { ids: { campaign: (await command(world, 'GET', `${path}/campaigns`)).body.data[0].id } }
  yield ['PUT /v2/campaigns/:campaign', { name: 'Renamed' }, null, one]
  yield ['PUT /v2/campaigns/:campaign/file', file, {}, one]
  yield ['DELETE /v2/campaigns/:campaign/file', undefined, null, one]
  yield ['POST /v2/campaigns/:campaign/test', { to: ['255712000113'] }, null, one]
  for (const action of ['start', 'withdraw', 'start', 'pause', 'resume', 'cancel'])
    yield [`POST /v2/campaigns/:campaign/${action}`, undefined, null, one]
  const failed = { ids: { campaign: await failedCampaign(world, accountId) } }
  yield ['POST /v2/campaigns/:campaign/resend', undefined, {}, failed]
  yield [
    'DELETE /v2/campaigns/:campaign',
    undefined,
    null,
    { ids: { campaign: await failedCampaign(world, accountId) } },
  ]
}

async function* changesOfMessages({ world, accountId, text }: ChangesStage): AsyncGenerator<Change> {
  yield ['POST /v2/messages', orderBody({ text }), { messages: 1 }]
  const order = orderBody({ text, notBefore: '2090-01-01T00:00:00Z', to: ['255712345003', '255712345004'] })
  const { body } = await command(world, 'POST', `/accounts/${accountId}/messages`, order)
  const [request, message] = [String(body.requestIds[0]), String(body.recipients[0].messageId)]
  const [ofRequest, ofMessage] = [{ ids: { request } }, { ids: { message } }]
  const later = { notBefore: '2091-01-01T00:00:00Z' }
  yield ['POST /v2/requests/:request/reschedule', later, { ...later, moved: 2, tooLate: 0 }, ofRequest]
  yield ['POST /v2/messages/:message/cancel', {}, { cancelled: 1, tooLate: 0 }, ofMessage]
  yield ['POST /v2/requests/:request/cancel', {}, { cancelled: 1, tooLate: 0 }, ofRequest]
  await sql`
    update sms_messages set reason = 'absent_subscriber' where request_id = ${request} and account_id = ${accountId}
  `.execute(world.db)
  yield ['POST /v2/requests/:request/resend', {}, { resent: request, messages: 2 }, ofRequest]
  const again = { ...ofMessage, query: '?again=true' }
  yield ['POST /v2/messages/:message/resend', {}, { resentMessage: message, messages: 1 }, again]
  const settings = { smartEncoding: true, sendingWindow: { from: '08:00', to: '20:00' } }
  const changed = {
    smartEncoding: { old: false, new: true },
    sendingWindow: { old: null, new: settings.sendingWindow },
  }
  yield ['PATCH /v2/account', { ...settings, consentRequired: false }, changed]
}

async function* changesOfWebhooks({ world, accountId }: ChangesStage): AsyncGenerator<Change> {
  const url = 'http://127.0.0.1:9/'
  const { id: endpoint } = (await command(world, 'POST', `/accounts/${accountId}/webhooks`, { event: 'chat', url }))
    .body
  const one = { ids: { endpoint } }
  // Endpoint ids are consecutive.
  yield ['POST /v2/webhooks', { event: 'airtime', url }, { endpoint: endpoint + 1, event: 'airtime', url }]
  const options = { flatArgs: true, stringIds: true }
  const change = { ...options, headers: { Authorization: 'a secret header' } }
  const changed = { endpoint, ...options, headers: ['authorization'] }
  yield ['PUT /v2/webhooks/:endpoint', change, changed, one]
  yield ['POST /v2/webhooks/:endpoint/rotate', undefined, { endpoint }, one]
  yield ['POST /v2/webhooks/:endpoint/test', undefined, { endpoint }, one]
  const since = '2030-01-31'
  yield ['POST /v2/webhooks/:endpoint/repeat', { since }, { endpoint, since, failedOnly: false }, one]
  yield ['DELETE /v2/webhooks/:endpoint', undefined, { endpoint }, one]
}

/** Changes under `/accounts/:account` of the console. */
export async function* changesOfAccess(stage: ChangesStage): AsyncGenerator<Change> {
  const { world, accountId, operator, text } = stage
  const create = async (path: string, body: unknown) =>
    (await command(world, 'POST', `/accounts/${accountId}${path}`, body)).body.id
  const account = '/accounts/:account'
  const same = (route: string, body: object): Change => [route, body, body]

  const settings = { requestsPerSecond: 100, language: 'fr', shopUrl: 'https://shop.example.com/' }
  const unchanged = { suspended: false, twoFactorRequired: false, parentId: null }
  const changed = Object.fromEntries(Object.entries(settings).map(([name, value]) => [name, { old: null, new: value }]))
  yield [`PATCH ${account}`, { ...settings, ...unchanged }, changed]
  yield same(`PUT ${account}/retention`, { messages: 90, texts: 'default' })
  yield same(`PUT ${account}/otp/allowance`, { countries: ['KE'], ranges: ['25671'] })
  yield [`POST ${account}/credit`, { product: 'SMS', amount: '-2.5', note: text }, { product: 'SMS', amount: '-2.5' }]
  const postpaid = { allowPostpaid: true, postpaidLimit: '10' }
  yield [`PUT ${account}/balances/:product/postpaid`, postpaid, postpaid, { ids: { product: 'SMS' } }]
  const child = (await command(world, 'POST', '/accounts', { name: 'A sub-account', parentId: accountId })).body.id
  const moved = { direction: 'to', product: 'SMS', amount: '1' }
  yield [`POST ${account}/sub-accounts/:child/transfer`, { ...moved, note: text }, moved, { ids: { child } }]

  yield same(`POST ${account}/keys`, { name: 'A key', scopes: ['messages:read'], addresses: ['10.0.0.0/8'] })
  yield same(`POST ${account}/tokens`, { name: 'A token' })
  const key = { ids: { credential: await create('/keys', { name: 'To replace' }) } }
  const credential = `${account}/credentials/:credential`
  const rights = { lenient: true, scopes: ['contacts:read'] }
  yield [`PATCH ${credential}`, rights, rights, key]
  yield [`POST ${credential}/rotate`, { overlapHours: 24 }, { overlapHours: 24 }, key]
  yield [`DELETE ${credential}`, undefined, null, { ids: { credential: await create('/keys', { name: 'To revoke' }) } }]
  yield same(`POST ${account}/smpp/credentials`, { systemId: 'audited', rate: 5 })

  const newcomer = { email: 'newcomer@example.com', role: 'viewer' }
  // Invitations by an owner need a mail server.
  yield [`POST ${account}/members`, newcomer, newcomer, { by: operator }]
  const user = { ids: { user: (await invite(world, accountId, 'viewer')).id } }
  yield [`PUT ${account}/members/:user`, { role: 'member' }, { role: 'member' }, user]
  yield [`DELETE ${account}/members/:user`, undefined, null, user]

  for (const [verb, name, reason] of [
    ['approve', 'SHOP', null],
    ['deactivate', 'SHOP', 'spam'],
    ['reject', 'OTHER', 'not theirs'],
  ] as const) {
    const { data } = (await command(world, 'GET', `/accounts/${accountId}/senders?limit=100`)).body
    const known = data.find(({ sender }: { sender: string }) => sender === name)
    const ids = { sender: known?.id ?? (await create('/senders', { sender: name })) }
    yield [
      `POST ${account}/senders/:sender/${verb}`,
      reason === null ? {} : { reason },
      { sender: name, reason },
      { ids },
    ]
  }
}
