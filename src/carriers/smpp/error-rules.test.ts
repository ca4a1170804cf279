import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { SettingsProblem } from '../carrier.ts'
import { codeOf, readReceiptErrors, readStatusErrors } from './error-rules.ts'
import { listReceiptErrors } from './receipt.ts'
import { classifyStatus, listStatusErrors } from './status.ts'

type Rules = Readonly<Record<string, string>>

describe('errors of a carrier', () => {
  const statuses: readonly [code: string, rule: string, status: number, action: string, reason: string][] = [
    ['0x45', 'fail invalid_destination', 0x45, 'fail', 'invalid_destination'],
    ['69', 'fail', 0x45, 'fail', 'submit_failed'],
    ['0x0B', 'retry', 0x0b, 'retry', 'invalid_destination'],
    ['0x401', 'throttle', 0x401, 'throttle', 'carrier_status_401'],
    ['0x402', ' retry  carrier_credit ', 0x402, 'retry', 'carrier_credit'],
    ['0x58', 'fail daily_limit', 0x58, 'fail', 'daily_limit'],
    ['0xffffffff', 'barred', 0xffff_ffff, 'retry', 'barred'],
  ]
  for (const [code, rule, status, action, reason] of statuses) {
    it(`of status ${code} are changed by ${JSON.stringify(rule)}`, () => {
      const meaning = classifyStatus(status, readStatusErrors({ [code]: rule }))
      assert.deepEqual([meaning.action, meaning.reason], [action, reason])
    })
  }

  it('have their defaults for other statuses', () => {
    assert.deepEqual(classifyStatus(0x0a, readStatusErrors({ '0x45': 'fail' })), classifyStatus(0x0a))
    assert.deepEqual([...readStatusErrors({})], [])
    assert.deepEqual([...readReceiptErrors({})], [])
  })

  const bad: readonly [read: (value: Rules) => unknown, value: Rules, says: RegExp][] = [
    [readStatusErrors, { '0': 'fail' }, /invalid code "0"; write a status such as 0x45/],
    [readStatusErrors, { x45: 'fail' }, /invalid code "x45"/],
    [readStatusErrors, { '0x1ffffffff': 'fail' }, /invalid code/],
    [readStatusErrors, { '0x45': 'fail', '69': 'retry' }, /has the code "0x45" twice/],
    [readStatusErrors, { '0x45': '' }, /statusErrors.0x45 must be fail, retry, throttle, a reason, or both/],
    [readStatusErrors, { '0x45': 'fail now please' }, /must be fail, retry, throttle/],
    [readStatusErrors, { '0x45': 'Fail Invalid' }, /must be fail, retry, throttle/],
    [readStatusErrors, { '0x45': 'fail Not-Found' }, /invalid reason "Not-Found"; use snake case/],
    [readStatusErrors, { '0x45': 'fail cancelled' }, /must not have the reason cancelled/],
    [readStatusErrors, { '0x45': `fail ${'a'.repeat(41)}` }, /invalid reason/],
    [
      readStatusErrors,
      Object.fromEntries(Array.from({ length: 201 }, (_, index) => [String(index + 1), 'fail'])),
      /at most 200/,
    ],
    [readReceiptErrors, { '000': 'fail' }, /invalid code "000"; write an error code such as 006/],
    [readReceiptErrors, { delivered: 'fail' }, /invalid code "delivered"/],
    [readReceiptErrors, { 'rejected/6/7': 'fail' }, /invalid code/],
    [readReceiptErrors, { '6/rejected': 'fail' }, /invalid code/],
    [readReceiptErrors, { '006': 'fail', '6': 'retry' }, /twice/],
    [readReceiptErrors, { '006': 'throttle' }, /invalid reason "throttle"/],
  ]
  for (const [read, value, says] of bad) {
    it(`are rejected as settings: ${says.source}, ${JSON.stringify(value)?.slice(0, 40)}`, () => {
      assert.throws(
        () => read(value),
        (error) => error instanceof SettingsProblem && says.test(error.message),
      )
    })
  }

  const codes: readonly [written: string, code: string | null][] = [
    ['006', '6'],
    ['0x06', '6'],
    ['0x1B', '27'],
    ['01B', '1b'],
    ['', null],
    ['000', null],
    ['an error', null],
    ['1234567', null],
  ]
  for (const [written, code] of codes)
    it(`have the code ${code} for ${JSON.stringify(written)}`, () => assert.equal(codeOf(written), code))

  it('are listed with their defaults and changes', () => {
    const listed = listStatusErrors(readStatusErrors({ '0x45': 'fail', '0x0B': 'barred', '0x401': 'throttle' }))
    const of = (code: string) => listed.find((one) => one.code === code)
    assert.ok(listed.length > 45)
    assert.deepEqual(of('0x45'), {
      code: '0x45',
      action: 'fail',
      reason: 'submit_failed',
      isOwn: true,
      text: 'the carrier could not accept the message and gave no reason (status 0x45)',
    })
    assert.deepEqual([of('0x0B')?.reason, of('0x0B')?.text], ['barred', null])
    assert.deepEqual([of('0x58')?.action, of('0x58')?.isOwn, of('0x401')?.action], ['throttle', false, 'throttle'])
    assert.deepEqual(
      listReceiptErrors(readReceiptErrors({ '006': 'retry absent_subscriber', 'rejected/8': 'barred' }))
        .filter(({ code }) => code === 'expired' || /\d/.test(code))
        .map(({ code, action, reason, isOwn }) => [code, action, reason, isOwn]),
      [
        ['expired', 'fail', 'carrier_expired', false],
        ['6', 'retry', 'absent_subscriber', true],
        ['rejected/8', 'fail', 'barred', true],
      ],
    )
  })
})
