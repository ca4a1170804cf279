import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { SettingsProblem } from '../carrier.ts'
import { readPassword, readSettings } from './settings.ts'

const least = { host: 'smsc.example', systemId: 'ngoma' }

describe('SMPP carrier settings', () => {
  it('have defaults', () => {
    assert.deepEqual(readSettings(least, ['password']), {
      host: 'smsc.example',
      port: 2775,
      tls: null,
      systemId: 'ngoma',
      systemType: '',
      addressRange: '',
      mode: 'transceiver',
      binds: 1,
      window: 10,
      ratePerSecond: 0,
      answerSeconds: 30,
      enquireSeconds: 30,
      text: 'gsm7',
      dataCoding: null,
      longMessages: 'udh',
      validity: 'relative',
      serviceType: '',
      addresses: {
        alphanumeric: { ton: 5, npi: 0 },
        number: { ton: 1, npi: 1 },
        shortCode: { ton: 3, npi: 0 },
        destination: { ton: 1, npi: 1 },
      },
      answerIds: 'text',
      receiptIds: 'text',
      unmarkedReceipts: false,
      statusErrors: new Map(),
      receiptErrors: new Map(),
    })
  })

  it('are read as given, and the same when read again', () => {
    const ca = '-----BEGIN CERTIFICATE-----\n-----END CERTIFICATE-----\n'
    const given = {
      ...{
        host: '2001:db8::1',
        port: 3550,
        tls: { serverName: 'smsc.example', ca, verify: false },
        systemId: 'a',
        systemType: 'VMA',
        addressRange: '^255',
      },
      ...{
        mode: 'pair',
        binds: 64,
        window: 1000,
        ratePerSecond: 50,
        answerSeconds: 1,
        enquireSeconds: 3600,
        text: 'latin1',
        dataCoding: 0,
      },
      ...{
        longMessages: 'sar',
        validity: 'none',
        serviceType: 'CMT',
        answerIds: 'hex',
        receiptIds: 'decimal',
        unmarkedReceipts: true,
      },
      addresses: {
        alphanumeric: { ton: 5, npi: 1 },
        number: { ton: 2, npi: 1 },
        shortCode: { ton: 6, npi: 9 },
        destination: { ton: 0, npi: 0 },
      },
    }
    assert.deepEqual(readSettings(given, ['password']), {
      ...given,
      statusErrors: new Map(),
      receiptErrors: new Map(),
    })
    assert.deepEqual(readSettings({ ...least, tls: true }, ['password']).tls, {
      serverName: null,
      ca: null,
      verify: true,
    })
    assert.deepEqual(readSettings({ ...least, tls: {} }, ['password']).tls, {
      serverName: null,
      ca: null,
      verify: true,
    })
    assert.equal(readSettings({ ...least, tls: false }, ['password']).tls, null)
    assert.deepEqual(
      readSettings({ ...least, addresses: { shortCode: { npi: 1 } } }, ['password']).addresses.shortCode,
      { ton: 3, npi: 1 },
    )
  })

  const wrong: readonly [changes: unknown, message: RegExp][] = [
    [null, /^the settings must be an object$/],
    [[], /^the settings must be an object$/],
    [{ ...least, hots: 'a' }, /^unknown setting hots$/],
    [{ ...least, password: 'a' }, /^unknown setting password$/],
    [{ systemId: 'a' }, /^host is missing$/],
    [{ ...least, host: 'smpp://a' }, /^host must be a host name or an IP address/],
    [{ host: 'a' }, /^systemId is missing$/],
    [{ ...least, systemId: 'a'.repeat(65) }, /^systemId must be at most 64 ASCII characters$/],
    [{ ...least, systemId: 'a\0' }, /^systemId must be/],
    [{ ...least, systemType: 'a'.repeat(13) }, /^systemType must be at most 12/],
    [{ ...least, addressRange: 5 }, /^addressRange must be at most 40/],
    [{ ...least, serviceType: 'ABCDEF' }, /^serviceType must be at most 5/],
    [{ ...least, port: 0 }, /^port must be a whole number from 1 to 65535$/],
    [{ ...least, port: '2775' }, /^port must be a whole number/],
    [{ ...least, binds: 65 }, /^binds must be a whole number from 1 to 64$/],
    [{ ...least, window: 0 }, /^window must be a whole number from 1 to 1000$/],
    [{ ...least, ratePerSecond: -1 }, /^ratePerSecond must be a whole number/],
    [{ ...least, answerSeconds: 0.5 }, /^answerSeconds must be a whole number/],
    [{ ...least, enquireSeconds: 0 }, /^enquireSeconds must be a whole number/],
    [{ ...least, dataCoding: 256 }, /^dataCoding must be a whole number from 0 to 255$/],
    [{ ...least, mode: 'transmitter' }, /^mode must be one of transceiver, pair$/],
    [{ ...least, text: 'utf8' }, /^text must be one of gsm7, gsm7-packed, latin1$/],
    [{ ...least, longMessages: true }, /^longMessages must be one of udh, sar, payload$/],
    [{ ...least, validity: '' }, /^validity must be one of/],
    [{ ...least, answerIds: 'octal' }, /^answerIds must be one of text, decimal, hex$/],
    [{ ...least, receiptIds: 1 }, /^receiptIds must be one of/],
    [{ ...least, unmarkedReceipts: 'yes' }, /^unmarkedReceipts must be true or false$/],
    [{ ...least, statusErrors: 5 }, /^statusErrors must be an object of codes$/],
    [{ ...least, statusErrors: { '0x45': 7 } }, /^statusErrors\.0x45 must be a string$/],
    [{ ...least, receiptErrors: { '006': 'throttle' } }, /^receiptErrors\.006 has the invalid reason "throttle"/],
    [{ ...least, tls: 'yes' }, /^tls must be true, false or an object$/],
    [{ ...least, tls: { cert: '' } }, /^unknown setting tls\.cert$/],
    [{ ...least, tls: { ca: 'x' } }, /^tls\.ca must be a PEM certificate$/],
    [{ ...least, tls: { serverName: 'a b' } }, /^tls\.serverName must be a host name$/],
    [{ ...least, tls: { verify: 1 } }, /^tls\.verify must be true or false$/],
    [{ ...least, addresses: 5 }, /^addresses must be an object$/],
    [{ ...least, addresses: { sender: {} } }, /^unknown setting addresses\.sender$/],
    [{ ...least, addresses: { number: 1 } }, /^addresses\.number must be an object with ton and npi$/],
    [{ ...least, addresses: { number: { tonn: 1 } } }, /^unknown setting addresses\.number\.tonn$/],
    [
      { ...least, addresses: { number: { ton: 256 } } },
      /^addresses\.number\.ton must be a whole number from 0 to 255$/,
    ],
  ]
  for (const [settings, message] of wrong) {
    it(`are rejected: ${message.source}`, () => {
      assert.throws(
        () => readSettings(settings, ['password']),
        (error) => error instanceof SettingsProblem && message.test(error.message),
      )
    })
  }

  it('require a password, which may be longer than SMPP allows', () => {
    assert.throws(() => readSettings(least, ['key']), /^SettingsProblem: the secret password is missing$/)
    assert.throws(() => readPassword({}), SettingsProblem)
    assert.equal(readPassword({ password: 'p'.repeat(64) }), 'p'.repeat(64))
    assert.throws(() => readPassword({ password: 'p'.repeat(65) }), SettingsProblem)
    assert.throws(() => readPassword({ password: 'pässword' }), SettingsProblem)
  })
})
