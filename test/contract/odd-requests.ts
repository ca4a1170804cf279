/** Odd requests of existing clients, each with the answer to a lenient and to a strict credential. */
import { sendBody } from '../world.ts'

export type Method = 'GET' | 'POST' | 'PUT' | 'DELETE'

export type Expected = readonly [status: number, body: unknown]

type Row = readonly [
  what: string,
  request: readonly [method: Method, path: string, body?: unknown, headers?: Record<string, string>],
  lenient: Expected,
  strict: Expected,
]

/** Placeholders for values that differ in every run. */
export const digits = '(digits)'
const number = '(number)'
const uuid = '(uuid)'
const time = '(time)'

const changing: readonly [names: readonly string[], pattern: RegExp, stands: string][] = [
  [['request_id', 'transaction_id', 'id'], /^\d+$/, digits],
  [['addressbook_id'], /^\d+$/, digits],
  [['pinId'], /^[0-9a-f-]{36}$/, uuid],
  [['created'], /^\d{4}-\d\d-\d\dT.*Z$/, time],
]

export function mask(value: unknown, name = ''): unknown {
  if (Array.isArray(value)) return value.map((one) => mask(one, name))
  if (typeof value === 'object' && value !== null)
    return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, mask(one, key)]))
  const rule = changing.find(([names]) => names.includes(name))
  if (rule === undefined || typeof value === 'boolean') return value
  if (typeof value === 'number') return number
  return rule[1].test(String(value)) ? rule[2] : value
}

const sent = (request_id: string, counts: Record<string, number> = {}) => ({
  successful: true,
  request_id,
  code: 100,
  message: 'Message Submitted Successfully',
  valid: 1,
  invalid: 0,
  duplicates: 0,
  opted_out: 0,
  total_validated: 1,
  ...counts,
})

const none = (request_id: string) => ({
  ...sent(request_id, { valid: 0, invalid: 1 }),
  successful: false,
  code: 101,
  message: 'No Valid Recipients',
})

const taken: Expected = [200, sent(number)]
const takenStrictly: Expected = [200, sent(digits)]
export const refused = (code: number, message: string, status = 400): Expected => [status, { code, message }]
export const send = (change: Record<string, unknown>, path = '/v1/send'): Row[1] => ['POST', path, sendBody(change)]
export const to = (recipient_id: unknown, dest_addr: unknown) => ({ recipients: [{ recipient_id, dest_addr }] })
const phone = '255712345678'
/** Inserts the id as a raw JSON number, beyond the precision of JavaScript. */
const sendWithId = (id: string): Row[1] => [
  'POST',
  '/v1/send',
  JSON.stringify(sendBody(to(0, phone))).replace('"recipient_id":0', `"recipient_id":${id}`),
  { 'content-type': 'application/json' },
]

export const sends: readonly Row[] = [
  ['a send by the book', send({}), taken, takenStrictly],
  ['a number as a number', send(to(1, 255712345678)), taken, refused(115, 'Destination Address Missing')],
  ['a number with a plus', send(to(1, `+${phone}`)), taken, [200, none(digits)]],
  ['recipient_id "REC-001"', send(to('REC-001', phone)), taken, refused(116, 'Invalid Recipient ID')],
  ['recipient_id 9007199254740993', sendWithId('9007199254740993'), taken, takenStrictly],
  ['a recipient_id of 64 digits', sendWithId('9'.repeat(64)), taken, takenStrictly],
  [
    'a recipient_id of 65 digits',
    sendWithId('9'.repeat(65)),
    refused(116, 'Invalid Recipient ID'),
    refused(116, 'Invalid Recipient ID'),
  ],
  ['recipient_id 1e20', sendWithId('1e20'), refused(116, 'Invalid Recipient ID'), refused(116, 'Invalid Recipient ID')],
  ['recipient_id 0', send(to(0, phone)), taken, takenStrictly],
  ['recipient_id "7"', send(to('7', phone)), taken, takenStrictly],
  [
    'recipient_id null',
    send(to(null, phone)),
    refused(116, 'Missing Recipient ID'),
    refused(116, 'Missing Recipient ID'),
  ],
  ['a message that is a number', send({ message: 4711 }), taken, refused(104, 'Missing Required Parameter: message')],
  ['a job name that is a number', send({ job_name: 5 }), taken, refused(113, 'Invalid Request Format')],
  ['no encoding', send({ encoding: undefined }), taken, refused(118, 'Missing Or Invalid Encoding')],
  ['encoding null', send({ encoding: null }), taken, refused(118, 'Missing Or Invalid Encoding')],
  ['encoding 1', send({ encoding: 1 }), taken, refused(118, 'Missing Or Invalid Encoding')],
  ['encoding "0"', send({ encoding: '0' }), taken, takenStrictly],
  [
    'encoding 3',
    send({ encoding: 3 }),
    refused(118, 'Missing Or Invalid Encoding'),
    refused(118, 'Missing Or Invalid Encoding'),
  ],
  [
    'a schedule with seconds',
    send({ schedule_time: '2031-01-01 10:00:30' }),
    taken,
    refused(117, 'Invalid Schedule Time'),
  ],
  [
    'a schedule in ISO 8601',
    send({ schedule_time: '2031-01-01T10:00:00+03:00' }),
    taken,
    refused(117, 'Invalid Schedule Time'),
  ],
  ['an empty schedule', send({ schedule_time: '' }), taken, takenStrictly],
  [
    'a schedule in words',
    send({ schedule_time: 'tomorrow' }),
    refused(117, 'Invalid Schedule Time'),
    refused(117, 'Invalid Schedule Time'),
  ],
  ['unknown fields', send({ api_version: 2, dlr: { url: 'x' }, sender_id: 'X' }), taken, takenStrictly],
  [
    'a charset in the content type',
    ['POST', '/v1/send', sendBody(), { 'content-type': 'application/json;charset=UTF-8' }],
    taken,
    takenStrictly,
  ],
  [
    'JSON that says it is text',
    ['POST', '/v1/send', sendBody(), { 'content-type': 'text/plain' }],
    refused(415, 'Unsupported Media Type', 415),
    refused(415, 'Unsupported Media Type', 415),
  ],
  [
    'XML without an encoding',
    [
      'POST',
      '/v1/send',
      `<s><source_addr>INFO</source_addr><message>Hi</message><recipients><recipient><recipient_id>REC-1</recipient_id><dest_addr>+${phone}</dest_addr></recipient></recipients></s>`,
      { 'content-type': 'application/xml' },
    ],
    taken,
    refused(118, 'Missing Or Invalid Encoding'),
  ],
]

const contactAdded: Expected = [200, { data: { id: digits, message: 'Contact added successfully', status: 'true' } }]
const badNumber: Expected = [400, { status: 400, message: 'Invalid Mobile Number' }]
const progressing: Expected = [200, { code: 200, transaction_id: digits, message: 'Disbursement is in progress' }]
const balance: Expected = [200, { data: { credit_balance: 1_000_000 } }]
const twoNames: Expected = [200, { data: { credit_balance: 1_000_000, credit_bal: 1_000_000 } }]

const pinSent: Expected = [
  200,
  {
    data: {
      pinId: uuid,
      message: { code: 100, message: 'SMS sent successfully' },
      pinExpiryTimeInMinutes: 5,
      expiresInSeconds: 300,
    },
  },
]

export const asJson = { 'content-type': 'application/json' }

/** The order matters: some rows delete objects of earlier rows. */
export const others: readonly Row[] = [
  ['GET with a JSON content type', ['GET', '/public/v1/vendors/balance', undefined, asJson], balance, balance],
  ['GET with an empty JSON body', ['GET', '/public/v1/vendors/balance', '{}', asJson], balance, balance],
  ['the credit of a product', ['GET', '/public/v1/vendors/balance?app_name=USSD'], twoNames, twoNames],
  ['payments by their other name', ['GET', '/public/v1/vendors/balance?app_name=BPAY'], twoNames, twoNames],
  [
    'an amount as a number',
    ['POST', '/v1/transfer', { dest_addr: phone, amount: 500, reference_id: 'a' }],
    progressing,
    refused(113, 'Invalid Amount'),
  ],
  [
    'a reference_id that is an integer',
    ['POST', '/v1/transfer', { dest_addr: phone, amount: 500.5, reference_id: 4711 }],
    progressing,
    refused(113, 'Invalid Amount'),
  ],
  [
    'a reference_id that is an integer beyond 2^53',
    [
      'POST',
      '/v1/transfer',
      `{"dest_addr":"${phone}","amount":"500","reference_id":9007199254740993}`,
      { 'content-type': 'application/json' },
    ],
    progressing,
    refused(105, 'Missing Or Invalid Reference ID'),
  ],
  [
    '"reference" for "reference_id"',
    ['POST', '/v1/transfer', { dest_addr: phone, amount: '500', reference: 'b' }],
    progressing,
    refused(105, 'Missing Or Invalid Reference ID'),
  ],
  [
    'no reference',
    ['POST', '/v1/transfer', { dest_addr: phone, amount: '500' }],
    progressing,
    refused(105, 'Missing Or Invalid Reference ID'),
  ],
  [
    'airtime to a number with a plus',
    ['POST', '/v1/transfer', { dest_addr: `+${phone}`, amount: '500', reference_id: 'c' }],
    progressing,
    refused(102, 'Invalid Destination Address'),
  ],
  [
    'old names of a contact',
    [
      'POST',
      '/public/v1/contacts',
      {
        mob_no: '255712000001',
        fname: 'Asha',
        lname: 'Juma',
        country: 'Tanzania',
        city: 'Moshi',
        area: 'Soweto',
        birth_date: '1990-05-01',
      },
    ],
    contactAdded,
    contactAdded,
  ],
  ['a contact with a plus', ['POST', '/public/v1/contacts', { mob_no: '+255712000002' }], contactAdded, badNumber],
  [
    'a contact whose number is a number',
    ['POST', '/public/v1/contacts', { mob_no: 255712000003 }],
    contactAdded,
    badNumber,
  ],
  [
    'an address book whose name is a number',
    ['POST', '/public/v1/address-books', { addressbook: 2026 }],
    [200, { data: { id: digits, message: 'AddressBook Added Successfully', status: 'true' } }],
    [400, { data: { message: 'addressbook must be text', status: 'false' } }],
  ],
  [
    'a template whose title is a number',
    ['POST', '/public/v1/sms-templates', { sms_title: 1, message: 'Hello' }],
    [200, { data: { id: digits, sms_title: '1', message: 'Hello', created: time } }],
    refused(104, 'Missing Required Parameter: sms_title'),
  ],
  [
    'a sender name that is a number',
    ['POST', '/public/v1/sender-names', { senderid: 15000, sample_content: 'Hello' }],
    [200, { data: { id: digits, senderid: '15000', sample_content: 'Hello', status: 'pending', created: time } }],
    refused(121, 'Invalid Sender ID Format'),
  ],
  [
    'a PIN for a number that is a number',
    ['POST', '/v1/request', { appId: '1', msisdn: 255712349999 }],
    pinSent,
    [400, { data: { message: { code: 103, message: 'Phone number missing' } } }],
  ],
  [
    'a PIN for a number with a plus',
    ['POST', '/v1/request', { appId: 1, msisdn: '+255712349999' }],
    pinSent,
    [400, { data: { message: { code: 102, message: 'Invalid phone number' } } }],
  ],
  [
    'a chat with a number as a number',
    [
      'POST',
      '/v1/chatapi',
      { from: 'SHOP', to: 255712345678, channel: 'whatsapp', message_type: 'text', text: 'Hello' },
    ],
    [200, { message: 'success' }],
    refused(104, 'Missing Required Parameter: to'),
  ],
  [
    'a chat location in texts',
    [
      'POST',
      '/v1/chatapi',
      {
        from: 'SHOP',
        to: phone,
        channel: 'whatsapp',
        message_type: 'location',
        location: { latitude: '-6.8', longitude: '39.28' },
      },
    ],
    [200, { message: 'success' }],
    refused(105, 'Invalid Parameter: location'),
  ],
]
