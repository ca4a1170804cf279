import assert from 'node:assert/strict'
import { availableParallelism } from 'node:os'
import { resolve } from 'node:path'
import { describe, it } from 'node:test'
import { settings } from './config/settings.ts'
import { type Config, readConfig } from './config.ts'

const defaults: Config = {
  host: '127.0.0.1',
  port: 8080,
  databaseUrl: null,
  databaseListenUrl: null,
  databaseConnections: 10,
  processes: 1,
  dataDirectory: resolve('data'),
  secret: null,
  secretPrevious: null,
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
  hostLinks: null,
  hostConsole: null,
  trustedProxies: [],
  bodyBytesMax: 16 * 1024 * 1024,
  recipientsMax: 100_000,
  segmentsMax: 255,
  campaignQueueSeconds: 10,
  requestsPerSecond: 0,
  readsPerSecond: 200,
  consoleRequestsPerSecond: 100,
  messagesPerDay: 0,
  validityHours: 72,
  simulatorDelayMs: 1_000,
  simulatorSeed: 1,
  simulatorRatePerSecond: 0,
  pinsPerHour: 50_000,
  pinsPerNumber: 10,
  pinLifeSeconds: 86_400,
  pinGuard: 'block',
  receiptCheckSeconds: 10,
  queueAgeSeconds: 3_600,
  currency: 'TZS',
  country: 'TZ',
  language: 'en',
  smtpUrl: null,
  mailFrom: 'Ngoma <ngoma@localhost>',
  paymentsAppName: 'PAYMENTS',
  conversationsAppName: 'CONVERSATIONS',
  publicUrl: null,
  checkoutMinutes: 30,
  callbackLoopback: true,
  drainSeconds: 0,
  callbackCa: null,
  callbackDays: 30,
  smppPort: null,
  smppTlsPort: null,
  smppTlsCertificate: null,
  smppTlsKey: null,
  callRecords: null,
  archiveDirectory: null,
  erasuresFile: null,
  metricsToken: null,
  apiKey: null,
  apiSecret: null,
  oidcIssuer: null,
  oidcClientId: null,
  oidcClientSecret: null,
  oidcName: 'single sign-on',
  oidcDomains: null,
  operatorTwoFactor: false,
  adminEmail: 'owner@ngoma.local',
  adminPassword: null,
  accessToken: null,
  lenient: false,
}

const production: Partial<Config> = { staging: false, callbackLoopback: false, drainSeconds: 5 }
const url = 'postgres://ngoma:hunter2@db.example/ngoma'

/** Valid settings and the resulting configuration, with both ends of every range. */
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
  [{ NGOMA_HOST_LINKS: 'one.test' }, { hostLinks: ['one.test'] }],
  [{ NGOMA_HOST_CONSOLE: '127.0.0.1,[::1]' }, { hostConsole: ['127.0.0.1', '[::1]'] }],
  [{ NGOMA_SECRET: 's'.repeat(32) }, { secret: 's'.repeat(32) }],
  [
    { NGOMA_SECRET: 's'.repeat(32), NGOMA_SECRET_PREVIOUS: 'p'.repeat(32) },
    { secret: 's'.repeat(32), secretPrevious: 'p'.repeat(32) },
  ],
  [{ NGOMA_ADMIN_EMAIL: 'Asha@Example.com' }, { adminEmail: 'asha@example.com' }],
  [{ NGOMA_ADMIN_PASSWORD: 'hunter22' }, { adminPassword: 'hunter22' }],
  [{ PORT: '0' }, { port: 0 }],
  [{ PORT: '65535' }, { port: 65_535 }],
  [{ PORT: ' 81\n' }, { port: 81 }],
  [{ PORT: '' }, { port: 8080 }],
  [{ PORT: '  ' }, { port: 8080 }],
  [{ DATABASE_URL: url }, { databaseUrl: url, ...production }],
  [{ NGOMA_DRAIN_SECONDS: '12' }, { drainSeconds: 12 }],
  [
    { NGOMA_STAGING: 'no', NGOMA_DRAIN_SECONDS: '0' },
    { ...production, drainSeconds: 0 },
  ],
  [{ NGOMA_DATABASE_LISTEN_URL: url }, { databaseListenUrl: url }],
  [{ DATABASE_URL: 'postgresql://localhost/ngoma' }, { databaseUrl: 'postgresql://localhost/ngoma', ...production }],
  [
    { DATABASE_URL: url, NGOMA_STAGING: 'true' },
    { databaseUrl: url, staging: true },
  ],
  [{ NGOMA_DATABASE_CONNECTIONS: '3' }, { databaseConnections: 3 }],
  [{ NGOMA_DATABASE_CONNECTIONS: '500' }, { databaseConnections: 500 }],
  [{ NGOMA_PROCESSES: '256' }, { processes: 256 }],
  [{ NGOMA_PROCESSES: 'auto' }, { processes: availableParallelism() }],
  [{ NGOMA_DATA: '/var/lib/ngoma' }, { dataDirectory: '/var/lib/ngoma' }],
  [{ NGOMA_DATA: 'elsewhere' }, { dataDirectory: resolve('elsewhere') }],
  ...['false', '0', 'no', 'OFF'].map((value) => [{ NGOMA_STAGING: value }, production] as const),
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
  [{ NGOMA_CAMPAIGN_QUEUE_SECONDS: '0' }, { campaignQueueSeconds: 0 }],
  [{ NGOMA_REQUESTS_PER_SECOND: '1000000' }, { requestsPerSecond: 1_000_000 }],
  [{ NGOMA_READS_PER_SECOND: '0' }, { readsPerSecond: 0 }],
  [{ NGOMA_CONSOLE_REQUESTS_PER_SECOND: '0' }, { consoleRequestsPerSecond: 0 }],
  [{ NGOMA_MESSAGES_PER_DAY: '2147483647' }, { messagesPerDay: 2_147_483_647 }],
  [{ NGOMA_VALIDITY_HOURS: '720' }, { validityHours: 720 }],
  [{ NGOMA_SIMULATOR_DELAY_MS: '0' }, { simulatorDelayMs: 0 }],
  [{ NGOMA_SIMULATOR_SEED: '4294967295' }, { simulatorSeed: 4_294_967_295 }],
  [{ NGOMA_SIMULATOR_RATE: '500' }, { simulatorRatePerSecond: 500 }],
  [{ NGOMA_PINS_PER_HOUR: '1' }, { pinsPerHour: 1 }],
  [{ NGOMA_PINS_PER_NUMBER: '1' }, { pinsPerNumber: 1 }],
  [{ NGOMA_PIN_LIFE_SECONDS: '600' }, { pinLifeSeconds: 600 }],
  [{ NGOMA_PIN_GUARD: 'off' }, { pinGuard: 'off' }],
  [{ NGOMA_RECEIPT_CHECK_SECONDS: '86400' }, { receiptCheckSeconds: 86_400 }],
  [{ NGOMA_QUEUE_AGE_SECONDS: '0' }, { queueAgeSeconds: 0 }],
  [{ NGOMA_CURRENCY: 'KES' }, { currency: 'KES' }],
  [{ NGOMA_COUNTRY: 'KE' }, { country: 'KE' }],
  [{ NGOMA_LANGUAGE: 'sw' }, { language: 'sw' }],
  [
    { NGOMA_PAYMENTS_APP_NAME: 'Pay-1', NGOMA_CONVERSATIONS_APP_NAME: 'talk_2' },
    { paymentsAppName: 'Pay-1', conversationsAppName: 'talk_2' },
  ],
  [{ NGOMA_QUEUE_AGE_SECONDS: '2592000' }, { queueAgeSeconds: 2_592_000 }],
  [{ NGOMA_SMTP_URL: 'smtps://ngoma:hunter2@mail.example' }, { smtpUrl: 'smtps://ngoma:hunter2@mail.example' }],
  [{ NGOMA_SMTP_URL: 'smtp://[::1]:2525?requireTLS=true' }, { smtpUrl: 'smtp://[::1]:2525?requireTLS=true' }],
  [{ NGOMA_MAIL_FROM: 'Asha & Co <no-reply@example.com>' }, { mailFrom: 'Asha & Co <no-reply@example.com>' }],
  [{ NGOMA_MAIL_FROM: 'no-reply@example.com' }, { mailFrom: 'no-reply@example.com' }],
  [{ NGOMA_ARCHIVE_DIR: '/var/archive' }, { archiveDirectory: '/var/archive' }],
  [{ NGOMA_ERASURES_FILE: '/mnt/erasures' }, { erasuresFile: '/mnt/erasures' }],
  [{ NGOMA_SMPP_PORT: '2775' }, { smppPort: 2775 }],
  [
    { NGOMA_SMPP_TLS_PORT: '3550', NGOMA_SMPP_TLS_CERTIFICATE: 'cert.pem', NGOMA_SMPP_TLS_KEY: 'key.pem' },
    { smppTlsPort: 3550, smppTlsCertificate: 'cert.pem', smppTlsKey: 'key.pem' },
  ],
  [{ NGOMA_CALL_RECORDS: '/var/log/calls' }, { callRecords: '/var/log/calls' }],
  [{ NGOMA_METRICS_TOKEN: 'a1-b2' }, { metricsToken: 'a1-b2' }],
  [
    { NGOMA_API_KEY: 'key', NGOMA_API_SECRET: 'se:cr et' },
    { apiKey: 'key', apiSecret: 'se:cr et' },
  ],
  [{ NGOMA_ACCESS_TOKEN: 'a1-b2' }, { accessToken: 'a1-b2' }],
  [
    {
      NGOMA_OIDC_ISSUER: 'https://login.example.com/main',
      NGOMA_OIDC_CLIENT_ID: 'ngoma',
      NGOMA_OIDC_CLIENT_SECRET: 'secret',
      NGOMA_OIDC_NAME: 'Example',
      NGOMA_OIDC_DOMAINS: 'example.com, example.org',
    },
    {
      oidcIssuer: 'https://login.example.com/main',
      oidcClientId: 'ngoma',
      oidcClientSecret: 'secret',
      oidcName: 'Example',
      oidcDomains: ['example.com', 'example.org'],
    },
  ],
  [{ NGOMA_OPERATOR_TWO_FACTOR: 'true' }, { operatorTwoFactor: true }],
  [{ NGOMA_LENIENT: 'true' }, { lenient: true }],
  [{ NGOMA_UNKNOWN: 'anything' }, {}],
]

describe('readConfig', () => {
  it('has a default for every setting', () => assert.deepEqual(readConfig({}), defaults))

  for (const [env, config] of readings) {
    it(`reads ${describeEnv(env)}`, () => assert.deepEqual(readConfig(env), { ...defaults, ...config }))
  }

  it('covers every setting in the table above', () => {
    const tried = new Set(readings.flatMap(([env]) => Object.keys(env)))
    assert.deepEqual(
      Object.values(settings)
        .map(({ name }) => name)
        .filter((name) => !tried.has(name)),
      [],
    )
  })
})

function describeEnv(env: Readonly<Record<string, string>>): string {
  return Object.entries(env)
    .map(([name, value]) => `${name}=${JSON.stringify(value)}`)
    .join(' ')
}
