import assert from 'node:assert/strict'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { after, describe, it } from 'node:test'
import { createCertificate } from '../test/certificate.ts'
import {
  BadSetting,
  type Config,
  listBadSettings,
  readCertificates,
  readConfig,
  settings,
  unknownSettings,
} from './config.ts'

const defaults: Config = {
  host: '127.0.0.1',
  port: 8080,
  databaseUrl: null,
  databaseListenUrl: null,
  databaseConnections: 10,
  dataDirectory: resolve('data'),
  secret: null,
  staging: true,
  logLevel: 'info',
  logFormat: 'auto',
  hostSms: null,
  hostContact: null,
  hostAirtime: null,
  hostTopup: null,
  hostOtp: null,
  hostDlr: null,
  hostCheckout: null,
  hostChat: null,
  hostConsole: null,
  trustedProxies: [],
  bodyBytesMax: 16 * 1024 * 1024,
  recipientsMax: 100_000,
  segmentsMax: 255,
  requestsPerSecond: 0,
  messagesPerDay: 0,
  validityHours: 72,
  simulatorDelayMs: 1_000,
  simulatorSeed: 1,
  simulatorRatePerSecond: 0,
  pinsPerHour: 50_000,
  receiptCheckSeconds: 10,
  queueAgeSeconds: 3_600,
  currency: 'TZS',
  smtpUrl: null,
  mailFrom: 'Ngoma <ngoma@localhost>',
  paymentsAppName: 'PAYMENTS',
  conversationsAppName: 'CONVERSATIONS',
  publicUrl: null,
  checkoutMinutes: 30,
  callbackLoopback: true,
  callbackCa: null,
  callbackDays: 30,
  metricsToken: null,
  apiKey: null,
  apiSecret: null,
  adminEmail: 'owner@ngoma.local',
  adminPassword: null,
  accessToken: null,
  lenient: false,
}

const url = 'postgres://ngoma:hunter2@db.example/ngoma'

/** What may be written, and what it means; both ends of every range. */
const readings: readonly (readonly [env: Readonly<Record<string, string>>, config: Partial<Config>])[] = [
  ...['::', '0.0.0.0', '10.0.0.1', '127.example.com', '128.0.0.1', 'localhost.example.com'].map(
    (host) => [{ HOST: host }, { host, callbackLoopback: false }] as const,
  ),
  ...['127.0.0.1', '127.1.2.3', '::1', 'localhost'].map((host) => [{ HOST: host }, { host }] as const),
  [
    { HOST: '::', NGOMA_CALLBACK_LOOPBACK: 'yes' },
    { host: '::', callbackLoopback: true },
  ],
  [{ NGOMA_CALLBACK_LOOPBACK: 'false' }, { callbackLoopback: false }],
  [{ NGOMA_CALLBACK_CA: '/etc/ngoma/ca.pem' }, { callbackCa: '/etc/ngoma/ca.pem' }],
  [{ NGOMA_CALLBACK_DAYS: '7' }, { callbackDays: 7 }],
  ...['https://Pay.example.com', 'https://pay.example.com/', 'https://pay.example.com:443'].map(
    (value) => [{ NGOMA_PUBLIC_URL: value }, { publicUrl: 'https://pay.example.com' }] as const,
  ),
  [{ NGOMA_PUBLIC_URL: 'http://127.0.0.1:8080' }, { publicUrl: 'http://127.0.0.1:8080' }],
  [{ NGOMA_CHECKOUT_MINUTES: '10080' }, { checkoutMinutes: 10_080 }],
  [{ NGOMA_HOST_SMS: 'SMS.example.com, sms2.example.com.' }, { hostSms: ['sms.example.com', 'sms2.example.com'] }],
  [{ NGOMA_HOST_CONTACT: 'one.test' }, { hostContact: ['one.test'] }],
  [{ NGOMA_HOST_AIRTIME: 'one.test' }, { hostAirtime: ['one.test'] }],
  [{ NGOMA_HOST_TOPUP: 'one.test' }, { hostTopup: ['one.test'] }],
  [{ NGOMA_HOST_OTP: 'one.test' }, { hostOtp: ['one.test'] }],
  [{ NGOMA_HOST_DLR: 'one.test' }, { hostDlr: ['one.test'] }],
  [{ NGOMA_HOST_CHECKOUT: 'one.test' }, { hostCheckout: ['one.test'] }],
  [{ NGOMA_HOST_CHAT: 'one.test' }, { hostChat: ['one.test'] }],
  [{ NGOMA_HOST_CONSOLE: '127.0.0.1,[::1]' }, { hostConsole: ['127.0.0.1', '[::1]'] }],
  [{ NGOMA_SECRET: 's'.repeat(32) }, { secret: 's'.repeat(32) }],
  [{ NGOMA_ADMIN_EMAIL: 'Asha@Example.com' }, { adminEmail: 'asha@example.com' }],
  [{ NGOMA_ADMIN_PASSWORD: 'hunter22' }, { adminPassword: 'hunter22' }],
  [{ PORT: '0' }, { port: 0 }],
  [{ PORT: '65535' }, { port: 65_535 }],
  [{ PORT: ' 81\n' }, { port: 81 }],
  [{ PORT: '' }, { port: 8080 }],
  [{ PORT: '  ' }, { port: 8080 }],
  [{ DATABASE_URL: url }, { databaseUrl: url, staging: false }],
  [{ NGOMA_DATABASE_LISTEN_URL: url }, { databaseListenUrl: url }],
  [{ DATABASE_URL: 'postgresql://localhost/ngoma' }, { databaseUrl: 'postgresql://localhost/ngoma', staging: false }],
  [
    { DATABASE_URL: url, NGOMA_STAGING: 'true' },
    { databaseUrl: url, staging: true },
  ],
  [{ NGOMA_DATABASE_CONNECTIONS: '3' }, { databaseConnections: 3 }],
  [{ NGOMA_DATABASE_CONNECTIONS: '500' }, { databaseConnections: 500 }],
  [{ NGOMA_DATA: '/var/lib/ngoma' }, { dataDirectory: '/var/lib/ngoma' }],
  [{ NGOMA_DATA: 'elsewhere' }, { dataDirectory: resolve('elsewhere') }],
  ...['false', '0', 'no', 'OFF'].map((value) => [{ NGOMA_STAGING: value }, { staging: false }] as const),
  ...['true', '1', 'yes', 'On'].map((value) => [{ NGOMA_STAGING: value }, { staging: true }] as const),
  ...(['trace', 'debug', 'info', 'warn', 'error', 'silent'] as const).map(
    (value) => [{ NGOMA_LOG_LEVEL: value }, { logLevel: value }] as const,
  ),
  ...(['auto', 'json', 'text'] as const).map((value) => [{ NGOMA_LOG_FORMAT: value }, { logFormat: value }] as const),
  [{ NGOMA_TRUSTED_PROXIES: 'none' }, { trustedProxies: [] }],
  [
    { NGOMA_TRUSTED_PROXIES: '10.0.0.1, 10.1.0.0/16,::1,2001:db8::/32,' },
    { trustedProxies: ['10.0.0.1', '10.1.0.0/16', '::1', '2001:db8::/32'] },
  ],
  [{ NGOMA_BODY_BYTES: '1024' }, { bodyBytesMax: 1_024 }],
  [{ NGOMA_BODY_BYTES: '268435456' }, { bodyBytesMax: 268_435_456 }],
  [{ NGOMA_RECIPIENTS: '1' }, { recipientsMax: 1 }],
  [{ NGOMA_RECIPIENTS: '1000000' }, { recipientsMax: 1_000_000 }],
  [{ NGOMA_SEGMENTS: '1' }, { segmentsMax: 1 }],
  [{ NGOMA_REQUESTS_PER_SECOND: '1000000' }, { requestsPerSecond: 1_000_000 }],
  [{ NGOMA_MESSAGES_PER_DAY: '2147483647' }, { messagesPerDay: 2_147_483_647 }],
  [{ NGOMA_VALIDITY_HOURS: '720' }, { validityHours: 720 }],
  [{ NGOMA_SIMULATOR_DELAY_MS: '0' }, { simulatorDelayMs: 0 }],
  [{ NGOMA_SIMULATOR_SEED: '4294967295' }, { simulatorSeed: 4_294_967_295 }],
  [{ NGOMA_SIMULATOR_RATE: '500' }, { simulatorRatePerSecond: 500 }],
  [{ NGOMA_PINS_PER_HOUR: '1' }, { pinsPerHour: 1 }],
  [{ NGOMA_RECEIPT_CHECK_SECONDS: '86400' }, { receiptCheckSeconds: 86_400 }],
  [{ NGOMA_QUEUE_AGE_SECONDS: '0' }, { queueAgeSeconds: 0 }],
  [{ NGOMA_CURRENCY: 'KES' }, { currency: 'KES' }],
  [
    { NGOMA_PAYMENTS_APP_NAME: 'Pay-1', NGOMA_CONVERSATIONS_APP_NAME: 'talk_2' },
    { paymentsAppName: 'Pay-1', conversationsAppName: 'talk_2' },
  ],
  [{ NGOMA_QUEUE_AGE_SECONDS: '2592000' }, { queueAgeSeconds: 2_592_000 }],
  [{ NGOMA_SMTP_URL: 'smtps://ngoma:hunter2@mail.example' }, { smtpUrl: 'smtps://ngoma:hunter2@mail.example' }],
  [{ NGOMA_SMTP_URL: 'smtp://[::1]:2525?requireTLS=true' }, { smtpUrl: 'smtp://[::1]:2525?requireTLS=true' }],
  [{ NGOMA_MAIL_FROM: 'Asha & Co <no-reply@example.com>' }, { mailFrom: 'Asha & Co <no-reply@example.com>' }],
  [{ NGOMA_MAIL_FROM: 'no-reply@example.com' }, { mailFrom: 'no-reply@example.com' }],
  [{ NGOMA_METRICS_TOKEN: 'a1-b2' }, { metricsToken: 'a1-b2' }],
  [
    { NGOMA_API_KEY: 'key', NGOMA_API_SECRET: 'se:cr et' },
    { apiKey: 'key', apiSecret: 'se:cr et' },
  ],
  [{ NGOMA_ACCESS_TOKEN: 'a1-b2' }, { accessToken: 'a1-b2' }],
  [{ NGOMA_LENIENT: 'true' }, { lenient: true }],
  [{ NGOMA_UNKNOWN: 'anything' }, {}],
]

/** What may not be written, and what is said about it, whole. */
const mistakes: readonly (readonly [env: Readonly<Record<string, string>>, message: string])[] = [
  [
    { NGOMA_HOST_SMS: 'https://sms.test' },
    'NGOMA_HOST_SMS must be host names without port or path, separated by commas, not "https://sms.test"',
  ],
  [
    { NGOMA_HOST_SMS: 'sms.test:80' },
    'NGOMA_HOST_SMS must be host names without port or path, separated by commas, not "sms.test:80"',
  ],
  ...[
    'pay.example.com',
    'ftp://pay.example.com',
    'https://pay.example.com/shop',
    'https://user@pay.example.com',
    'https://pay.example.com/?a=b',
  ].map(
    (value) =>
      [
        { NGOMA_PUBLIC_URL: value },
        `NGOMA_PUBLIC_URL must be an address without path, such as https://pay.example.com, not ${JSON.stringify(value)}`,
      ] as const,
  ),
  [
    { NGOMA_SECRET: 'short' },
    'NGOMA_SECRET must be a text of at least 32 characters, such as openssl rand -hex 32 makes',
  ],
  [{ NGOMA_ADMIN_EMAIL: 'asha' }, 'NGOMA_ADMIN_EMAIL must be an e-mail address, not "asha"'],
  [{ NGOMA_ADMIN_PASSWORD: 'short' }, 'NGOMA_ADMIN_PASSWORD must be a text of 8 to 128 characters'],
  [{ PORT: '65536' }, 'PORT must be a whole number from 0 to 65535, not "65536"'],
  [{ PORT: '-1' }, 'PORT must be a whole number from 0 to 65535, not "-1"'],
  [{ PORT: 'http' }, 'PORT must be a whole number from 0 to 65535, not "http"'],
  [{ PORT: '1e3' }, 'PORT must be a whole number from 0 to 65535, not "1e3"'],
  [
    { DATABASE_URL: 'mysql://root:hunter2@db/ngoma' },
    'DATABASE_URL must be a URL such as postgres://user:password@host/database',
  ],
  [{ NGOMA_DATABASE_CONNECTIONS: '2' }, 'NGOMA_DATABASE_CONNECTIONS must be a whole number from 3 to 500, not "2"'],
  [{ NGOMA_STAGING: 'maybe' }, 'NGOMA_STAGING must be true or false, not "maybe"'],
  [{ NGOMA_LOG_LEVEL: 'loud' }, 'NGOMA_LOG_LEVEL must be one of trace, debug, info, warn, error, silent, not "loud"'],
  ...['proxy.example', '10.0.0.0/33', '::/129', '0.0.0.0/0', '::/0', '10.1', '010.0.0.1', '10.0.0.1;10.0.0.2'].map(
    (value) =>
      [
        { NGOMA_TRUSTED_PROXIES: `10.9.9.9,${value}` },
        `NGOMA_TRUSTED_PROXIES must be none, or IP addresses and networks such as 10.0.0.0/8, separated by commas, not "10.9.9.9,${value}"`,
      ] as const,
  ),
  [{ NGOMA_BODY_BYTES: '1023' }, 'NGOMA_BODY_BYTES must be a whole number from 1024 to 268435456, not "1023"'],
  [{ NGOMA_RECIPIENTS: '0' }, 'NGOMA_RECIPIENTS must be a whole number from 1 to 1000000, not "0"'],
  [{ NGOMA_SEGMENTS: '256' }, 'NGOMA_SEGMENTS must be a whole number from 1 to 255, not "256"'],
  [{ NGOMA_REQUESTS_PER_SECOND: '-1' }, 'NGOMA_REQUESTS_PER_SECOND must be a whole number from 0 to 1000000, not "-1"'],
  [
    { NGOMA_MESSAGES_PER_DAY: '2147483648' },
    'NGOMA_MESSAGES_PER_DAY must be a whole number from 0 to 2147483647, not "2147483648"',
  ],
  [{ NGOMA_VALIDITY_HOURS: '721' }, 'NGOMA_VALIDITY_HOURS must be a whole number from 1 to 720, not "721"'],
  [{ NGOMA_SIMULATOR_DELAY_MS: '1.5' }, 'NGOMA_SIMULATOR_DELAY_MS must be a whole number from 0 to 3600000, not "1.5"'],
  [
    { NGOMA_SIMULATOR_SEED: '4294967296' },
    'NGOMA_SIMULATOR_SEED must be a whole number from 0 to 4294967295, not "4294967296"',
  ],
  [{ NGOMA_PINS_PER_HOUR: '0' }, 'NGOMA_PINS_PER_HOUR must be a whole number from 1 to 2147483647, not "0"'],
  [{ NGOMA_RECEIPT_CHECK_SECONDS: '0' }, 'NGOMA_RECEIPT_CHECK_SECONDS must be a whole number from 1 to 86400, not "0"'],
  [{ NGOMA_CURRENCY: 'shilling' }, 'NGOMA_CURRENCY must be three capital letters, such as TZS, not "shilling"'],
  [
    { NGOMA_PAYMENTS_APP_NAME: 'SMS' },
    'NGOMA_PAYMENTS_APP_NAME must be up to 32 letters, digits, _ and -, and no name of another product, not "SMS"',
  ],
  [
    { NGOMA_CONVERSATIONS_APP_NAME: 'PAYMENTS' },
    'NGOMA_PAYMENTS_APP_NAME and NGOMA_CONVERSATIONS_APP_NAME must differ',
  ],
  [
    { NGOMA_QUEUE_AGE_SECONDS: '2592001' },
    'NGOMA_QUEUE_AGE_SECONDS must be a whole number from 0 to 2592000, not "2592001"',
  ],
  ...[
    'http://ngoma:hunter2@mail.example',
    'mail.example',
    'smtp://',
    'smtp://ngoma:hunter2%@mail.example',
    'smtp://mail.example?requireTls=true',
  ].map(
    (value) =>
      [
        { NGOMA_SMTP_URL: value },
        'NGOMA_SMTP_URL must be a URL such as smtp://user:password@host:587, or smtps://user:password@host',
      ] as const,
  ),
  [{ NGOMA_MAIL_FROM: 'Ngoma' }, 'NGOMA_MAIL_FROM must be an e-mail address, or a name and one in <>, not "Ngoma"'],
  [
    { NGOMA_MAIL_FROM: 'a@b.c, d@e.f' },
    'NGOMA_MAIL_FROM must be an e-mail address, or a name and one in <>, not "a@b.c, d@e.f"',
  ],
  [
    { NGOMA_METRICS_TOKEN: 'hunter2 x' },
    'NGOMA_METRICS_TOKEN must be letters, digits and signs of ASCII, without white space',
  ],
  [{ NGOMA_API_KEY: 'key' }, 'NGOMA_API_KEY and NGOMA_API_SECRET go together: set both, or neither'],
  [{ NGOMA_API_SECRET: 'hunter2' }, 'NGOMA_API_KEY and NGOMA_API_SECRET go together: set both, or neither'],
  [
    { NGOMA_API_KEY: 'hunter2:x', NGOMA_API_SECRET: 'x' },
    'NGOMA_API_KEY must be a text without colons and control characters',
  ],
  [
    { NGOMA_API_KEY: 'x', NGOMA_API_SECRET: 'hunter2\tx' },
    'NGOMA_API_SECRET must be a text without control characters',
  ],
  [
    { NGOMA_ACCESS_TOKEN: 'hunter2 x' },
    'NGOMA_ACCESS_TOKEN must be letters, digits and signs of ASCII, without white space',
  ],
]

describe('the settings', () => {
  it('have defaults for everything', () => assert.deepEqual(readConfig({}), defaults))

  for (const [env, config] of readings) {
    it(`take ${describeEnv(env)}`, () => assert.deepEqual(readConfig(env), { ...defaults, ...config }))
  }

  for (const [env, message] of mistakes) {
    it(`refuse ${describeEnv(env)} and say why`, () => {
      assert.throws(
        () => readConfig(env),
        (error) => error instanceof BadSetting && error.message === message,
      )
      assert.doesNotMatch(message, /hunter2/)
    })
  }

  it('are all looked at when it is asked what is wrong with them', () => {
    assert.deepEqual(listBadSettings({ PORT: '8081' }), [])
    assert.deepEqual(listBadSettings({ PORT: 'http', NGOMA_STAGING: 'maybe', NGOMA_API_KEY: 'key' }), [
      'PORT must be a whole number from 0 to 65535, not "http"',
      'NGOMA_STAGING must be true or false, not "maybe"',
    ])
    assert.deepEqual(listBadSettings({ NGOMA_API_KEY: 'key' }), [
      'NGOMA_API_KEY and NGOMA_API_SECRET go together: set both, or neither',
    ])
  })

  it('are known by their names, and names that are much like them too', () => {
    const env = { NGOMA_DATA: 'x', NGOMA_TEST_ANY: 'x', NGOMA_LOGLEVEL: 'debug', NGOMA_ZZZZZZZZZZZZ: 'x', PATH: 'x' }
    assert.deepEqual(unknownSettings(env), [
      { name: 'NGOMA_LOGLEVEL', nearest: 'NGOMA_LOG_LEVEL' },
      { name: 'NGOMA_ZZZZZZZZZZZZ', nearest: null },
    ])
  })

  it('are all among those tried above', () => {
    const tried = new Set([...readings, ...mistakes].flatMap(([env]) => Object.keys(env)))
    assert.deepEqual(
      Object.values(settings)
        .map(({ name }) => name)
        .filter((name) => !tried.has(name)),
      [],
    )
  })

  it('are in docs/operating.md, each with its default and its sentence, in this order and no others', () => {
    const lines = readFileSync(new URL('../docs/operating.md', import.meta.url), 'utf8').split('\n')
    const first = lines.indexOf('| Setting | Default | What it does |') + 2
    const documented = lines.slice(
      first,
      lines.findIndex((line, index) => index > first && !line.startsWith('|')),
    )
    assert.deepEqual(
      documented,
      Object.values(settings).map(({ name, fallback, about }) => `| \`${name}\` | ${fallback} | ${about} |`),
    )
  })
})

describe('the certificates for callbacks', () => {
  const directory = mkdtempSync(join(tmpdir(), 'ngoma-certificates-'))
  after(() => rmSync(directory, { recursive: true }))
  const write = (content: string) => {
    const path = join(directory, 'ca.pem')
    writeFileSync(path, content)
    return path
  }
  const refuses = (path: string, why: RegExp) =>
    assert.throws(
      () => readCertificates(path),
      (error) =>
        error instanceof BadSetting &&
        error.message.startsWith(`NGOMA_CALLBACK_CA: ${path}`) &&
        why.test(error.message),
    )

  it('are read one by one, with whatever stands between them', () => {
    const [one, two] = [createCertificate().ca, createCertificate().ca]
    assert.deepEqual(readCertificates(write(`# One\n${one}\n# Two\n${two}`)), [one.trim(), two.trim()])
  })

  it('that are missing or damaged are named', () => {
    refuses(join(directory, 'nowhere.pem'), /can't be read \(ENOENT\)$/)
    refuses(directory, /can't be read \(EISDIR\)$/)
    refuses(write(createCertificate().key), /has no certificate in it/)
    refuses(write(createCertificate().ca.replace(/M[A-Za-z]{3}/, 'AAAA')), /a certificate in it that can't be read/)
  })
})

function describeEnv(env: Readonly<Record<string, string>>): string {
  return Object.entries(env)
    .map(([name, value]) => `${name}=${JSON.stringify(value)}`)
    .join(' ')
}
