/**
 * The products' part of the audit log: every change of senders, templates, books, contacts and credit leaves an entry.
 */
import { insertImport } from '../../src/modules/contacts/store-import-pieces.ts'
import { addOverdue, someSettings } from '../airtime.ts'
import { someCarrier } from '../carriers.ts'
import { addConversation } from '../chat.ts'
import { sendBody, type World } from '../world.ts'
import { command, type Method, type Person } from './people.ts'
import { addBlock } from './rights-people.ts'

export interface Wanted {
  readonly actor?: string
  readonly action?: string
  readonly params?: Record<string, unknown>
  readonly status?: number | null
  readonly detail?: Record<string, unknown> | null
}

/** Makes a change, and compares the one entry that it leaves. */
export type Walk = (
  who: Person,
  method: Method,
  pattern: string,
  path: string,
  body: unknown,
  wanted: Wanted,
) => Promise<void>

export interface ProductsStage {
  readonly world: World
  readonly accountId: number
  readonly owner: Person
  readonly operator: Person
  /** Stands in no entry. */
  readonly text: string
}

export async function walkProducts(
  walk: Walk,
  { world, accountId, owner, operator, text }: ProductsStage,
): Promise<void> {
  const account = `/accounts/${accountId}`
  const params = (more: Record<string, string>) => ({ account: String(accountId), ...more })
  const made = { action: 'template.create', status: 201, detail: { title: 'A title' } }
  await walk(owner, 'POST', '/accounts/:account/templates', `${account}/templates`, { title: 'A title', text }, made)
  const template = String((await owner.ask('GET', `${account}/templates`)).body.data[0].id)
  const retitled = { action: 'template.change', status: 200, params: params({ template }), detail: { title: 'Other' } }
  await walk(
    owner,
    'PUT',
    '/accounts/:account/templates/:template',
    `${account}/templates/${template}`,
    { title: 'Other', text },
    retitled,
  )
  const gone = { action: 'template.remove', status: 204, params: params({ template }) }
  await walk(
    owner,
    'DELETE',
    '/accounts/:account/templates/:template',
    `${account}/templates/${template}`,
    undefined,
    gone,
  )
  const sender = String((await command(world, 'POST', `${account}/senders`, { sender: 'SHOP' })).body.id)
  const other = String((await command(world, 'POST', `${account}/senders`, { sender: 'OTHER' })).body.id)
  const asking = { action: 'sender.request', status: 201, detail: { sender: 'THIRD' } }
  await walk(owner, 'POST', '/accounts/:account/senders', `${account}/senders`, { sender: 'THIRD' }, asking)
  for (const [verb, id, detail] of [
    ['approve', sender, { sender: 'SHOP', reason: null }],
    ['deactivate', sender, { sender: 'SHOP', reason: 'spam' }],
    ['reject', other, { sender: 'OTHER', reason: 'not theirs' }],
  ] as const) {
    const decision = { action: `sender.${verb}`, status: 200, params: params({ sender: id }), detail }
    await walk(
      operator,
      'POST',
      `/accounts/:account/senders/:sender/${verb}`,
      `${account}/senders/${id}/${verb}`,
      { reason: detail.reason ?? '' },
      decision,
    )
  }
  const book = String((await command(world, 'POST', `${account}/books`, { name: 'To change' })).body.id)
  const named = { name: 'A book' }
  await walk(owner, 'POST', '/accounts/:account/books', `${account}/books`, named, {
    action: 'book.create',
    status: 201,
    detail: named,
  })
  const changeBook = { action: 'book.change', status: 200, params: params({ book }), detail: { name: 'Another' } }
  await walk(
    owner,
    'PUT',
    '/accounts/:account/books/:book',
    `${account}/books/${book}`,
    { name: 'Another' },
    changeBook,
  )
  const removeBook = { action: 'book.remove', status: 204, params: params({ book }) }
  await walk(owner, 'DELETE', '/accounts/:account/books/:book', `${account}/books/${book}`, undefined, removeBook)
  const contact = String((await command(world, 'POST', `${account}/contacts`, { phone: '255712000112' })).body.id)
  const someone = { phone: '255712000113' }
  await walk(owner, 'POST', '/accounts/:account/contacts', `${account}/contacts`, someone, {
    action: 'contact.create',
    status: 201,
    detail: someone,
  })
  const changeContact = {
    action: 'contact.change',
    status: 200,
    params: params({ contact }),
    detail: { phone: '255712000112' },
  }
  await walk(
    owner,
    'PUT',
    '/accounts/:account/contacts/:contact',
    `${account}/contacts/${contact}`,
    { firstName: 'Asha' },
    changeContact,
  )
  const removeContact = { action: 'contact.remove', status: 204, params: params({ contact }) }
  await walk(
    owner,
    'DELETE',
    '/accounts/:account/contacts/:contact',
    `${account}/contacts/${contact}`,
    undefined,
    removeContact,
  )
  const target = (await command(world, 'GET', `${account}/books`)).body.data[0].id
  const imported = { action: 'contacts.import', status: 400, params: params({ book: String(target) }) }
  await walk(
    owner,
    'POST',
    '/accounts/:account/books/:book/imports',
    `${account}/books/${target}/imports`,
    { csv: 'no' },
    imported,
  )
  const left = await insertImport(
    world.db,
    accountId,
    { bookId: target, fileName: 'a.csv', columns: [] },
    world.clock.now(),
  )
  const cancel = { action: 'contacts.import-cancel', status: 204, params: params({ import: String(left) }) }
  await walk(owner, 'DELETE', '/accounts/:account/imports/:import', `${account}/imports/${left}`, undefined, cancel)
  const credit = { product: 'SMS', amount: '-2.5' }
  const order = { ...credit, note: text }
  await walk(operator, 'POST', '/accounts/:account/credit', `${account}/credit`, order, {
    action: 'credit.change',
    status: 200,
    detail: credit,
  })
  const postpaid = { allowPostpaid: true, postpaidLimit: '10' }
  const onCredit = { action: 'balance.postpaid', status: 200, params: params({ product: 'SMS' }), detail: postpaid }
  await walk(
    operator,
    'PUT',
    '/accounts/:account/balances/:product/postpaid',
    `${account}/balances/SMS/postpaid`,
    postpaid,
    onCredit,
  )
  const reminders = { creditLevel: '5', smsReminder: true, emailReminder: false, reminderPhone: '255712000112' }
  const told = { action: 'balance.reminders', status: 200, params: params({ product: 'SMS' }), detail: reminders }
  await walk(
    owner,
    'PUT',
    '/accounts/:account/balances/:product/reminders',
    `${account}/balances/SMS/reminders`,
    reminders,
    told,
  )
  const toBook = {
    action: 'sms.send_to_book',
    status: 200,
    params: params({ book: String(target) }),
    detail: { messages: 0 },
  }
  const message = { source_addr: 'INFO', message: text, encoding: 0 }
  await walk(owner, 'POST', '/accounts/:account/books/:book/send', `${account}/books/${target}/send`, message, toBook)
  await walkScheduling(walk, { world, accountId, owner, text })
  await walkPrices(walk, { world, operator })
  await walkWebhooks(walk, { world, accountId, owner })
  await walkAirtime(walk, { world, accountId, operator, text })
  await walkOtp(walk, { accountId, owner })
  await walkPeople(walk, { world, accountId, owner, operator })
  await walkRouting(walk, { operator, text })
  await walkInbound(walk, { accountId, owner, operator, text })
  const conversation = String(await addConversation(world, accountId))
  const chat = { action: 'chat.reply', status: 201, params: params({ conversation }), detail: { message: 1 } }
  const messages = `${account}/chat/conversations/${conversation}/messages`
  await walk(owner, 'POST', '/accounts/:account/chat/conversations/:conversation/messages', messages, { text }, chat)
}

async function walkScheduling(
  walk: Walk,
  { world, accountId, owner, text }: Omit<ProductsStage, 'operator'>,
): Promise<void> {
  const account = `/accounts/${accountId}`
  const scheduled = sendBody({ message: text, schedule_time: '2090-01-01 00:00' })
  const request = String((await command(world, 'POST', `${account}/sms/send`, scheduled)).body.request_id)
  const of = (action: string, detail: Record<string, unknown>) => ({
    action,
    status: 200,
    params: { account: String(accountId), request },
    detail,
  })
  const [pattern, path] = ['/accounts/:account/scheduled/:request', `${account}/scheduled/${request}`]
  const to = { schedule_time: '2091-01-01 00:00' }
  await walk(owner, 'POST', `${pattern}/move`, `${path}/move`, to, of('sms.move', { ...to, moved: 1, tooLate: 0 }))
  await walk(owner, 'POST', `${pattern}/cancel`, `${path}/cancel`, {}, of('sms.cancel', { cancelled: 1, tooLate: 0 }))
  const window = { from: '08:00', to: '20:00' }
  const set = { action: 'account.sending_window', status: 200, detail: { window } }
  await walk(owner, 'PUT', '/accounts/:account/sending-window', `${account}/sending-window`, window, set)
}

async function walkAirtime(
  walk: Walk,
  { world, accountId, operator, text }: Omit<ProductsStage, 'owner'>,
): Promise<void> {
  const settings = { active: false, settings: someSettings, secrets: { key: text } }
  const kept = {
    action: 'airtime.provider_set',
    status: 200,
    params: { provider: 'one' },
    detail: { active: false, secrets: ['key'] },
  }
  await walk(operator, 'PUT', '/airtime/providers/:provider', '/airtime/providers/one', settings, kept)
  const dropped = { action: 'airtime.provider_remove', status: 204, params: { provider: 'one' } }
  await walk(operator, 'DELETE', '/airtime/providers/:provider', '/airtime/providers/one', undefined, dropped)
  const transfer = await addOverdue(world, accountId)
  const byHand = { as: 'successful', reason: 'they called' }
  const ended = {
    action: 'airtime.end',
    status: 200,
    params: { transfer },
    detail: { ...byHand, accountId, amount: '10.0000' },
  }
  await walk(operator, 'POST', '/airtime/transfers/:transfer/end', `/airtime/transfers/${transfer}/end`, byHand, ended)
}

async function walkRouting(walk: Walk, { operator, text }: Pick<ProductsStage, 'operator' | 'text'>): Promise<void> {
  const params = { carrier: 'one' }
  const carrier = { ...someCarrier, secrets: { password: text }, health: { errorsAbove: 0.5 } }
  const { kind, settings, health } = carrier
  const set = {
    action: 'carrier.set',
    status: 200,
    params,
    detail: { kind, settings, secrets: ['password'], failoverSeconds: 30, health },
  }
  await walk(operator, 'PUT', '/carriers/:carrier', '/carriers/one', carrier, set)
  for (const verb of ['pause', 'resume']) {
    await walk(operator, 'POST', `/carriers/:carrier/${verb}`, `/carriers/one/${verb}`, undefined, {
      action: `carrier.${verb}`,
      status: 200,
      params,
    })
  }
  const route = { carrier: 'one', prefix: '999', accountId: null, sender: 'INFO', lane: 'bulk', place: 2 }
  await walk(operator, 'POST', '/routes', '/routes', route, {
    action: 'route.add',
    status: 201,
    params: {},
    detail: route,
  })
  const id = String((await operator.ask('GET', '/routes')).body.data[0].id)
  await walk(operator, 'DELETE', '/routes/:route', `/routes/${id}`, undefined, {
    action: 'route.remove',
    status: 204,
    params: { route: id },
    detail: route,
  })
  await walk(operator, 'DELETE', '/carriers/:carrier', '/carriers/one', undefined, {
    action: 'carrier.remove',
    status: 204,
    params,
  })
}

async function walkInbound(
  walk: Walk,
  { accountId, owner, operator, text }: Omit<ProductsStage, 'world'>,
): Promise<void> {
  const [number, keyword] = ['/inbound/numbers/15001', '/inbound/numbers/15001/keywords/duka']
  const [params, detail] = [{ number: '15001' }, { accountId }]
  const [numberPattern, keywordPattern] = ['/inbound/numbers/:number', '/inbound/numbers/:number/keywords/:keyword']
  await walk(operator, 'PUT', numberPattern, number, detail, {
    action: 'inbound.number_set',
    status: 200,
    params,
    detail,
  })
  const withWord = { status: 200, params: { ...params, keyword: 'duka' }, detail }
  await walk(operator, 'PUT', keywordPattern, keyword, detail, { action: 'inbound.keyword_set', ...withWord })
  const written = { from: '255712000112', to: '15001' }
  const simulated = { action: 'inbound.simulate', status: 202, params: {}, detail: written }
  await walk(operator, 'POST', '/inbound/simulate', '/inbound/simulate', { ...written, text }, simulated)
  const { from: phone, to } = written
  const fromPhone = {
    action: 'phone.write',
    status: 201,
    params: { account: String(accountId), phone },
    detail: { to },
  }
  await walk(
    owner,
    'POST',
    '/accounts/:account/phones/:phone/messages',
    `/accounts/${accountId}/phones/${phone}/messages`,
    { to, text },
    fromPhone,
  )
  const [ahead, chaos] = [{ seconds: 1 }, { latencyMs: 0, refusalRate: 0 }]
  await walk(operator, 'POST', '/simulator/clock', '/simulator/clock', ahead, {
    action: 'simulator.clock',
    status: 200,
    params: {},
    detail: ahead,
  })
  await walk(operator, 'PUT', '/simulator/chaos', '/simulator/chaos', chaos, {
    action: 'simulator.chaos',
    status: 200,
    params: {},
    detail: chaos,
  })
  const gone = { action: 'inbound.keyword_remove', status: 204, params: withWord.params }
  await walk(operator, 'DELETE', keywordPattern, keyword, undefined, gone)
  await walk(operator, 'DELETE', numberPattern, number, undefined, {
    action: 'inbound.number_remove',
    status: 204,
    params,
  })
  const helpReply = 'Call 0800 100 100'
  const words = { action: 'inbound.words', status: 200, detail: { stop: ['STOP', 'BASI'], helpReply } }
  await walk(
    owner,
    'PUT',
    '/accounts/:account/inbound/words',
    `/accounts/${accountId}/inbound/words`,
    { stop: ['Stop', 'basi'], helpReply },
    words,
  )
}

/** What the pages of the dashboard do for the people of an account. */
async function walkPeople(
  walk: Walk,
  { world, accountId, owner, operator }: Pick<ProductsStage, 'world' | 'accountId' | 'owner' | 'operator'>,
): Promise<void> {
  const [pattern, path] = ['/accounts/:account', `/accounts/${accountId}`]
  const renamed = { name: 'Another name' }
  await walk(operator, 'PUT', pattern, path, renamed, { action: 'account.rename', status: 200, detail: renamed })
  const credential = String((await command(world, 'POST', `${path}/keys`, { name: 'to replace' })).body.id)
  const params = { account: String(accountId), credential }
  const lenient = { lenient: true }
  const changed = { action: 'credential.change', status: 200, params, detail: lenient }
  await walk(owner, 'PUT', `${pattern}/credentials/:credential`, `${path}/credentials/${credential}`, lenient, changed)
  const rotated = { action: 'credential.rotate', status: 201, params, detail: { overlapHours: 24 } }
  await walk(
    owner,
    'POST',
    `${pattern}/credentials/:credential/rotate`,
    `${path}/credentials/${credential}/rotate`,
    { overlapHours: 24 },
    rotated,
  )
  const block = await addBlock(world, accountId)
  const lifted = {
    action: 'otp.block_lift',
    status: 204,
    params: { account: String(accountId), block },
    detail: { app: 1, prefix: '25571234' },
  }
  await walk(owner, 'DELETE', `${pattern}/otp/blocks/:block`, `${path}/otp/blocks/${block}`, undefined, lifted)
  await command(world, 'POST', `${path}/credit`, { product: 'AIRTIME', amount: '10' })
  const paid = { action: 'airtime.transfer', status: 201, detail: { phone: '255712000115', amount: '10.0000' } }
  await walk(owner, 'POST', `${pattern}/airtime`, `${path}/airtime`, { phone: '255712000115', amount: '10' }, paid)
}

async function walkOtp(walk: Walk, { accountId, owner }: Pick<ProductsStage, 'accountId' | 'owner'>): Promise<void> {
  const [pattern, path] = ['/accounts/:account/otp/apps', `/accounts/${accountId}/otp/apps`]
  const made = { name: 'Sign-in', pinLength: 4 }
  await walk(owner, 'POST', pattern, path, made, { action: 'otp.app_add', status: 201, detail: { app: 2, ...made } })
  const change = { active: false, guard: 'block' }
  const params = { account: String(accountId), app: '2' }
  await walk(owner, 'PUT', `${pattern}/:app`, `${path}/2`, change, {
    action: 'otp.app_change',
    status: 200,
    params,
    detail: { app: 2, ...change },
  })
}

async function walkWebhooks(
  walk: Walk,
  { world, accountId, owner }: Pick<ProductsStage, 'world' | 'accountId' | 'owner'>,
): Promise<void> {
  const [pattern, path] = ['/accounts/:account/webhooks', `/accounts/${accountId}/webhooks`]
  const url = 'http://127.0.0.1:9/'
  const { id } = (await command(world, 'POST', path, { event: 'chat', url })).body
  const of = (action: string, status: number, detail: Record<string, unknown>) => ({
    action: `webhook.${action}`,
    status,
    params: { account: String(accountId), endpoint: String(id) },
    detail: { endpoint: id, ...detail },
  })
  // The number of the next one: the detail names it.
  const added = { action: 'webhook.add', status: 201, detail: { endpoint: id + 1, event: 'airtime', url } }
  await walk(owner, 'POST', pattern, path, { event: 'airtime', url }, added)
  const one = [`${pattern}/:endpoint`, `${path}/${id}`] as const
  await walk(owner, 'PUT', ...one, { flatArgs: true }, of('change', 200, { flatArgs: true }))
  await walk(owner, 'POST', `${one[0]}/rotate`, `${one[1]}/rotate`, undefined, of('rotate', 200, {}))
  await walk(owner, 'POST', `${one[0]}/test`, `${one[1]}/test`, undefined, of('test', 202, {}))
  const since = '2030-01-31'
  await walk(
    owner,
    'POST',
    `${one[0]}/repeat`,
    `${one[1]}/repeat`,
    { since },
    of('repeat', 200, { since, failedOnly: false }),
  )
  await walk(owner, 'DELETE', ...one, undefined, of('remove', 204, {}))
}

async function walkPrices(walk: Walk, { world, operator }: Pick<ProductsStage, 'world' | 'operator'>): Promise<void> {
  const price = { product: 'OTP', prefix: '255', amount: '2.5', validFrom: '2030-01-31' }
  const detail = {
    product: 'OTP',
    accountId: null,
    prefix: '255',
    currency: 'TZS',
    amount: '2.5000',
    validFrom: '2030-01-31T00:00:00.000Z',
  }
  await walk(operator, 'PUT', '/prices', '/prices', price, { action: 'price.set', status: 200, params: {}, detail })
  const id = String((await command(world, 'GET', '/prices?product=OTP')).body.data[0].id)
  await walk(operator, 'DELETE', '/prices/:price', `/prices/${id}`, undefined, {
    action: 'price.remove',
    status: 204,
    params: { price: id },
    detail,
  })
  await walk(
    operator,
    'POST',
    '/prices/import',
    '/prices/import',
    { csv: 'no' },
    { action: 'prices.load', status: 400, params: {} },
  )
}
