import { choice, converted, describeKind, flag, group, integer, nullable, pairs, problem, text } from '../settings.ts'
import { readReceiptErrors, readStatusErrors } from './error-rules.ts'

/** The settings of an SMPP carrier. `docs/carriers.md` explains each of them. */

const passwordMax = 64

/** Texts are zero-terminated ASCII on the wire. */
const plain = '^[\\x20-\\x7e]*$'
const ascii = (title: string, description: string, maxLength: number, byDefault?: '') =>
  text(title, description, {
    maxLength,
    pattern: plain,
    'x-expected': `at most ${maxLength} ASCII characters`,
    ...(byDefault === undefined ? { minLength: 1 } : { default: byDefault }),
  })

const byte = { minimum: 0, maximum: 255 }

const address = (title: string, description: string, ton: number, npi: number) =>
  group(
    title,
    description,
    {
      ton: integer('TON', 'Type of number.', { ...byte, default: ton }),
      npi: integer('NPI', 'Numbering plan indicator.', { ...byte, default: npi }),
    },
    { 'x-expected': 'an object with ton and npi' },
  )

const messageIds = (title: string, description: string) =>
  choice(title, description, ['text', 'decimal', 'hex'], 'text')

const kind = describeKind({
  title: 'SMPP 3.4',
  secrets: [{ name: 'password', title: 'Password', required: true }],
  lengthMax: 65_536,
  basic: {
    host: text('Host', 'Host name or IP address of the message center, without a port.', {
      minLength: 1,
      maxLength: 253,
      pattern: '^[A-Za-z0-9_.:-]+$',
      'x-expected': 'a host name or an IP address, without a port',
    }),
    port: integer('Port', 'TCP port of the message center.', { minimum: 1, maximum: 65_535, default: 2775 }),
    systemId: ascii('System ID', 'Your user name with the carrier, up to 64 characters.', 64),
    systemType: ascii('System type', 'Only if the carrier asks for one.', 12, ''),
    mode: choice(
      'Bind mode',
      'Choose “pair”, a transmitter and a receiver, if the carrier does not support transceivers.',
      ['transceiver', 'pair'],
      'transceiver',
    ),
    binds: integer('Binds', 'Number of binds across all processes. Use more than one only if the carrier allows it.', {
      minimum: 1,
      maximum: 64,
      default: 1,
    }),
    window: integer(
      'Window',
      'Maximum number of messages on each bind that wait for a response. It must not exceed the carrier’s limit.',
      { minimum: 1, maximum: 1_000, default: 10 },
    ),
    ratePerSecond: integer(
      'Messages per second',
      'Maximum rate across all binds, as agreed with the carrier. Each part of a long message counts. 0 means no limit.',
      { minimum: 0, maximum: 100_000, default: 0 },
    ),
    tls: nullable(
      group(
        'TLS',
        'Encrypts the connection.',
        {
          serverName: nullable(
            text('Certificate name', 'The name to verify in the certificate. Default: the host.', {
              minLength: 1,
              maxLength: 253,
              pattern: '^[A-Za-z0-9_.-]*$',
              'x-expected': 'a host name',
            }),
          ),
          ca: nullable(
            text(
              'Certificate authority',
              'The certificate of the carrier’s own authority, in PEM format. Default: the public authorities.',
              { maxLength: 16_384, pattern: '-----BEGIN CERTIFICATE-----', 'x-expected': 'a PEM certificate' },
            ),
          ),
          verify: flag(
            'Verify the certificate',
            'Turn this off only for tests: any certificate is then accepted.',
            true,
          ),
        },
        { 'x-expected': 'true, false or an object' },
      ),
      'boolean',
    ),
  },
  advanced: {
    addressRange: ascii('Address range', 'Only if the carrier asks for one.', 40, ''),
    answerSeconds: integer(
      'Response timeout (seconds)',
      'A message without a response within this time is sent again and may arrive twice.',
      { minimum: 1, maximum: 300, default: 30 },
    ),
    enquireSeconds: integer(
      'Enquire link interval (seconds)',
      'An idle connection is checked after this time. Keep it below the carrier’s own timeout.',
      { minimum: 1, maximum: 3_600, default: 30 },
    ),
    text: choice(
      'Encoding',
      'Encoding of texts in the GSM 03.38 alphabet. Change it if @, _, $ or é arrive as other characters.',
      ['gsm7', 'gsm7-packed', 'latin1'],
      'gsm7',
    ),
    dataCoding: nullable(
      integer(
        'Data coding',
        'The data_coding value of these texts. Set it only if the carrier requires another value than the default: 0, or 3 with latin1.',
        byte,
      ),
    ),
    longMessages: choice(
      'Long messages',
      'How the parts of a long message are marked. Change it if long messages arrive in pieces.',
      ['udh', 'sar', 'payload'],
      'udh',
    ),
    validity: choice(
      'Validity',
      'How the expiry time of a message is sent. Choose “none” if the carrier rejects it.',
      ['relative', 'absolute', 'none'],
      'relative',
    ),
    serviceType: ascii('Service type', 'Only if the carrier asks for one.', 5, ''),
    addresses: group('Number types', 'TON and NPI by kind of sender, and of the destination.', {
      alphanumeric: address('Alphanumeric senders', 'TON and NPI of sender names with letters.', 5, 0),
      number: address('Numeric senders', 'TON and NPI of senders that are phone numbers.', 1, 1),
      shortCode: address(
        'Short codes',
        'TON and NPI of senders with up to six digits. Some carriers require 6,0 or 0,1.',
        3,
        0,
      ),
      destination: address('Destination', 'TON and NPI of the recipient’s number.', 1, 1),
    }),
    answerIds: messageIds(
      'Message IDs in responses',
      'Format of the message IDs in submit responses. With “text”, letter case and leading zeros do not matter.',
    ),
    receiptIds: messageIds(
      'Message IDs in receipts',
      'Format of the message IDs in receipts. Change both if responses contain 1A2B and receipts 6699.',
    ),
    unmarkedReceipts: flag(
      'Unmarked receipts',
      'Treats messages in receipt format as receipts even if the carrier does not mark them. Anyone with a phone can forge such a message.',
    ),
    statusErrors: converted(
      pairs(
        'Errors of submits',
        'Statuses of submit responses with an action (fail, retry or throttle) and a reason, where the default is wrong.',
        { examples: ['0x45: fail invalid_destination'], 'x-expected': 'an object of codes' },
      ),
      readStatusErrors,
    ),
    receiptErrors: converted(
      pairs(
        'Errors in receipts',
        'Error codes or states of delivery receipts with an action (fail or retry) and a reason, where the default is wrong.',
        { examples: ['006: retry absent_subscriber'], 'x-expected': 'an object of codes' },
      ),
      readReceiptErrors,
    ),
  },
})

export const { description, read: readSettings } = kind

export type SmppSettings = ReturnType<typeof readSettings>
export type IdForm = SmppSettings['answerIds']
/** Type of number and numbering plan. */
export type TonNpi = SmppSettings['addresses']['number']

/** SMPP 3.4 allows eight characters, but carriers issue longer passwords. */
export function readPassword({ password }: Readonly<Record<string, string>>): string {
  if (password === undefined) throw problem('the secret password is missing')
  if (password.length > passwordMax || !new RegExp(plain).test(password))
    throw problem(`the secret password must be at most ${passwordMax} ASCII characters`)
  return password
}
