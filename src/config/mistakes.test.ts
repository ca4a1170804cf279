import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { BadSetting, listBadSettings, readConfig, unknownSettings } from '../config.ts'

/** Invalid values and the full error message. */
const mistakes: readonly (readonly [env: Readonly<Record<string, string>>, message: string])[] = [
  [
    { NGOMA_HOST_SMS: 'https://sms.test' },
    'NGOMA_HOST_SMS must be a comma-separated list of host names without port or path, not "https://sms.test"',
  ],
  [
    { NGOMA_HOST_SMS: 'sms.test:80' },
    'NGOMA_HOST_SMS must be a comma-separated list of host names without port or path, not "sms.test:80"',
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
        `NGOMA_PUBLIC_URL must be a URL without a path, such as https://pay.example.com, not ${JSON.stringify(value)}`,
      ] as const,
  ),
  [
    { NGOMA_SECRET: 'short' },
    'NGOMA_SECRET must be 32 to 1024 characters long, such as the output of openssl rand -hex 32',
  ],
  [{ NGOMA_ADMIN_EMAIL: 'asha' }, 'NGOMA_ADMIN_EMAIL must be an email address, not "asha"'],
  [{ NGOMA_ADMIN_PASSWORD: 'short' }, 'NGOMA_ADMIN_PASSWORD must be 8 to 128 characters long'],
  [{ PORT: '65536' }, 'PORT must be a whole number from 0 to 65535, not "65536"'],
  [{ PORT: '-1' }, 'PORT must be a whole number from 0 to 65535, not "-1"'],
  [{ PORT: 'http' }, 'PORT must be a whole number from 0 to 65535, not "http"'],
  [{ PORT: '1e3' }, 'PORT must be a whole number from 0 to 65535, not "1e3"'],
  ...[
    'mysql://root:hunter2@db/ngoma',
    'postgres://ngoma:hunter2@one,two:x/ngoma',
    'postgres://ngoma:hunter2@one,two/ngoma?target_session_attrs=master',
  ].map(
    (url) =>
      [
        { DATABASE_URL: url },
        'DATABASE_URL must be a URL such as postgres://user:password@host/database, with one or several hosts (host1:5432,host2:5432); target_session_attrs is one of any, read-write, read-only, primary, standby, prefer-standby',
      ] as const,
  ),
  [{ NGOMA_DATABASE_CONNECTIONS: '2' }, 'NGOMA_DATABASE_CONNECTIONS must be a whole number from 3 to 500, not "2"'],
  [{ NGOMA_PROCESSES: 'all' }, 'NGOMA_PROCESSES must be auto or a whole number from 1 to 256, not "all"'],
  [{ NGOMA_STAGING: 'maybe' }, 'NGOMA_STAGING must be true or false, not "maybe"'],
  [{ NGOMA_LOG_LEVEL: 'loud' }, 'NGOMA_LOG_LEVEL must be one of trace, debug, info, warn, error, silent, not "loud"'],
  ...['proxy.example', '10.0.0.0/33', '::/129', '0.0.0.0/0', '::/0', '10.1', '010.0.0.1', '10.0.0.1;10.0.0.2'].map(
    (value) =>
      [
        { NGOMA_TRUSTED_PROXIES: `10.9.9.9,${value}` },
        `NGOMA_TRUSTED_PROXIES must be none, or a comma-separated list of IP addresses and networks such as 10.0.0.0/8, not "10.9.9.9,${value}"`,
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
  ...['shilling', 'TSH', 'tzs'].map(
    (value) =>
      [
        { NGOMA_CURRENCY: value },
        `NGOMA_CURRENCY must be a three-letter currency code in capitals, such as TZS, not "${value}"`,
      ] as const,
  ),
  [
    { NGOMA_PAYMENTS_APP_NAME: 'SMS' },
    'NGOMA_PAYMENTS_APP_NAME must be up to 32 letters, digits, _ and -, and not the name of another product, not "SMS"',
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
  [
    { NGOMA_MAIL_FROM: 'Ngoma' },
    'NGOMA_MAIL_FROM must be an email address, or a name followed by an email address in <>, not "Ngoma"',
  ],
  [
    { NGOMA_MAIL_FROM: 'a@b.c, d@e.f' },
    'NGOMA_MAIL_FROM must be an email address, or a name followed by an email address in <>, not "a@b.c, d@e.f"',
  ],
  [{ NGOMA_METRICS_TOKEN: 'hunter2 x' }, 'NGOMA_METRICS_TOKEN must be printable ASCII characters without spaces'],
  [{ NGOMA_API_KEY: 'key' }, 'Set both NGOMA_API_KEY and NGOMA_API_SECRET, or neither'],
  [{ NGOMA_API_SECRET: 'hunter2' }, 'Set both NGOMA_API_KEY and NGOMA_API_SECRET, or neither'],
  [
    { NGOMA_API_KEY: 'hunter2:x', NGOMA_API_SECRET: 'x' },
    'NGOMA_API_KEY must be text without colons or control characters',
  ],
  [{ NGOMA_API_KEY: 'x', NGOMA_API_SECRET: 'hunter2\tx' }, 'NGOMA_API_SECRET must be text without control characters'],
  [{ NGOMA_ACCESS_TOKEN: 'hunter2 x' }, 'NGOMA_ACCESS_TOKEN must be printable ASCII characters without spaces'],
]

describe('readConfig with invalid settings', () => {
  for (const [env, message] of mistakes) {
    it(`rejects ${describeEnv(env)} with a message that names the setting`, () => {
      assert.throws(
        () => readConfig(env),
        (error) => error instanceof BadSetting && error.message === message,
      )
      assert.doesNotMatch(message, /hunter2/)
    })
  }

  it('lists all invalid settings, not only the first', () => {
    assert.deepEqual(listBadSettings({ PORT: '8081' }), [])
    assert.deepEqual(listBadSettings({ PORT: 'http', NGOMA_STAGING: 'maybe', NGOMA_API_KEY: 'key' }), [
      'PORT must be a whole number from 0 to 65535, not "http"',
      'NGOMA_STAGING must be true or false, not "maybe"',
    ])
    assert.deepEqual(listBadSettings({ NGOMA_API_KEY: 'key' }), [
      'Set both NGOMA_API_KEY and NGOMA_API_SECRET, or neither',
    ])
  })

  it('lists unknown settings with the closest known name', () => {
    const env = { NGOMA_DATA: 'x', NGOMA_TEST_ANY: 'x', NGOMA_LOGLEVEL: 'debug', NGOMA_ZZZZZZZZZZZZ: 'x', PATH: 'x' }
    assert.deepEqual(unknownSettings(env), [
      { name: 'NGOMA_LOGLEVEL', nearest: 'NGOMA_LOG_LEVEL' },
      { name: 'NGOMA_ZZZZZZZZZZZZ', nearest: null },
    ])
  })
})

function describeEnv(env: Readonly<Record<string, string>>): string {
  return Object.entries(env)
    .map(([name, value]) => `${name}=${JSON.stringify(value)}`)
    .join(' ')
}
