import { Type } from 'typebox'
import { type Described, IdempotencyHeader } from '../../engine/http/index.ts'
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

/** The shapes of the wire. What comes in is judged by the rules; these describe it. */

const Message = Type.Object({ code: Type.Integer(), message: Type.String() }, { additionalProperties: false })
const Told = Type.Object(
  { data: Type.Object({ message: Message }, { additionalProperties: false }) },
  { additionalProperties: false },
)

const Requested = Type.Object(
  {
    data: Type.Object(
      {
        pinId: Type.String({ format: 'uuid' }),
        message: Message,
        pinExpiryTimeInMinutes: Type.Integer(),
        expiresInSeconds: Type.Integer(),
      },
      { additionalProperties: false },
    ),
  },
  { additionalProperties: false, description: 'The PIN is on its way.' },
)

const pinId = '0b2c2f2e-1d5b-4c6f-9d0b-6a1f3a1e2b4c'

export const requestSchema = {
  operationId: 'requestPin',
  summary: 'Request a PIN',
  description:
    'Sends a one-time PIN to a number, with the sender and the text of an application. In the simulated network a number that ends in 9999 always gets 123456.',
  headers: IdempotencyHeader,
  body: Type.Object({
    appId: Type.Union([Type.Integer(), Type.String()], {
      description: 'the number of an application; a new account has application 1',
    }),
    msisdn: Type.String({ description: 'in international format, without +' }),
  }),
  response: { 200: Requested },
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
  body: Type.Object({ pinId: Type.String(), pin: Type.String() }),
  response: {
    200: { ...Told, description: '117 right; 114 wrong, 115 too old, 116 too many attempts, 118 used before.' },
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
