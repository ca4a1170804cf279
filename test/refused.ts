/** Requests that are refused, and the hint that each must get. */
import { sendBody, type World } from './world.ts'

/** Never in the log, wherever it was sent. */
export const number = '255799887766'
export const text = 'Sesame opens at nine'

export type Method = Parameters<World['request']>[0]

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
export const recipient = (change: Record<string, unknown>) => ({ recipient_id: 1, dest_addr: number, ...change })

export const message = (change: Record<string, unknown>) =>
  sendBody({ message: text, recipients: [recipient({})], ...change })

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

export const cases: readonly Case[] = [
  [
    'no credential',
    400,
    /Authorization header: Basic.*npx ngoma key create/,
    'POST',
    send,
    message({}),
    { authorization: undefined },
  ],
  ['a key that nobody has', 401, /API setup/, 'POST', send, message({}), { authorization: 'Basic bm86bm8=' }],
  ['a token that nobody has', 401, /API setup/, 'GET', contacts, undefined, { authorization: 'nobody-has-this-token' }],
  ['Bearer', 401, /without Bearer/, 'GET', contacts, undefined, { authorization: 'Bearer x' }],
  ['an unknown path', 404, /see \/docs for the paths/, 'GET', '/nothing'],
  ['an unknown path of the API', 404, /see \/docs for the paths/, 'GET', '/v1/nothing'],
  ['a path under another prefix', 404, /did you mean \/v1\/send\?/, 'POST', '/v2/sms/send', message({})],
  ['a path with an id under another prefix', 404, /did you mean \/public\/v1\/contacts\?/, 'GET', '/api/contacts/17'],
  ['a path in capitals', 404, /did you mean \/v1\/send\?/, 'POST', '/v1/SEND', message({})],
  ['a path for lenient clients', 404, /^use .public.v1.contacts.*key lenient/, 'GET', '/v1/contacts'],
  ['another method', 405, /^use POST for this path$/, 'GET', send],
  [
    'a body of another type',
    415,
    /application\/json or application\/xml$/,
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
  ['XML that is none', 400, /not valid XML/, 'POST', send, '<a>', { 'content-type': 'application/xml' }],
  ['a job name that is no text', 400, /^job_name must be a string/, 'POST', send, message({ job_name: 1 })],
  ['a send without sender', 400, /^source_addr must be a string/, 'POST', send, message({ source_addr: undefined })],
  ['a send without message', 400, /^message must be a string/, 'POST', send, message({ message: undefined })],
  ['an unknown encoding', 400, /^encoding must be 0 .* or 8/, 'POST', send, message({ encoding: 5 })],
  ['no recipients', 400, /^recipients must be a list .*dest_addr/, 'POST', send, message({ recipients: number })],
  [
    'too many recipients',
    400,
    /has 7 entries; split them into 3 requests/,
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
    /^entry 1 of recipients needs an integer/,
    'POST',
    send,
    message({ recipients: [recipient({ recipient_id: null })] }),
  ],
  [
    'a recipient id that is no integer',
    400,
    /correct entry 1 of recipients/,
    'POST',
    send,
    message({ recipients: [recipient({ recipient_id: 'x' })] }),
  ],
  ['an empty message', 400, /empty/, 'POST', send, message({ message: '' })],
  ['no time', 400, /yyyy-mm-dd hh:mm/, 'POST', send, message({ schedule_time: 'soon' })],
  [
    'a time that has passed',
    400,
    /GMT\+0, and the time there is \d{4}-\d\d-\d\d \d\d:\d\d;/,
    'POST',
    send,
    message({ schedule_time: '2001-01-01 00:00' }),
  ],
  [
    'a sender of nobody',
    400,
    /active sender IDs of this account: INFO/,
    'POST',
    send,
    message({ source_addr: 'NOBODY' }),
  ],
  ['reports of nothing', 400, /request_id=.*dest_addr=/, 'GET', reports],
  ['a page that is none', 400, /^page is a positive integer$/, 'GET', `${reports}?dest_addr=${number}&page=0`],
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
  ['a sender that is there', 409, /"INFO" is active/, 'POST', senders, { senderid: 'INFO' }],
  ['a status twice', 400, /one of pending/, 'GET', `${senders}?status=a&status=b`],
  ['an order that is none', 400, /^sortOrder is one of asc, desc$/, 'GET', `${senders}?sortOrder=up`],
  ['a field that is none', 400, /^sortBy is one of .*created/, 'GET', `${senders}?sortBy=up`],
  ['a template of nobody', 404, /from the list of templates/, 'PUT', `${templates}/999999`, { message: text }],
  [
    'a title that is too long',
    400,
    /at most 100 characters/,
    'POST',
    templates,
    { sms_title: 'x'.repeat(101), message: text },
  ],
  ['a template to delete of nobody', 404, /from the list of templates/, 'DELETE', `${templates}/999999`],

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
  ['a contact of nobody', 404, /from the list of contacts/, 'PUT', `${contacts}/999999`, { first_name: 'Ann' }],
  ['contacts to delete that are not named', 400, /^contacts_id is a list/, 'DELETE', contacts, {}],
  ['a search that is too long', 400, /^q is a string of at most 200/, 'GET', `${contacts}?q=${'x'.repeat(201)}`],
  ['a book without name', 400, /^addressbook is the name/, 'POST', books, {}],
  ['a book that is there', 409, /another name/, 'POST', books, { addressbook: 'Default' }],
  ['a book of nobody', 404, /from the list of address books/, 'PUT', `${books}/999999`, { addressbook: 'X' }],
  ['the book that stays', 403, /delete its contacts/, 'DELETE', `${books}/1`],
  ['the book that keeps its name', 403, /keeps its name/, 'PUT', `${books}/1`, { addressbook: 'X' }],
  ['a time that is none', 400, /^created_from is a day such as/, 'GET', `${books}?created_from=x`],

  ['a transfer that is no object', 400, /\/docs#tag\/airtime/, 'POST', '/v1/transfer', []],
  ['a transfer without number', 400, /^dest_addr is/, 'POST', '/v1/transfer', transfer({ dest_addr: undefined })],
  [
    'a transfer to no number',
    400,
    /digits only, starting with the country code/,
    'POST',
    '/v1/transfer',
    transfer({ dest_addr: '0712' }),
  ],
  ['a transfer without amount', 400, /^amount is/, 'POST', '/v1/transfer', transfer({ amount: undefined })],
  ['a transfer of no amount', 400, /^amount is a decimal string/, 'POST', '/v1/transfer', transfer({ amount: 10 })],
  [
    'a transfer without reference',
    400,
    /^reference_id \(spelled exactly so\)/,
    'POST',
    '/v1/transfer',
    transfer({ reference_id: undefined }),
  ],
  ['a transfer of no product', 400, /^product_id is/, 'POST', '/v1/transfer', transfer({ product_id: 'x' })],
  [
    'a transfer that is too much',
    400,
    /the spendable credit is/,
    'POST',
    '/v1/transfer',
    transfer({ amount: '99999999' }),
  ],
  ['a status of nothing', 400, /^send the transaction_id/, 'POST', '/v1/transaction-status', {}],
  [
    'a status of nobody',
    404,
    /^send the transaction_id/,
    'POST',
    '/v1/transaction-status',
    { transaction_id: '999999' },
  ],
  ['credit for nothing', 400, /^app_name is one of .*SMS/, 'GET', '/v1/credit-balance'],
  ['credit in no currency', 400, /^currency is an ISO 4217 code/, 'GET', '/v1/credit-balance?app_name=SMS&currency=x'],
  ['credit of others', 403, /^user_id needs/, 'GET', '/v1/credit-balance?app_name=SMS&user_id=2'],

  ['a PIN for no application', 400, /^appId is the number/, 'POST', '/v1/request', {}],
  ['a PIN in a body that is none', 400, /^the body is not valid JSON: /, 'POST', '/v1/request', '{'],
  ['a PIN for nobody', 400, /^msisdn is the phone number/, 'POST', '/v1/request', { appId: 1 }],
  [
    'a PIN for no number',
    400,
    /^msisdn is digits only, starting with the country code/,
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
  ['a guess without PIN', 400, /^pin is .*use quotes/, 'POST', '/v1/verify', { pinId: 'x', pin: 1234 }],
  ['a guess at nothing', 404, /^pinId is/, 'POST', '/v1/verify', { pinId: 'x', pin: '1234' }],

  ['a payment of nothing', 400, /^add amount=1500/, 'GET', '/v1/checkout'],
  ['a payment of no amount', 400, /decimal greater than 0/, 'GET', pay({ amount: 'x' })],
  ['a payment without id', 400, /1 to 64 characters/, 'GET', pay({ transaction_id: '' })],
  ['a payment by no number', 400, /digits only, starting with the country code/, 'GET', pay({ mobile: '0712' })],
  [
    'a payment with a long reference',
    400,
    /at most \d+ characters/,
    'GET',
    pay({ reference_number: 'x'.repeat(2_000) }),
  ],

  ['a chat that is no object', 400, /\/docs#tag\/chat/, 'POST', '/v1/chatapi', []],
  ['a chat of nobody', 400, /^from is a string/, 'POST', '/v1/chatapi', chat({ from: undefined })],
  ['a chat without text', 400, /^text is required/, 'POST', '/v1/chatapi', chat({ text: undefined })],
  [
    'a chat to no number',
    400,
    /digits only, starting with the country code/,
    'POST',
    '/v1/chatapi',
    chat({ to: '0712' }),
  ],
  ['a chat of no type', 400, /^message_type is one of/, 'POST', '/v1/chatapi', chat({ message_type: 'x' })],
  ['a chat that calls back nowhere', 400, /URL/, 'POST', '/v1/chatapi', chat({ callback_url: 'x' })],
  ['a template without title', 400, /^sms_title is a string/, 'POST', templates, { message: text }],
  ['a template that is no object', 400, /sms_title and message/, 'POST', templates, []],
  ['a page of templates that is none', 400, /^page is a positive integer/, 'GET', `${templates}?page=0`],
]
