import { converted, describeKind, group, integer, list, problem, text } from '../../settings.ts'

/** The settings of a WhatsApp channel. `docs/providers/whatsapp.md` explains each of them. */

const address = 'a URL with http:// or https:// and without a user name or query'
const idShape = '^\\d{1,40}$'

const { description, read } = describeKind({
  title: 'WhatsApp Cloud API',
  secrets: [
    { name: 'accessToken', title: 'Access token of a system user', required: true },
    { name: 'appSecret', title: 'App secret, which signs webhooks', required: true },
    { name: 'verifyToken', title: 'Verify token of the webhook', required: true },
  ],
  basic: {
    wabaId: text('Business account ID', 'The ID of the WhatsApp Business account, digits.', {
      maxLength: 40,
      pattern: idShape,
      'x-expected': 'the ID of the WhatsApp Business account, digits',
    }),
    numbers: converted(
      list<BusinessNumber>(
        'Numbers',
        'Your phone numbers: a list of {"id": "phone number ID", "number": "255700000001"}.',
        group('Number', 'A phone number of the business.', {
          id: text('ID', 'The ID of the number in the Graph API.', {
            pattern: idShape,
            'x-expected': 'a phone number ID, digits',
          }),
          number: text('Number', 'Digits, in international format.', {
            pattern: '^[1-9]\\d{6,14}$',
            'x-expected': 'a number such as 255700000001, without +',
          }),
        }),
        { minItems: 1, maxItems: 100 },
      ),
      rejectRepeated,
    ),
  },
  advanced: {
    baseUrl: converted(
      text('Base URL', 'The address of the Graph API, without the version.', {
        maxLength: 200,
        default: 'https://graph.facebook.com',
        'x-expected': address,
      }),
      readUrl,
    ),
    version: text('Version', 'The version of the Graph API.', {
      maxLength: 10,
      pattern: '^v\\d{1,2}\\.\\d$',
      default: 'v23.0',
      'x-expected': 'a version such as v23.0',
    }),
    ratePerSecond: integer('Messages per second', 'Maximum rate of each process.', {
      minimum: 1,
      maximum: 1_000,
      default: 80,
    }),
    timeoutSeconds: integer(
      'Response timeout (seconds)',
      'Time limit for a response. After it, the outcome of a message is unknown.',
      { minimum: 1, maximum: 120, default: 20 },
    ),
    mediaMegabytesMax: integer('Largest file (MiB)', 'Larger files that people send cannot be downloaded.', {
      minimum: 1,
      maximum: 100,
      default: 16,
    }),
  },
})

export { description, read as readSettings }

export type WhatsAppSettings = ReturnType<typeof read>
export type WhatsAppSecrets = Readonly<Record<'accessToken' | 'appSecret' | 'verifyToken', string>>

/** A phone number of the business. */
export interface BusinessNumber {
  /** The id of the number in the Graph API. */
  readonly id: string
  /** Digits, in international format. */
  readonly number: string
}

/** The address without a slash at the end. */
function readUrl(value: string, path: string): string {
  const url = URL.parse(value)
  if ((url?.protocol !== 'https:' && url?.protocol !== 'http:') || url.username + url.password + url.search !== '')
    throw problem(`${path} must be ${address}`)
  return url.href.replace(/\/+$/, '')
}

function rejectRepeated(numbers: readonly BusinessNumber[]): readonly BusinessNumber[] {
  for (const field of ['id', 'number'] as const) {
    const twice = numbers.find((one, index) => numbers.findIndex((other) => other[field] === one[field]) !== index)
    if (twice !== undefined) throw problem(`numbers: the ${field} ${twice[field]} is listed twice`)
  }
  return numbers
}
