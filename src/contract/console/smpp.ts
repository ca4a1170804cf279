import { type Static, Type } from 'typebox'
import { overlapHoursMax } from '../../values/overlap.ts'
import {
  bindModes,
  type DefaultAlphabet,
  defaultAlphabets,
  type MessageIdForm,
  messageIdForms,
  smppLimits,
} from '../../values/smpp.ts'
import { Nothing, type RouteShapes } from '../route.ts'
import { nullable, objectOf, oneOf, pageOf, queryOf, Time } from '../shapes.ts'

/** A number within the range of this limit. */
function limitOf(name: keyof typeof smppLimits, description: string) {
  const { min, max } = smppLimits[name]
  return Type.Optional(Type.Integer({ minimum: min, maximum: max, description }))
}

/** How customers reach the SMPP server. A port is null when it is off. */
export type SmppConnection = Static<typeof SmppConnection>
const SmppConnection = objectOf({
  host: nullable(Type.String({ description: 'the host of the public URL; null when it is not set' })),
  port: nullable(Type.Integer()),
  tlsPort: nullable(Type.Integer()),
})

/** An SMPP credential, without its password. */
export type SmppCredential = Static<typeof SmppCredential>
const SmppCredential = objectOf({
  id: Type.Integer(),
  systemId: Type.String(),
  bindsMax: Type.Integer(),
  windowSize: Type.Integer(),
  /** 0 means no limit. */
  rate: Type.Integer(),
  /** Null means any address. */
  addresses: nullable(Type.Array(Type.String())),
  messageIds: oneOf(messageIdForms),
  receivesMessages: Type.Boolean(),
  duplicateSeconds: Type.Integer(),
  privateUrls: Type.Boolean(),
  /** Of data_coding 0. */
  alphabet: oneOf(defaultAlphabets),
  createdAt: Time,
  revokedAt: nullable(Time),
  lastUsedAt: nullable(Time),
  lastAddress: nullable(Type.String()),
  /** The end of the password before the last rotation. */
  oldPasswordUntil: nullable(Time),
  /** The number of current binds. */
  binds: Type.Integer(),
})

/** Shown once: the server stores only a hash of the password. */
export type IssuedSmppCredential = Static<typeof IssuedSmppCredential>
const IssuedSmppCredential = objectOf({ id: Type.Integer(), systemId: Type.String(), password: Type.String() })

const RotatedPassword = objectOf({
  ...IssuedSmppCredential.properties,
  /** Null when the old password is no longer valid. */
  oldPasswordUntil: nullable(Time),
})

export type SmppBind = Static<typeof SmppBind>
const SmppBind = objectOf({
  id: Type.Integer(),
  accountId: Type.Integer(),
  credentialId: Type.Integer(),
  systemId: Type.String(),
  mode: oneOf(bindModes),
  address: Type.String(),
  encrypted: Type.Boolean(),
  /** The name of the process that has the connection. Null for callers who are not operators. */
  process: nullable(Type.String()),
  boundAt: Time,
})

const settings = {
  bindsMax: limitOf('bindsMax', 'the maximum number of binds at the same time'),
  windowSize: limitOf('windowSize', 'the maximum number of unanswered submits on one bind'),
  rate: limitOf('rate', 'the maximum number of messages a second over all binds and Kannel requests; 0 means no limit'),
  addresses: Type.Optional(
    nullable(
      Type.Array(Type.String({ maxLength: 50 }), {
        minItems: 1,
        maxItems: 100,
        description: 'the addresses and networks that the credential is limited to; null means any',
      }),
    ),
  ),
  messageIds: Type.Optional(
    Type.Unsafe<MessageIdForm>({
      type: 'string',
      enum: [...messageIdForms],
      description: 'how message IDs are written in responses and receipts',
    }),
  ),
  receivesMessages: Type.Optional(
    Type.Boolean({ description: 'whether incoming messages of the account are delivered to its binds' }),
  ),
  duplicateSeconds: limitOf(
    'duplicateSeconds',
    'how long a submit with the same reference, sender, destination and text is answered like the first; 0 means never',
  ),
  privateUrls: Type.Optional(
    Type.Boolean({
      description: 'whether dlr-url may use plain HTTP and private hosts; only operators can allow that',
    }),
  ),
  alphabet: Type.Optional(
    Type.Unsafe<DefaultAlphabet>({
      type: 'string',
      enum: [...defaultAlphabets],
      description:
        'the alphabet of texts with data_coding 0: GSM 03.38 with one character a byte or packed, or Latin-1',
    }),
  ),
}

export type SmppCredentialBody = Static<typeof SmppCredentialBody>
const SmppCredentialBody = objectOf({
  systemId: Type.Optional(
    Type.String({
      pattern: '^[A-Za-z0-9_.-]{1,15}$',
      maxLength: 15,
      description: 'the user name; generated when it is left out',
    }),
  ),
  password: Type.Optional(
    Type.String({
      pattern: '^[ -~]{6,64}$',
      maxLength: 64,
      description: 'the password that a customer already has; only operators can choose one, others are generated',
    }),
  ),
  ...settings,
})

/** A field that is left out keeps its value. */
export type SmppChangeBody = Static<typeof SmppChangeBody>
const SmppChangeBody = objectOf(settings, { minProperties: 1 })

const RotateBody = objectOf({
  overlapHours: Type.Integer({
    minimum: 0,
    maximum: overlapHoursMax,
    description: 'how long the old password stays valid',
  }),
})

export const smppRoutes = {
  'GET /smpp/binds': { query: queryOf('page', 'limit'), answer: pageOf(SmppBind) },
  'GET /accounts/:account/smpp': { answer: SmppConnection },
  'GET /accounts/:account/smpp/binds': { query: queryOf('page', 'limit'), answer: pageOf(SmppBind) },
  'GET /accounts/:account/smpp/credentials': { query: queryOf('page', 'limit'), answer: pageOf(SmppCredential) },
  'POST /accounts/:account/smpp/credentials': { body: SmppCredentialBody, status: 201, answer: IssuedSmppCredential },
  'PUT /accounts/:account/smpp/credentials/:credential': { body: SmppChangeBody, answer: SmppCredential },
  'DELETE /accounts/:account/smpp/credentials/:credential': { status: 204, answer: Nothing },
  'POST /accounts/:account/smpp/credentials/:credential/rotate': {
    body: RotateBody,
    status: 201,
    answer: RotatedPassword,
  },
} as const satisfies RouteShapes
