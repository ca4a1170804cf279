/** Whoever is refused is told what to do next, whatever they asked for. */
import assert from 'node:assert/strict'
import { after, before, it } from 'node:test'
import { adminPassword, ask as askConsole, command, signIn } from './console/people.ts'
import { type Answer, onOneEngine, openWorld, sendBody, type World } from './world.ts'

/** Never in the log, wherever it was sent. */
const number = '255799887766'
const text = 'Sesame opens at nine'

type Method = Parameters<World['request']>[0]
type Case = readonly [
  what: string,
  status: number,
  hint: RegExp,
  method: Method,
  path: string,
  body?: unknown,
  headers?: Record<string, string | undefined>,
]

const send = '/v1/send'
const contacts = '/public/v1/contacts'
const books = '/public/v1/address-books'
const senders = '/public/v1/sender-names'
const templates = '/public/v1/sms-templates'
const reports = '/public/v1/delivery-reports'

const recipient = (change: Record<string, unknown>) => ({ recipient_id: 1, dest_addr: number, ...change })
const message = (change: Record<string, unknown>) => sendBody({ message: text, recipients: [recipient({})], ...change })
const transfer = (change: Record<string, unknown>) => ({
  dest_addr: number,
  amount: '10',
  reference_id: 'one',
  ...change,
})
const chat = (change: Record<string, unknown>) => ({
  from: 'Shop',
  to: number,
  channel: 'whatsapp',
  message_type: 'text',
  text,
  ...change,
})
const pay = (change: Record<string, string>) =>
  `/v1/checkout?${new URLSearchParams({ amount: '1', reference_number: 'r', transaction_id: 't', ...change })}`

const cases: readonly Case[] = [
  [
    'no credential',
    400,
    /Authorization: Basic.*npx ngoma key create/,
    'POST',
    send,
    message({}),
    { authorization: undefined },
  ],
  ['a key that nobody has', 401, /API setup/, 'POST', send, message({}), { authorization: 'Basic bm86bm8=' }],
  ['a token that nobody has', 401, /API setup/, 'GET', contacts, undefined, { authorization: 'nobody-has-this-token' }],
  ['Bearer', 401, /without Bearer/, 'GET', contacts, undefined, { authorization: 'Bearer x' }],
  ['an unknown path', 404, /\/docs lists the paths/, 'GET', '/nothing'],
  ['an unknown path of the API', 404, /\/docs lists the paths/, 'GET', '/v1/nothing'],
  ['a path under another prefix', 404, /perhaps you mean \/v1\/send;/, 'POST', '/v2/sms/send', message({})],
  [
    'a path with an id under another prefix',
    404,
    /perhaps you mean \/public\/v1\/contacts;/,
    'GET',
    '/api/contacts/17',
  ],
  ['a path in capitals', 404, /perhaps you mean \/v1\/send;/, 'POST', '/v1/SEND', message({})],
  ['a path for lenient clients', 404, /^ask for .public.v1.contacts.*lenient key/, 'GET', '/v1/contacts'],
  ['another method', 405, /^this path takes POST$/, 'GET', send],
  [
    'a body of another type',
    415,
    /application\/json, or application\/xml$/,
    'POST',
    send,
    'x',
    { 'content-type': 'text/plain' },
  ],
  ['XML where it is not read', 415, /application\/json$/, 'POST', contacts, '<a/>', { 'content-type': 'text/xml' }],
  ['a compressed body', 415, /without Content-Encoding/, 'POST', send, message({}), { 'content-encoding': 'gzip' }],
  ['a body that is too large', 413, /at most 4 KiB/, 'POST', send, message({ message: 'x'.repeat(5_000) })],
  [
    'an idempotency key that is too long',
    400,
    /1 to 255 characters/,
    'POST',
    send,
    message({}),
    { 'idempotency-key': 'x'.repeat(256) },
  ],

  ['an empty body', 400, /the body is empty/, 'POST', send, '', { 'content-type': 'application/json' }],
  ['no body', 400, /a JSON object.*\/docs#tag\/sms/, 'POST', send],
  ['JSON that ends too early', 400, /ends too early/, 'POST', send, '{"message":'],
  ['JSON with a comma too many', 400, /at line 2, column 1/, 'POST', send, '{"message":1,\n}'],
  ['JSON with something after it', 400, /after JSON at line 1, column 4/, 'POST', send, `{} "${text}"`],
  ['JSON with a text that is none', 400, /double quotes/, 'POST', send, `{"message": ${text}}`],
  ['bytes that are no text', 400, /UTF-8/, 'POST', send, Buffer.from([0xff]), { 'content-type': 'application/json' }],
  ['a NUL', 400, /NUL/, 'POST', send, '{"message":"\\u0000"}'],
  ['XML that is none', 400, /no XML/, 'POST', send, '<a>', { 'content-type': 'application/xml' }],
  ['a job name that is no text', 400, /^job_name is a text/, 'POST', send, message({ job_name: 1 })],
  ['a send without sender', 400, /^source_addr is a text/, 'POST', send, message({ source_addr: undefined })],
  ['a send without message', 400, /^message is a text/, 'POST', send, message({ message: undefined })],
  ['an unknown encoding', 400, /^encoding is 0 .* or 8/, 'POST', send, message({ encoding: 5 })],
  ['no recipients', 400, /^recipients is a list .*dest_addr/, 'POST', send, message({ recipients: number })],
  [
    'too many recipients',
    400,
    /has 7 entries: send them in 3 requests/,
    'POST',
    send,
    message({ recipients: Array(7).fill(recipient({})) }),
  ],
  [
    'a number that is one',
    400,
    /^entry 2 of recipients/,
    'POST',
    send,
    message({ recipients: [recipient({}), { recipient_id: 2, dest_addr: Number(number) }] }),
  ],
  [
    'no recipient id',
    400,
    /an integer; entry 1 of recipients/,
    'POST',
    send,
    message({ recipients: [recipient({ recipient_id: 'x' })] }),
  ],
  ['an empty message', 400, /empty/, 'POST', send, message({ message: '' })],
  ['no time', 400, /yyyy-mm-dd hh:mm/, 'POST', send, message({ schedule_time: 'soon' })],
  [
    'a time that has passed',
    400,
    /GMT\+0, where it is \d{4}-\d\d-\d\d \d\d:\d\d now/,
    'POST',
    send,
    message({ schedule_time: '2001-01-01 00:00' }),
  ],
  ['a sender of nobody', 400, /active: INFO/, 'POST', send, message({ source_addr: 'NOBODY' })],
  ['reports of nothing', 400, /request_id=.*dest_addr=/, 'GET', reports],
  ['a page that is none', 400, /^page is an integer from 1 on$/, 'GET', `${reports}?dest_addr=${number}&page=0`],
  [
    'a limit that is none',
    400,
    /^limit is an integer from 1 to 1000$/,
    'GET',
    `${reports}?dest_addr=${number}&limit=x`,
  ],

  ['a sender without body', 400, /senderid and sample_content/, 'POST', senders, []],
  ['a sender that is none', 400, /1 to 11 letters/, 'POST', senders, { senderid: 'a sender that is too long' }],
  ['a sample that is no text', 400, /^sample_content is/, 'POST', senders, { senderid: 'SHOP', sample_content: 1 }],
  ['a sender that is there', 409, /INFO is active/, 'POST', senders, { senderid: 'INFO' }],
  ['a status twice', 400, /one of pending/, 'GET', `${senders}?status=a&status=b`],
  ['an order that is none', 400, /^sortOrder is one of asc, desc$/, 'GET', `${senders}?sortOrder=up`],
  ['a field that is none', 400, /^sortBy is one of .*created/, 'GET', `${senders}?sortBy=up`],
  ['a template of nobody', 404, /the list of templates has their ids/, 'PUT', `${templates}/999999`, { message: text }],
  [
    'a title that is too long',
    400,
    /at most 100 characters/,
    'POST',
    templates,
    { sms_title: 'x'.repeat(101), message: text },
  ],
  ['a template to delete of nobody', 404, /the list of templates has their ids/, 'DELETE', `${templates}/999999`],

  ['a contact that is no object', 400, /\/docs#tag\/contacts/, 'POST', contacts, []],
  ['a contact without number', 400, /country code/, 'POST', contacts, { first_name: 'Ann' }],
  [
    'a contact in a book of nobody',
    404,
    /^addressbook_id is a list/,
    'POST',
    contacts,
    { mob_no: number, addressbook_id: ['999999'] },
  ],
  [
    'a name that is no text',
    400,
    /^correct first_name/,
    'POST',
    contacts,
    { mob_no: number, addressbook_id: ['1'], first_name: 1 },
  ],
  [
    'a contact of nobody',
    404,
    /the list of contacts has their ids/,
    'PUT',
    `${contacts}/999999`,
    { first_name: 'Ann' },
  ],
  ['contacts to delete that are not named', 400, /^contacts_id is a list/, 'DELETE', contacts, {}],
  ['a search that is too long', 400, /^q is a text of at most 200/, 'GET', `${contacts}?q=${'x'.repeat(201)}`],
  ['a book without name', 400, /^addressbook is the name/, 'POST', books, {}],
  ['a book that is there', 409, /another name/, 'POST', books, { addressbook: 'Default' }],
  ['a book of nobody', 404, /the list of address books has their ids/, 'PUT', `${books}/999999`, { addressbook: 'X' }],
  ['the book that stays', 403, /delete the contacts in it/, 'DELETE', `${books}/1`],
  ['the book that keeps its name', 403, /keeps its name/, 'PUT', `${books}/1`, { addressbook: 'X' }],
  ['a time that is none', 400, /^created_from is a day such as/, 'GET', `${books}?created_from=x`],

  ['a transfer that is no object', 400, /\/docs#tag\/airtime/, 'POST', '/v1/transfer', []],
  ['a transfer without number', 400, /^dest_addr is/, 'POST', '/v1/transfer', transfer({ dest_addr: undefined })],
  [
    'a transfer to no number',
    400,
    /digits alone, with the country code/,
    'POST',
    '/v1/transfer',
    transfer({ dest_addr: '0712' }),
  ],
  ['a transfer without amount', 400, /^amount is/, 'POST', '/v1/transfer', transfer({ amount: undefined })],
  ['a transfer of no amount', 400, /^amount is a text/, 'POST', '/v1/transfer', transfer({ amount: 10 })],
  [
    'a transfer without reference',
    400,
    /^reference_id, by this very name/,
    'POST',
    '/v1/transfer',
    transfer({ reference_id: undefined }),
  ],
  ['a transfer of no product', 400, /^product_id is/, 'POST', '/v1/transfer', transfer({ product_id: 'x' })],
  ['a transfer that is too much', 400, /can be spent/, 'POST', '/v1/transfer', transfer({ amount: '99999999' })],
  ['a status of nothing', 400, /^transaction_id is/, 'POST', '/v1/transaction-status', {}],
  ['a status of nobody', 404, /^transaction_id is/, 'POST', '/v1/transaction-status', { transaction_id: '999999' }],
  ['credit for nothing', 400, /^app_name is one of .*SMS/, 'GET', '/v1/credit-balance'],
  [
    'credit in no currency',
    400,
    /^currency is left out, or a code of 3 letters/,
    'GET',
    '/v1/credit-balance?app_name=SMS&currency=x',
  ],
  ['credit of others', 403, /^user_id is for/, 'GET', '/v1/credit-balance?app_name=SMS&user_id=2'],

  ['a PIN for no application', 400, /^appId is the number/, 'POST', '/v1/request', {}],
  ['a PIN in a body that is none', 400, /^the body is no JSON: /, 'POST', '/v1/request', '{'],
  ['a PIN for nobody', 400, /^msisdn is the number/, 'POST', '/v1/request', { appId: 1 }],
  [
    'a PIN for no number',
    400,
    /^msisdn is digits alone, with the country code/,
    'POST',
    '/v1/request',
    { appId: 1, msisdn: '0712' },
  ],
  [
    'a PIN for an application of nobody',
    404,
    /npx ngoma otp apps/,
    'POST',
    '/v1/request',
    { appId: 999, msisdn: number },
  ],
  ['a guess without id', 400, /^pinId is/, 'POST', '/v1/verify', {}],
  ['a guess without PIN', 400, /^pin is .*in quotes/, 'POST', '/v1/verify', { pinId: 'x', pin: 1234 }],
  ['a guess at nothing', 404, /^pinId is/, 'POST', '/v1/verify', { pinId: 'x', pin: '1234' }],

  ['a payment of nothing', 400, /^add amount=1500/, 'GET', '/v1/checkout'],
  ['a payment of no amount', 400, /decimal above 0/, 'GET', pay({ amount: 'x' })],
  ['a payment without id', 400, /1 to 64 characters/, 'GET', pay({ transaction_id: '' })],
  ['a payment by no number', 400, /digits alone, with the country code/, 'GET', pay({ mobile: '0712' })],
  ['a payment with a long reference', 400, /up to \d+ characters/, 'GET', pay({ reference_number: 'x'.repeat(2_000) })],

  ['a chat that is no object', 400, /\/docs#tag\/chat/, 'POST', '/v1/chatapi', []],
  ['a chat of nobody', 400, /^from is a text/, 'POST', '/v1/chatapi', chat({ from: undefined })],
  ['a chat without text', 400, /^text is needed/, 'POST', '/v1/chatapi', chat({ text: undefined })],
  ['a chat to no number', 400, /digits alone, with the country code/, 'POST', '/v1/chatapi', chat({ to: '0712' })],
  ['a chat of no type', 400, /^message_type is one of/, 'POST', '/v1/chatapi', chat({ message_type: 'x' })],
  ['a chat that calls back nowhere', 400, /URL/, 'POST', '/v1/chatapi', chat({ callback_url: 'x' })],
  ['a template without title', 400, /^sms_title is a text/, 'POST', templates, { message: text }],
  ['a template that is no object', 400, /sms_title and message/, 'POST', templates, []],
  ['a page of templates that is none', 400, /^page is an integer/, 'GET', `${templates}?page=0`],
]

const consoleCases: readonly (readonly [
  what: string,
  status: number,
  hint: RegExp,
  ...asked: [method: Method, path: string, body?: unknown],
])[] = [
  ['an account of nobody', 404, /npx ngoma account list/, 'GET', '/accounts/999999'],
  ['an account without name', 400, /correct what is named/, 'POST', '/accounts', {}],
  ['a member without e-mail', 400, /name@example.com/, 'POST', '/accounts/1/members', { email: 'x', role: 'viewer' }],
  ['a user of nobody', 404, /npx ngoma user list/, 'DELETE', '/accounts/1/members/nobody'],
  ['a credential of nobody', 404, /API setup/, 'DELETE', '/accounts/1/credentials/999999'],
  [
    'a key for no product',
    400,
    /leave out what you do not need/,
    'POST',
    '/accounts/1/keys',
    { name: 'x', addresses: ['x'] },
  ],
  ['a sender of nobody', 404, /npx ngoma sender list/, 'POST', '/accounts/1/senders/NOBODY/approve', {}],
  ['a carrier of nobody', 404, /npx ngoma carrier list/, 'DELETE', '/carriers/nobody'],
  ['a route of nobody', 404, /npx ngoma route list/, 'DELETE', '/routes/999999'],
  ['a price of nobody', 404, /npx ngoma price list/, 'DELETE', '/prices/999999'],
  ['a file with nothing in it', 400, /the first line names the columns/, 'POST', '/prices/import', {}],
  ['a webhook of nobody', 404, /npx ngoma webhooks list/, 'GET', '/accounts/1/webhooks/999999'],
  ['a conversation of nobody', 404, /npx ngoma chat list/, 'GET', '/accounts/1/chat/conversations/999999'],
  ['a template of nobody', 404, /npx ngoma template list/, 'DELETE', '/accounts/1/templates/999999'],
  ['a message of nobody', 404, /page Messages/, 'GET', '/accounts/1/messages/999999'],
  ['a search for no status', 400, /^status is one of/, 'GET', '/accounts/1/messages?status=x'],
  [
    'placeholders that nobody has',
    400,
    /contacts have no \{secret\}/,
    'POST',
    '/accounts/1/books/1/send',
    message({ message: 'Dear {secret}' }),
  ],
  ['a send to nobody', 400, /^recipients is a list/, 'POST', '/accounts/1/sms/send', message({ recipients: [] })],
]

onOneEngine('A refusal', (engine) => {
  let world: World
  before(async () => {
    world = await openWorld(engine, { config: { adminPassword, bodyBytesMax: 4_096, recipientsMax: 3 } })
  })
  after(() => world.close())

  /** The line of the log about an answer; there is one for each that is refused. */
  function lineOf({ headers }: Answer): Record<string, unknown> {
    const lines = world.logs
      .map((line): Record<string, unknown> => JSON.parse(line))
      .filter(({ reqId, msg }) => reqId === headers['x-request-id'] && msg === 'refused')
    assert.equal(lines.length, 1)
    return lines[0] as Record<string, unknown>
  }

  const plain = (words: unknown) =>
    String(words)
      .toLowerCase()
      .replace(/[^a-z0-9]+/g, ' ')
      .trim()
  const messageIn = ({ body }: Answer) =>
    body.message ?? body.error ?? body.data?.message?.message ?? body.data?.message

  function assertHelps(answer: Answer): string {
    const hint = answer.headers['ngoma-hint']
    if (typeof hint !== 'string') assert.fail(`no hint: ${answer.status} ${answer.text}`)
    assert.match(hint, /^[\x21-\x7e][\x20-\x7e]{9,299}$/)
    assert.ok(!plain(messageIn(answer)).includes(plain(hint)), hint)
    const { hint: logged } = lineOf(answer)
    if (logged !== undefined) assert.equal(logged, hint)
    return hint
  }

  for (const [what, status, wanted, method, path, body, headers = {}] of cases) {
    it(`of ${what} says what to do next`, async () => {
      const answer = await world.request(method, path, { body, headers })
      assert.equal(answer.status, status, answer.text)
      assert.match(assertHelps(answer), wanted)
    })
  }

  for (const [what, status, wanted, ...asked] of consoleCases) {
    it(`of ${what} says what to do next in the console`, async () => {
      const answer = await command(world, ...asked)
      assert.equal(answer.status, status, answer.text)
      assert.match(assertHelps(answer), wanted)
    })
  }

  it('of every route of the console helps who is not signed in, and who sends a body that is none', async () => {
    let bodies = 0
    for (const { method, url, area } of world.app.http.listRoutes()) {
      if (area !== 'console' || method === 'HEAD') continue
      const path = url.replace(':account', '1').replace(/:\w+/g, '999999')
      const outside = await askConsole(world, method as Method, path)
      if (outside.status >= 400) assertHelps(outside)
      if (method !== 'POST' && method !== 'PUT') continue
      const broken = await askConsole(world, method, path, { body: '{', headers: world.app.controlHeaders })
      assert.ok(broken.status === 400 || broken.status === 415, `${url} ${broken.text}`)
      assertHelps(broken)
      bodies += 1
    }
    assert.ok(bodies > 40, String(bodies))
  })

  it('of a file of another type says which it has to be', async () => {
    const headers = { ...world.app.controlHeaders, 'content-type': 'application/pdf' }
    assert.match(assertHelps(await askConsole(world, 'POST', '/prices/import', { body: 'x', headers })), /text\/csv$/)
  })

  it('of a password helps, and says nothing about who there is', async () => {
    const hints = []
    for (const email of ['owner@ngoma.local', 'nobody@example.com'])
      hints.push(assertHelps(await signIn(world, email, 'wrong password')))
    assert.equal(hints[0], hints[1])
  })

  it('says the same to everybody whose credential is none', async () => {
    const hints = []
    for (const authorization of ['Basic dGVzdC1rZXk6d3Jvbmc=', 'Basic bm8ta2V5OndyOm9uZw==', 'nobody-has-this-token'])
      hints.push(assertHelps(await world.send({}, { authorization })))
    assert.equal(new Set(hints).size, 1)
  })

  it('of a key that was used says how to go on', async () => {
    const headers = { 'idempotency-key': 'one' }
    await world.send({}, headers)
    const answer = await world.send({ message: 'another' }, headers)
    assert.equal(answer.status, 409)
    assert.match(assertHelps(answer), /very same body.*24 hours/)
  })

  it('is not what a send to nobody is, but it helps all the same', async () => {
    const nobody = async (recipients: readonly unknown[]) => {
      const { body, headers } = await world.send({ recipients })
      assert.deepEqual([body.code, body.valid], [101, 0])
      return String(headers['ngoma-hint'])
    }
    assert.match(
      await nobody([recipient({ dest_addr: '0712' })]),
      /^1 is invalid: entry 1 of recipients has no such number; numbers are digits alone, with the country code/,
    )
    assert.match(
      await nobody([recipient({ dest_addr: '' }), recipient({ recipient_id: 2, dest_addr: 'x' })]),
      /^2 are invalid, first of them: entry 1 of recipients has no such number/,
    )
    const some = await world.send({ recipients: [recipient({}), recipient({ dest_addr: '255712000999' })] })
    assert.deepEqual([some.body.code, some.body.valid, some.body.invalid], [100, 1, 1])
    assert.match(
      String(some.headers['ngoma-hint']),
      /^1 is invalid: entry 2 of recipients has a recipient_id that was used/,
    )
    await command(world, 'POST', '/accounts/1/optouts', { phone: number })
    assert.match(await nobody([recipient({})]), /^1 opted out/)
  })

  it('puts nothing of what was sent into the log', () => {
    const said = world.logs.join('\n')
    assert.match(said, /"msg":"refused"/)
    assert.match(said, /"hint":"/)
    for (const secret of [number, number.slice(0, -4), text, 'NOBODY is', '{secret}'])
      assert.ok(!said.includes(secret), secret)
  })
})
