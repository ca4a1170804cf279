import { PinRequestBody, PinRequestReply, PinVerifyBody, PinVerifyReply } from '../../contract/public/otp.ts'
import { IdempotencyHeader } from '../../contract/public/shapes.ts'
import type { Described } from '../../engine/http/index.ts'
import { insufficientBalance } from '../sms/index.ts'
import * as errors from './errors.ts'

const pinId = '0b2c2f2e-1d5b-4c6f-9d0b-6a1f3a1e2b4c'

export const requestSchema = {
  operationId: 'requestPin',
  summary: 'Request a PIN',
  description:
    'Sends a one-time PIN to a phone number, with the sender and the text of an application. With pinId, sends that PIN again. In the simulated network, a number that ends in 9999 always gets 123456.',
  headers: IdempotencyHeader,
  body: PinRequestBody,
  response: { 200: { ...PinRequestReply, description: 'The PIN is being sent.' } },
  examples: {
    body: {
      'a PIN': { appId: 1, msisdn: '255712349999' },
      'in Swahili': { appId: 1, msisdn: '255712349999', language: 'sw' },
    },
    answer: {
      'being sent': { data: { pinId, ...errors.messageOf(100), pinExpiryTimeInMinutes: 5, expiresInSeconds: 300 } },
    },
  },
  refused: [
    errors.appIdMissing(),
    errors.phoneMissing(),
    errors.badPhone(),
    errors.appNotFound(),
    errors.appInactive(),
    errors.placeholderMissing(),
    errors.noChannel({
      hint: 'sender ID "INFO" is inactive: ask the operator to approve it; this account has no active sender IDs',
    }),
    errors.sendRefused(insufficientBalance('1.0000', '0.0000')),
    errors.tooOften('a number', 60, 1_800),
    errors.notResendable(),
    errors.notLive(115),
    errors.notLive(116),
    errors.notLive(118),
  ],
} satisfies Described

export const verifySchema = {
  operationId: 'verifyPin',
  summary: 'Verify a PIN',
  description: 'Compares the code that a person typed with the PIN that was sent.',
  body: PinVerifyBody,
  response: {
    200: {
      ...PinVerifyReply,
      description: '117 correct; 114 incorrect, 115 expired, 116 too many attempts, 118 already verified.',
    },
  },
  examples: {
    body: { 'a typed code': { pinId, pin: '123456' } },
    answer: {
      right: { data: errors.messageOf(117) },
      wrong: { data: errors.messageOf(114) },
      expired: { data: errors.messageOf(115) },
      'too many attempts': { data: errors.messageOf(116) },
      'already verified': { data: errors.messageOf(118) },
    },
  },
  isHinted: true,
  refused: [errors.pinIdMissing(), errors.pinMissing(), errors.pinNotFound()],
} satisfies Described
