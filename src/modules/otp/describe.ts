import { PinRequestBody, PinRequestReply, PinVerifyBody, PinVerifyReply } from '../../contract/public/otp.ts'
import { IdempotencyHeader } from '../../contract/public/shapes.ts'
import type { Described } from '../../engine/http/index.ts'
import { insufficientBalance } from '../sms/index.ts'
import {
  appIdMissing,
  appInactive,
  appNotFound,
  badPhone,
  noChannel,
  phoneMissing,
  pinIdMissing,
  pinMissing,
  pinNotFound,
  placeholderMissing,
  sendRefused,
  told,
  tooOften,
} from './errors.ts'

const pinId = '0b2c2f2e-1d5b-4c6f-9d0b-6a1f3a1e2b4c'

export const requestSchema = {
  operationId: 'requestPin',
  summary: 'Request a PIN',
  description:
    'Sends a one-time PIN to a number, with the sender and the text of an application. In the simulated network a number that ends in 9999 always gets 123456.',
  headers: IdempotencyHeader,
  body: PinRequestBody,
  response: { 200: { ...PinRequestReply, description: 'The PIN is on its way.' } },
  examples: {
    body: { 'a PIN': { appId: 1, msisdn: '255712349999' } },
    answer: { 'on its way': { data: { pinId, ...told(100), pinExpiryTimeInMinutes: 5, expiresInSeconds: 300 } } },
  },
  refused: [
    appIdMissing(),
    phoneMissing(),
    badPhone(),
    appNotFound(),
    appInactive(),
    placeholderMissing(),
    noChannel('INFO'),
    sendRefused(insufficientBalance('1.0000', '0.0000')),
    tooOften('a number', 60, 1_800),
  ],
} satisfies Described

export const verifySchema = {
  operationId: 'verifyPin',
  summary: 'Verify a PIN',
  description: 'Compares what somebody typed with the PIN that they were sent.',
  body: PinVerifyBody,
  response: {
    200: {
      ...PinVerifyReply,
      description: '117 right; 114 wrong, 115 too old, 116 too many attempts, 118 used before.',
    },
  },
  examples: {
    body: { 'what somebody typed': { pinId, pin: '123456' } },
    answer: {
      right: { data: told(117) },
      wrong: { data: told(114) },
      'too old': { data: told(115) },
      'too many attempts': { data: told(116) },
      'used before': { data: told(118) },
    },
  },
  isHinted: true,
  refused: [pinIdMissing(), pinMissing(), pinNotFound()],
} satisfies Described
