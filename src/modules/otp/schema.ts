import { type TSchema, Type } from 'typebox'
import { IdempotencyHeader, Refused, refusals } from '../../engine/http/index.ts'
import { told } from './errors.ts'

/** The shapes of the wire. What comes in is judged by the rules; these describe it. */

const Message = Type.Object({ code: Type.Integer(), message: Type.String() }, { additionalProperties: false })
const Told = Type.Object({ data: Type.Object({ message: Message }, { additionalProperties: false }) }, { additionalProperties: false })
const NoAuthorization = Type.Object({ error: Type.String() })

/** Refusals of these paths have the code inside `data`; what every path refuses has not. */
const refused = (description: string, ...others: readonly TSchema[]) => ({ ...Type.Union([Told, ...others]), description })

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
  {
    additionalProperties: false,
    description: 'The PIN is on its way.',
    examples: [{ data: { pinId: '0b2c2f2e-1d5b-4c6f-9d0b-6a1f3a1e2b4c', ...told(100), pinExpiryTimeInMinutes: 5, expiresInSeconds: 300 } }],
  },
)

export const requestSchema = {
  summary: 'Request a PIN',
  description:
    'Sends a one-time PIN to a number, with the sender and the text of an application. In the simulated network a number that ends in 9999 always gets 123456.',
  headers: IdempotencyHeader,
  body: Type.Object(
    {
      appId: Type.Union([Type.Integer(), Type.String()], { description: 'the number of an application; a new account has application 1' }),
      msisdn: Type.String({ description: 'in international format, without +' }),
    },
    { examples: [{ appId: 1, msisdn: '255712349999' }] },
  ),
  response: {
    200: Requested,
    ...refusals(401, 409, 413, 415, 503),
    400: refused(
      'Refused: 104 and 103 something is missing, 102 bad number, 107 inactive, 109 no {pin} in the text, 108 no way out, 101 not sent; the header Ngoma-Hint says more.',
      Refused,
      NoAuthorization,
    ),
    404: refused('106: no such application.'),
    429: refused('101: a number, application or account asks too often; Retry-After says when to come back.', Refused),
  },
}

export const verifySchema = {
  summary: 'Verify a PIN',
  description: 'Compares what somebody typed with the PIN that they were sent.',
  body: Type.Object({ pinId: Type.String(), pin: Type.String() }, { examples: [{ pinId: '0b2c2f2e-1d5b-4c6f-9d0b-6a1f3a1e2b4c', pin: '123456' }] }),
  response: {
    200: { ...Told, description: '117 right; 114 wrong, 115 too old, 116 too many attempts, 118 used before.' },
    ...refusals(401, 413, 415, 429, 503),
    400: refused('Refused: 112 or 111, something is missing.', Refused, NoAuthorization),
    404: refused('113: no such PIN.'),
  },
}
