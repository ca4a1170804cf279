import { path, request, requiredPath, states, values } from '../http-template/settings.ts'
import {
  choice,
  converted,
  describeKind,
  group,
  integer,
  nullable,
  problem,
  type Setting,
  setting,
  text,
} from '../settings.ts'

/**
 * The settings of an SMS provider with an HTTP API. Providers are defined by settings alone, without code.
 * `docs/http-carriers.md` explains each of them.
 */

/** Also for the responses to requests for the status, which need the path of the state. */
const answer = (state: Setting<string>) =>
  group('Response', 'Where the values are in the response.', {
    split: nullable(
      text('Separator', 'Characters between the values of a plain-text response. Default: the response is JSON.', {
        minLength: 1,
        maxLength: 10,
        'x-expected': 'a string of 1 to 10 characters',
      }),
    ),
    reference: path('Reference', 'Path to the provider’s message ID, such as data.0.id. Default: our own {id}.'),
    state,
    reason,
  })

const statePath = ['State', 'Path to the value that the states below refer to.'] as const
const reason = path('Reason', 'Path to the reason for a refusal.')

export const sendOf = (placeholders: string) =>
  converted(
    request('Send', 'The request that submits a message, and the meaning of its response.', placeholders, {
      answer: answer(path(...statePath)),
      states: states('The meaning of each value, or of an HTTP status such as http:422.', {
        accepted: values('Accepted', 'The provider accepted the message. Default: every 2xx status.'),
        refused: values('Refused', 'The provider will never send it. The message ends as undelivered.'),
        busy: values('Busy', 'This message is tried again later.'),
        slow: values(
          'Slow down',
          'Sending pauses for a while, and no message fails. Also use it for missing credit or a wrong password.',
        ),
      }),
    }),
    (send) => {
      const hasValues = [...send.states.keys()].some((value) => !value.startsWith('http:'))
      if (send.answer.state === '' && hasValues)
        throw problem('send.answer.state is missing, but send.states lists values to find there')
      return send
    },
  )

const deliveryStates = states('The meaning of each value.', {
  delivered: values('Delivered', 'The message reached the phone.', ', so no message could ever become delivered'),
  undelivered: values(
    'Undelivered',
    'The message will never reach the phone.',
    ', so no message could ever become undelivered',
  ),
  pending: values('Pending', 'The message is still on its way.'),
})

const from = choice(
  'Source',
  'Where the values are: in a JSON body, a form, the query string, or an XML body.',
  ['json', 'form', 'query', 'xml'],
  'json',
)

/** Our response to a push of one of these things. */
export const reply = (thing: string, byDefault: { readonly type: string; readonly body: string }) =>
  group('Response', `Our response to the provider, once a ${thing} is stored.`, {
    status: integer('Status', 'HTTP status of the response.', { minimum: 200, maximum: 299, default: 200 }),
    type: text('Content type', 'Content type of the response.', {
      minLength: 1,
      maxLength: 100,
      pattern: '^[\\x20-\\x7e]+$',
      default: byDefault.type,
      'x-expected': 'a content type such as text/plain',
    }),
    body: text('Body', 'Text of the response.', { maxLength: 1_000, default: byDefault.body }),
  })

const ok = { type: 'text/plain; charset=utf-8', body: 'OK' }

/** Only JSON and XML have lists. */
function checkList<Push extends { readonly from: string; readonly list: string }>(push: Push, under: string): Push {
  if (push.list !== '' && push.from !== 'json' && push.from !== 'xml')
    throw problem(`${under}.list works only with ${under}.from json or xml`)
  return push
}

export const receiptsOf = <State extends string>(description: string, of: Setting<ReadonlyMap<string, State>>) =>
  nullable(
    converted(
      group('Receipts', description, {
        from,
        list: path(
          'List',
          'Path to a list of receipts in a JSON or XML body. Default: the body is one receipt or a list.',
        ),
        reference: requiredPath('Reference', 'Path or field name of the message ID.'),
        state: requiredPath(...statePath),
        reason,
        states: of,
        answer: reply('receipt', ok),
      }),
      checkList,
    ),
  )

/** `id` is the path to the provider's ID, required or not. */
export const messagesOf = (description: string, id: typeof path) =>
  nullable(
    converted(
      group('Incoming messages', description, {
        from,
        list: path(
          'List',
          'Path to a list of messages in a JSON or XML body. Default: the body is one message or a list.',
        ),
        id: id('Message ID', 'Path or field name of the provider’s ID. A repeated message is recognized by it.'),
        phone: requiredPath('Phone', 'Path or field name of the number of the person.'),
        number: requiredPath('Number', 'Path or field name of your number or short code.'),
        text: requiredPath('Text', 'Path or field name of the text.'),
        time: path(
          'Time',
          'Path or field name of the time: ISO 8601, or seconds or milliseconds since 1970. Default: now.',
        ),
        coding: path(
          'Encoding',
          'Path or field name of the encoding of the text, where the provider sends some texts in hexadecimal.',
        ),
        hex: converted(
          values('Hexadecimal encodings', 'The encodings whose texts are UCS-2 in hexadecimal.'),
          (codings): ReadonlySet<string> => new Set(codings.map(String)),
        ),
        part: nullable(
          group('Part', 'Where the provider passes on the parts of a long message one by one.', {
            reference: requiredPath('Reference', 'Path or field name of the ID that all parts share.'),
            number: requiredPath('Number', 'Path or field name of the number of the part, from 1.'),
            total: requiredPath('Total', 'Path or field name of the number of parts.'),
          }),
        ),
        answer: reply('message', ok),
      }),
      checkList,
    ),
  )

export const timeoutSeconds = integer('Response timeout (seconds)', 'Time limit for a response.', {
  minimum: 1,
  maximum: 120,
  default: 15,
})

/** A provider may have numbers for the encodings. */
const encoding = (title: string, description: string, byDefault: string) =>
  converted(
    setting<string | number>(['string', 'number'], title, description, {
      default: byDefault,
      'x-expected': 'a string or a number',
    }),
    String,
  )

const placeholders = '{phone}, {sender}, {text}, {id} and {secrets.password}'
/** With pushed receipts, status requests only look for lost ones. */
const afterReceiptsSeconds = 300

const { description, read } = describeKind({
  title: 'HTTP',
  secrets: [{ name: 'password', title: 'Password or token for {secrets.password}', required: false }],
  basic: {
    send: sendOf(placeholders),
    receipts: receiptsOf('Delivery receipts that the provider pushes.', deliveryStates),
    window: integer(
      'Window',
      'Concurrent requests of each process. After a crash, at most this many messages are sent twice.',
      { minimum: 1, maximum: 1_000, default: 20 },
    ),
    ratePerSecond: integer('Requests per second', 'Maximum rate of each process. 0 means no limit.', {
      minimum: 0,
      maximum: 100_000,
      default: 0,
    }),
  },
  advanced: {
    messages: messagesOf('Messages of people that the provider pushes.', path),
    status: nullable(
      request('Status request', 'The request that asks for the status of a message.', placeholders, {
        answer: answer(requiredPath(...statePath)),
        states: deliveryStates,
        afterSeconds: nullable(
          integer(
            'First request after (seconds)',
            'Age of a message at its first status request. Default: 0, or 300 with receipts.',
            { minimum: 0, maximum: 86_400 },
          ),
        ),
      }),
    ),
    encodings: group('Encodings', 'The values of {encoding}.', {
      gsm: encoding('GSM 03.38', 'For texts in the GSM 03.38 alphabet.', 'gsm'),
      ucs2: encoding('UCS-2', 'For all other texts.', 'ucs2'),
    }),
    timeoutSeconds,
  },
})

export { description }

/** Throws a SettingsProblem for invalid settings. */
export function readSettings(given: unknown) {
  const { status, ...settings } = read(given)
  const defaultSeconds = settings.receipts === null ? 0 : afterReceiptsSeconds
  return { ...settings, status: status && { ...status, afterSeconds: status.afterSeconds ?? defaultSeconds } }
}

export type HttpSettings = ReturnType<typeof readSettings>
export type SendSettings = HttpSettings['send']
export type StatusSettings = NonNullable<HttpSettings['status']>
export type ReceiptSettings = NonNullable<HttpSettings['receipts']>
export type MessageSettings = NonNullable<HttpSettings['messages']>
export type PushSettings = Pick<MessageSettings, 'from' | 'list' | 'answer'>

/** `busy` retries this message later. `slow` pauses all messages for a while. */
export type SendState = SendSettings['states'] extends ReadonlyMap<string, infer State> ? State : never
export type DeliveryState = StatusSettings['states'] extends ReadonlyMap<string, infer State> ? State : never
