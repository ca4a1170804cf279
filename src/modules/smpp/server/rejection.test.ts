import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { describe, it } from 'node:test'
import { Overloaded } from '../../../engine/batch/index.ts'
import { createLog } from '../../../engine/log.ts'
import { status } from '../../../engine/smpp/pdu.ts'
import { dailyLimitReached, insufficientBalance, invalidSender, noRoute, queueTooOld } from '../../sms/errors.ts'
import { Rejection, rejectionOf, statusOfRecipient, statusOfRefusal } from './rejection.ts'

const ctx = { log: createLog('silent', { write() {} }) }

describe('an error of a submit', () => {
  for (const [title, error, expected, text] of [
    ['a sender', invalidSender('SHOP', 'pending', null, ['INFO']), status.invalidSource, /"SHOP" is pending/],
    ['credit', insufficientBalance('20.00', '5.00'), status.submitFailed, /costs 20.00, but only 5.00/],
    ['the daily limit', dailyLimitReached(10, 0, 1, 60), status.submitFailed, /left until midnight GMT: 0 of 10/],
    ['no carrier', noRoute(), status.submitFailed, /no carrier/],
    ['an old queue', queueTooOld('single', 9_000), status.queueFull, /waiting for 9000 seconds/],
    ['too much waiting', new Overloaded('full'), status.queueFull, /later/],
    ['a fault', new TypeError('x is undefined'), status.systemError, /^internal error/],
    ['a rejection', new Rejection(status.throttled, 'slower'), status.throttled, /^slower$/],
  ] as const) {
    it(`has a status and a text: ${title}`, () => {
      const { status: found, message } = rejectionOf(ctx, error)
      assert.equal(found, expected)
      assert.match(message, text)
    })
  }
})

/** The rows of the table of statuses in the guide: name, value in hexadecimal. */
const guide = readFileSync(new URL('../../../../docs/smpp-server.md', import.meta.url), 'utf8')
const rows = [...guide.matchAll(/^\| `(ESME_R\w+)` \| `0x([0-9A-F]{2})` \|/gm)].map(([, , hex = '']) =>
  Number.parseInt(hex, 16),
)

describe('the table of statuses in the guide', () => {
  it('has every status that the server sends', () => {
    const directory = new URL('./', import.meta.url)
    const sent = new Set<number>()
    for (const file of readdirSync(directory).filter((name) => !name.endsWith('.test.ts')))
      for (const [, name = ''] of readFileSync(new URL(file, directory), 'utf8').matchAll(/\bstatus\.(\w+)/g))
        sent.add((status as Readonly<Record<string, number>>)[name] ?? -1)
    sent.delete(status.ok)
    for (const value of Object.values(statusOfRefusal)) sent.add(value)
    for (const [value] of Object.values(statusOfRecipient)) sent.add(value)
    assert.deepEqual(
      rows.toSorted((a, b) => a - b),
      [...sent].toSorted((a, b) => a - b),
    )
  })
})
