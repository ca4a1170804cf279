import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import smpp from 'smpp'
import { bindProblem, classifyStatus } from './status.ts'

describe('classifyStatus', () => {
  const classified: readonly [status: number, action: string, reason: string][] = [
    [0x14, 'throttle', 'queue_full'],
    [0x58, 'throttle', 'throttled'],
    [0x04, 'retry', 'not_bound'],
    [0x08, 'retry', 'system_error'],
    [0x45, 'retry', 'submit_failed'],
    [0x64, 'retry', 'temporary_error'],
    [0xff, 'retry', 'unknown_error'],
    [0x01, 'fail', 'invalid_length'],
    [0x0a, 'fail', 'invalid_sender'],
    [0x0b, 'fail', 'invalid_destination'],
    [0x48, 'fail', 'invalid_sender_type'],
    [0x50, 'fail', 'invalid_destination_type'],
    [0x62, 'fail', 'invalid_validity'],
    [0x66, 'fail', 'rejected'],
    [0x450, 'retry', 'carrier_status_450'],
    [0x09, 'retry', 'carrier_status_09'],
    [0xffff_ffff, 'retry', 'carrier_status_ffffffff'],
  ]
  for (const [status, action, reason] of classified) {
    it(`0x${status.toString(16)} means ${action}: ${reason}`, () => {
      const meaning = classifyStatus(status)
      assert.deepEqual([meaning.action, meaning.reason], [action, reason])
      assert.match(meaning.text, new RegExp(`^the .*\\(status 0x0*${status.toString(16)}\\)$`, 'i'))
    })
  }

  it('has a reason and a text for every status of SMPP 3.4', () => {
    const ours = Object.entries(smpp.errors).filter(([, status]) => status > 0 && status <= 0x104)
    assert.ok(ours.length > 45)
    for (const [name, status] of ours) {
      const { reason, text } = classifyStatus(status)
      assert.match(reason, /^[a-z][a-z0-9_]{0,39}$/, name)
      assert.doesNotMatch(reason, /^carrier_status/, name)
      assert.match(bindProblem(status), /^the .*\(status 0x/, name)
      assert.match(text, /^the /, name)
    }
  })

  it('bindProblem explains a rejected bind', () => {
    assert.equal(bindProblem(0x0e), 'the password is wrong (status 0x0E)')
    assert.equal(bindProblem(0x08), 'the carrier has an internal error (status 0x08)')
    assert.equal(bindProblem(0x777), 'the carrier rejected the bind (status 0x777)')
  })
})
