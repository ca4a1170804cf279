/** Rejected requests about messages and contacts, with their expected hints. */
import { sendBody, type World } from './world.ts'

/** Must never appear in the log. */
export const number = '255799887766'
export const text = 'Sesame opens at nine'

export type Method = Parameters<World['request']>[0]

export type Case = readonly [
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

const message = (change: Record<string, unknown>) => sendBody({ message: text, recipients: [recipient({})], ...change })

export const messagingCases: readonly Case[] = [
  [
    'no credential',
    400,
    /Authorization header: Basic.*npx ngoma key create/,
    'POST',
    send,
    message({}),
    { authorization: undefined },
  ],
  ['an unknown key', 401, /Developer/, 'POST', send, message({}), { authorization: 'Basic bm86bm8=' }],
  ['an unknown token', 401, /Developer/, 'GET', contacts, undefined, { authorization: 'nobody-has-this-token' }],
  ['a Bearer token', 401, /without Bearer/, 'GET', contacts, undefined, { authorization: 'Bearer x' }],
  ['an unknown path', 404, /see \/docs for the paths/, 'GET', '/nothing'],
  ['an unknown path of the API', 404, /see \/docs for the paths/, 'GET', '/v1/nothing'],
  ['a path under another prefix', 404, /did you mean \/v1\/send\?/, 'POST', '/v2/sms/send', message({})],
  ['a path with an id under another prefix', 404, /did you mean \/public\/v1\/contacts\?/, 'GET', '/api/contacts/17'],
  ['a path in upper case', 404, /did you mean \/v1\/send\?/, 'POST', '/v1/SEND', message({})],
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
  ['XML on a JSON route', 415, /application\/json$/, 'POST', contacts, '<a/>', { 'content-type': 'text/xml' }],
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
  ['truncated JSON', 400, /ends too early/, 'POST', send, '{"message":'],
  ['JSON with a trailing comma', 400, /at line 2, column 1/, 'POST', send, '{"message":1,\n}'],
  ['JSON followed by other text', 400, /after JSON at line 1, column 4/, 'POST', send, `{} "${text}"`],
  ['JSON with an unquoted string', 400, /double quotes/, 'POST', send, `{"message": ${text}}`],
  ['bytes that are not UTF-8', 400, /UTF-8/, 'POST', send, Buffer.from([0xff]), { 'content-type': 'application/json' }],
  ['a NUL', 400, /NUL/, 'POST', send, '{"message":"\\u0000"}'],
  ['invalid XML', 400, /not valid XML/, 'POST', send, '<a>', { 'content-type': 'application/xml' }],
  ['a job name that is not a string', 400, /^job_name must be a string/, 'POST', send, message({ job_name: 1 })],
  ['a send without a sender', 400, /^source_addr must be a string/, 'POST', send, message({ source_addr: undefined })],
  ['a send without a message', 400, /^message must be a string/, 'POST', send, message({ message: undefined })],
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
    'a phone number that is a JSON number',
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
    'a recipient id that is not an integer',
    400,
    /correct entry 1 of recipients/,
    'POST',
    send,
    message({ recipients: [recipient({ recipient_id: 'x' })] }),
  ],
  ['an empty message', 400, /empty/, 'POST', send, message({ message: '' })],
  ['an invalid schedule time', 400, /yyyy-mm-dd hh:mm/, 'POST', send, message({ schedule_time: 'soon' })],
  [
    'a schedule time in the past',
    400,
    /GMT\+0, and the time there is \d{4}-\d\d-\d\d \d\d:\d\d;/,
    'POST',
    send,
    message({ schedule_time: '2001-01-01 00:00' }),
  ],
  [
    'an unknown sender',
    400,
    /active sender IDs of this account: INFO/,
    'POST',
    send,
    message({ source_addr: 'NOBODY' }),
  ],
  ['reports without a filter', 400, /request_id=.*dest_addr=/, 'GET', reports],
  ['an invalid page', 400, /^page is a positive integer$/, 'GET', `${reports}?dest_addr=${number}&page=0`],
  ['an invalid limit', 400, /^limit is an integer from 1 to 1000$/, 'GET', `${reports}?dest_addr=${number}&limit=x`],

  ['a sender request that is not an object', 400, /senderid and sample_content/, 'POST', senders, []],
  ['an invalid sender', 400, /1 to 11 letters/, 'POST', senders, { senderid: 'a sender that is too long' }],
  [
    'a sample that is not a string',
    400,
    /^sample_content is/,
    'POST',
    senders,
    { senderid: 'SHOP', sample_content: 1 },
  ],
  ['an existing sender', 409, /"INFO" is active/, 'POST', senders, { senderid: 'INFO' }],
  ['a repeated status', 400, /one of pending/, 'GET', `${senders}?status=a&status=b`],
  ['an invalid sort order', 400, /^sortOrder is one of asc, desc$/, 'GET', `${senders}?sortOrder=up`],
  ['an invalid sort field', 400, /^sortBy is one of .*created/, 'GET', `${senders}?sortBy=up`],
  ['an unknown template', 404, /from the list of templates/, 'PUT', `${templates}/999999`, { message: text }],
  [
    'a title that is too long',
    400,
    /at most 100 characters/,
    'POST',
    templates,
    { sms_title: 'x'.repeat(101), message: text },
  ],
  ['the deletion of an unknown template', 404, /from the list of templates/, 'DELETE', `${templates}/999999`],

  ['a contact that is not an object', 400, /\/docs#tag\/contacts/, 'POST', contacts, []],
  ['a contact without a number', 400, /country code/, 'POST', contacts, { first_name: 'Ann' }],
  [
    'a contact in an unknown book',
    404,
    /^use IDs from the list of address books/,
    'POST',
    contacts,
    { mob_no: number, addressbook_id: ['999999'] },
  ],
  [
    'a name that is not a string',
    400,
    /^correct first_name/,
    'POST',
    contacts,
    { mob_no: number, addressbook_id: ['1'], first_name: 1 },
  ],
  ['an unknown contact', 404, /from the list of contacts/, 'PUT', `${contacts}/999999`, { first_name: 'Ann' }],
  ['the deletion of contacts without ids', 400, /^contacts_id is a list/, 'DELETE', contacts, {}],
  ['a search that is too long', 400, /^q is a string of at most 200/, 'GET', `${contacts}?q=${'x'.repeat(201)}`],
  ['a book without a name', 400, /^addressbook is the name/, 'POST', books, {}],
  ['an existing book', 409, /another name/, 'POST', books, { addressbook: 'Default' }],
  ['an unknown book', 404, /from the list of address books/, 'PUT', `${books}/999999`, { addressbook: 'X' }],
  ['the deletion of the default book', 403, /delete its contacts/, 'DELETE', `${books}/1`],
  ['the renaming of the default book', 403, /keeps its name/, 'PUT', `${books}/1`, { addressbook: 'X' }],
  ['an invalid creation date', 400, /^created_from is a day such as/, 'GET', `${books}?created_from=x`],
  ['a template without a title', 400, /^sms_title is a non-empty string/, 'POST', templates, { message: text }],
  ['a template that is not an object', 400, /sms_title and message/, 'POST', templates, []],
  ['an invalid page of templates', 400, /^page is a positive integer/, 'GET', `${templates}?page=0`],
]
