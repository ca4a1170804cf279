/** Audited changes of the products: sender names, templates, contacts, credit, scheduled messages and airtime. */
import { sql } from 'kysely'
import { insertImport } from '../../src/modules/contacts/import/store-pieces.ts'
import { addOverdue, someSettings } from '../airtime.ts'
import { addConversation } from '../chat.ts'
import { addPayment } from '../checkout.ts'
import { orderBody } from '../world.ts'
import { walkCampaigns } from './audit-campaigns.ts'
import { walkFields } from './audit-fields.ts'
import { walkInbox } from './audit-inbox.ts'
import { walkOtp, walkPeople, walkPrices, walkWebhooks } from './audit-people.ts'
import { walkPerson } from './audit-person.ts'
import { walkRetention } from './audit-retention.ts'
import { walkInbound, walkProviders, walkRouting } from './audit-routing.ts'
import { walkSmpp } from './audit-smpp.ts'
import type { ProductsStage, Walk } from './audit-walk.ts'
import { command } from './people.ts'

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
  await walkFields(walk, { world, accountId, owner })
  await walkCampaigns(walk, { world, accountId, owner, text })
  await walkInbox(walk, { world, accountId, owner, text })
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
  await walkScheduling(walk, { world, accountId, owner, text })
  await walkPrices(walk, { world, operator })
  await walkWebhooks(walk, { world, accountId, owner })
  await walkRetention(walk, { accountId, owner, operator })
  await walkSmpp(walk, { accountId, owner })
  await walkMoney(walk, { world, accountId, operator, text })
  await walkOtp(walk, { accountId, owner })
  await walkPeople(walk, { world, accountId, owner, operator })
  await walkPerson(walk, { world, accountId, owner, operator })
  await walkRouting(walk, { operator, text })
  await walkProviders(walk, { operator, text })
  await walkInbound(walk, { accountId, owner, operator, text })
  const conversation = String(await addConversation(world, accountId))
  const chat = { action: 'chat.reply', status: 201, params: params({ conversation }), detail: { message: 1 } }
  const messages = `${account}/chat/conversations/${conversation}/messages`
  await walk(owner, 'POST', '/accounts/:account/chat/conversations/:conversation/messages', messages, { text }, chat)
  // The reply used up an id of a conversation.
  const start = { action: 'chat.start', status: 201, detail: { message: 2, conversation: Number(conversation) + 2 } }
  const first = { channel: 'whatsapp', from: 'SHOP', to: '255713109002', text }
  await walk(owner, 'POST', '/accounts/:account/chat/conversations', `${account}/chat/conversations`, first, start)
  const sync = {
    action: 'chat.sync_templates',
    accountId: null,
    status: 200,
    params: { provider: 'simulator' },
    detail: { templates: 0 },
  }
  const path = '/providers/chat/simulator/templates/sync'
  await walk(operator, 'POST', '/providers/chat/:provider/templates/sync', path, {}, sync)
}

async function walkScheduling(
  walk: Walk,
  { world, accountId, owner, text }: Omit<ProductsStage, 'operator'>,
): Promise<void> {
  const account = `/accounts/${accountId}`
  const scheduled = orderBody({ text, notBefore: '2090-01-01T00:00:00Z', to: ['255712345003', '255712345004'] })
  const sent = (await command(world, 'POST', `${account}/messages`, scheduled)).body
  const [request, message] = [String(sent.requestIds[0]), String(sent.recipients[0].messageId)]
  const of = (action: string, place: Record<string, string>, detail: Record<string, unknown>, status = 200) => ({
    action,
    status,
    params: { account: String(accountId), ...place },
    detail,
  })
  const requests = ['/accounts/:account/requests/:request', `${account}/requests/${request}`] as const
  const messages = ['/accounts/:account/messages/:message', `${account}/messages/${message}`] as const
  const post = (
    [pattern, path]: readonly [string, string],
    end: string,
    given: unknown,
    entry: ReturnType<typeof of>,
  ) => walk(owner, 'POST', `${pattern}/${end}`, `${path}/${end}`, given, entry)
  const to = { notBefore: '2091-01-01T00:00:00Z' }
  await post(requests, 'reschedule', to, of('sms.move', { request }, { ...to, moved: 2, tooLate: 0 }))
  const one = { cancelled: 1, tooLate: 0 }
  await post(messages, 'cancel', {}, of('sms.cancel', { message }, one))
  await post(requests, 'cancel', {}, of('sms.cancel', { request }, one))
  await sql`
    update sms_messages set reason = 'absent_subscriber' where request_id = ${request} and account_id = ${accountId}
  `.execute(world.db)
  await post(requests, 'resend', {}, of('sms.resend', { request }, { resent: request, messages: 2 }, 201))
  const resent = { resentMessage: message, messages: 1 }
  const resend = [`${messages[0]}/resend`, `${messages[1]}/resend?again=true`] as const
  await walk(owner, 'POST', ...resend, {}, of('sms.resend', { message }, resent, 201))
  const smart = { smartEncoding: true }
  const encoded = { action: 'account.smart_encoding', status: 200, detail: smart }
  await walk(owner, 'PUT', '/accounts/:account/account', `${account}/account`, smart, encoded)
  const window = { from: '08:00', to: '20:00' }
  const set = { action: 'account.sending_window', status: 200, detail: { window } }
  await walk(owner, 'PUT', '/accounts/:account/sending-window', `${account}/sending-window`, window, set)
}

async function walkMoney(
  walk: Walk,
  { world, accountId, operator, text }: Omit<ProductsStage, 'owner'>,
): Promise<void> {
  const settings = { active: false, settings: someSettings, secrets: { key: text } }
  const kept = {
    action: 'airtime.provider_set',
    status: 200,
    params: { provider: 'one' },
    detail: { active: false, settings: someSettings, secrets: ['key'] },
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
  const payment = await addPayment(world, accountId, null)
  const ends = { as: 'failed', reason: 'they called' }
  await walk(operator, 'POST', '/payments/:payment/end', `/payments/${payment}/end`, ends, {
    action: 'payments.end',
    status: 200,
    params: { payment: String(payment) },
    detail: { ...ends, accountId, amount: '10.0000' },
  })
  const paid = await addPayment(world, accountId, 'due')
  await walk(
    operator,
    'POST',
    '/payments/:payment/refunded',
    `/payments/${paid}/refunded`,
    { note: 'returned' },
    {
      action: 'payments.refunded',
      status: 200,
      params: { payment: String(paid) },
      detail: { note: 'returned', accountId, amount: '10.0000' },
    },
  )
  const statement = { provider: 'gone', lines: [{ receipt: 'x' }] }
  await walk(operator, 'POST', '/payments/match', '/payments/match', statement, {
    action: 'payments.reconcile',
    status: 200,
  })
}
