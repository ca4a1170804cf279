import { allScopes, overlapHoursMax, scopes } from '../../values/scopes.ts'
import { defaultAlphabets, messageIdForms, smppLimits } from '../../values/smpp.ts'
import { Name } from '../account/account.ts'
import { consoleResource, route } from '../route.ts'
import { described, nullable, objectOf, oneOf, optional, pagesOf, Time } from '../shapes.ts'
import { type Static, Type } from '../type.ts'
import { products } from './accounts.ts'

export const kinds = ['key', 'token', 'smpp'] as const
export type Kind = (typeof kinds)[number]

/** A number within the range of this limit. */
function limitOf(name: keyof typeof smppLimits, description: string) {
  const { min, max } = smppLimits[name]
  return Type.Optional(Type.Integer({ minimum: min, maximum: max, description }))
}

/** A credential without its secret. */
export type Credential = Static<typeof Credential>
const Credential = objectOf({
  id: Type.Integer(),
  kind: oneOf(kinds),
  name: Type.String(),
  apiKey: nullable(Type.String()),
  systemId: nullable(Type.String()),
  /** Null means all products, and an empty list the account API only. */
  products: nullable(Type.Array(Type.String())),
  /** Null means any address. */
  addresses: nullable(Type.Array(Type.String())),
  lenient: Type.Boolean(),
  operator: Type.Boolean(),
  /** Whether the dlr-url of its requests may use plain HTTP and private hosts. */
  privateUrls: Type.Boolean(),
  /** Its rights in the account API; `*` for all. */
  scopes: Type.Array(Type.String()),
  createdAt: Time,
  expiresAt: nullable(Time),
  revokedAt: nullable(Time),
  lastUsedAt: nullable(Time),
  lastAddress: nullable(Type.String()),
  replacedBy: nullable(Type.Integer()),
  /** The end of the SMPP password before the last rotation. */
  oldPasswordUntil: nullable(Time),
  smpp: nullable(
    objectOf({
      bindsMax: Type.Integer(),
      windowSize: Type.Integer(),
      /** 0 means no limit. */
      rate: Type.Integer(),
      messageIds: oneOf(messageIdForms),
      receivesMessages: Type.Boolean(),
      duplicateSeconds: Type.Integer(),
      /** Of data_coding 0. */
      alphabet: oneOf(defaultAlphabets),
    }),
  ),
  binds: Type.Integer(),
})

/** Shown once: the server stores only a hash of the secret. */
const IssuedKey = objectOf({ id: Type.Integer(), apiKey: Type.String(), secret: Type.String() })

const IssuedToken = objectOf({ id: Type.Integer(), token: Type.String() })

const IssuedSmpp = objectOf({ id: Type.Integer(), systemId: Type.String(), password: Type.String() })

const rotation = {
  kind: oneOf(kinds),
  expiresAt: nullable(Time),
  /** The replaced credential and its end. The end of an SMPP password is null when it is no longer valid. */
  replaces: objectOf({ id: Type.Integer(), expiresAt: nullable(Time) }),
}

const Scopes = Type.Array(oneOf([...scopes, allScopes]), {
  maxItems: scopes.length + 1,
  description: 'the rights in the account API; * for all',
})

const lenient = { description: 'accepts the request formats of older clients' }

const Products = Type.Array(oneOf(products), {
  maxItems: products.length,
  description:
    'the products that the credential is limited to; none for the account API only, which is the default with selected scopes',
})

const Addresses = Type.Array(Type.String({ maxLength: 50 }), { minItems: 1, maxItems: 100 })

export type CredentialBody = Static<typeof CredentialBody>
const CredentialBody = objectOf({
  name: described(Name, 'a name for the program that uses it'),
  products: Type.Optional(Products),
  addresses: optional(Addresses, 'the addresses and networks that the credential is limited to'),
  expiresAt: optional(Type.String({ format: 'date-time', maxLength: 50 }), 'in ISO 8601; never by default'),
  lenient: Type.Optional(Type.Boolean(lenient)),
  scopes: Type.Optional(Scopes),
  operator: optional(Type.Boolean(), 'whether it has operator rights; only operators can grant them'),
})

const smppFields = {
  bindsMax: limitOf('bindsMax', 'the maximum number of binds at the same time'),
  windowSize: limitOf('windowSize', 'the maximum number of unanswered submits on one bind'),
  rate: limitOf('rate', 'the maximum number of messages a second over all binds and Kannel requests; 0 means no limit'),
  messageIds: optional(oneOf(messageIdForms), 'how message IDs are written in responses and receipts'),
  receivesMessages: optional(Type.Boolean(), 'whether incoming messages of the account are delivered to its binds'),
  duplicateSeconds: limitOf(
    'duplicateSeconds',
    'how long a submit with the same reference, sender, destination and text is answered like the first; 0 means never',
  ),
  alphabet: optional(
    oneOf(defaultAlphabets),
    'the alphabet of texts with data_coding 0: GSM 03.38 with one character a byte or packed, or Latin-1',
  ),
}

/** Of every kind. */
const sharedFields = {
  addresses: Type.Optional(
    nullable(described(Addresses, 'the addresses and networks that the credential is limited to; null means any')),
  ),
  privateUrls: optional(
    Type.Boolean(),
    'whether dlr-url may use plain HTTP and private hosts; only operators can allow that',
  ),
}

export type SmppBody = Static<typeof SmppBody>
const SmppBody = objectOf({
  systemId: optional(
    Type.String({ pattern: '^[A-Za-z0-9_.-]{1,15}$', maxLength: 15 }),
    'the user name; generated when it is left out',
  ),
  password: optional(
    Type.String({ writeOnly: true, pattern: '^[ -~]{6,64}$', maxLength: 64 }),
    'the password that a customer already has; only operators can choose one, others are generated',
  ),
  ...smppFields,
  ...sharedFields,
})

/** A field that is left out keeps its value. */
export type CredentialChange = Static<typeof CredentialChange>
const CredentialChange = objectOf(
  {
    lenient: Type.Optional(Type.Boolean(lenient)),
    scopes: Type.Optional(Scopes),
    products: Type.Optional(Products),
    ...sharedFields,
    ...smppFields,
  },
  { minProperties: 1 },
)

/** With more rights or from other addresses, somebody else can use it: the same proof as for a new one. */
const provenChanges = ['scopes', 'products', ...Object.keys(sharedFields), ...Object.keys(smppFields)]

const creating = { showsSecret: true, asksProof: true, status: 201 } as const

/** For users only: a program must not create or change credentials. */
export const credentials = consoleResource('credentials', {
  list: route('GET /accounts/:account/credentials', 'viewer', 'List keys, tokens and SMPP credentials', {
    empty: { lastUsedAt: 'never', scopes: 'none' },
    columns:
      'id, kind, name, apiKey, systemId, revokedAt, expiresAt, oldPasswordUntil, lastUsedAt, scopes, products, addresses, lenient, operator, binds, smpp.bindsMax, smpp.windowSize, smpp.rate',
    names: ['systemId'],
    ...pagesOf(Credential, 'kind'),
    parameters: { kind: 'only credentials of these kinds, separated by commas: `key`, `token`, `smpp`' },
  }),
  createKey: route('POST /accounts/:account/keys', 'owner', 'Create an API key', {
    ...creating,
    command: 'key create',
    does: 'key.create',
    body: CredentialBody,
    answer: IssuedKey,
  }),
  createToken: route('POST /accounts/:account/tokens', 'owner', 'Create an access token', {
    ...creating,
    command: 'token create',
    does: 'token.create',
    body: CredentialBody,
    answer: IssuedToken,
  }),
  createSmpp: route('POST /accounts/:account/smpp/credentials', 'owner', 'Create an SMPP credential', {
    ...creating,
    command: 'smpp-credential create',
    does: 'smpp.create',
    body: SmppBody,
    answer: IssuedSmpp,
  }),
  update: route('PATCH /accounts/:account/credentials/:credential', 'owner', 'Change a credential', {
    does: 'credential.change',
    asksProof: provenChanges,
    body: CredentialChange,
    answer: Credential,
  }),
  revoke: route('DELETE /accounts/:account/credentials/:credential', 'owner', 'Revoke a credential', {
    does: 'credential.revoke',
  }),
  rotate: route(
    'POST /accounts/:account/credentials/:credential/rotate',
    'owner',
    'Replace a key or token, or the password of an SMPP credential',
    {
      ...creating,
      columns: 'id, kind, apiKey, secret, token, systemId, password, expiresAt',
      next: ['The old secret of credential {replaces.id} is valid until {replaces.expiresAt}.'],
      does: 'credential.rotate',
      body: objectOf({
        overlapHours: described(
          Type.Integer({ default: 24, minimum: 0, maximum: overlapHoursMax }),
          'how long the old credential or password stays valid',
        ),
      }),
      answer: Type.Union([
        objectOf({ ...IssuedKey.properties, ...rotation }),
        objectOf({ ...IssuedToken.properties, ...rotation }),
        objectOf({ ...IssuedSmpp.properties, ...rotation }),
      ]),
    },
  ),
})
