import { AccountChange, AccountSettings, Country, Name, ParentId, provenSettings } from '../account/account.ts'
import { consoleResource, route } from '../route.ts'
import { Amount, Language, nullable, objectOf, pagesOf, Time } from '../shapes.ts'
import { type Static, Type } from '../type.ts'

/** The products that a credential can be limited to. */
export const products = ['sms', 'dlr', 'contact', 'airtime', 'topup', 'otp', 'checkout', 'chat'] as const
export type Product = (typeof products)[number]

const LimitShape = nullable(Type.Integer())

/** The limits of an account. Null means the default of the settings, 0 means no limit. */
export type AccountLimits = Static<typeof AccountLimits>
export const AccountLimits = objectOf({ requestsPerSecond: LimitShape, messagesPerDay: LimitShape })

export type Account = Static<typeof Account>
export const Account = objectOf({
  id: Type.Integer(),
  name: Type.String(),
  /** The account that this one is a sub-account of. Null for callers who are not operators. */
  parentId: nullable(Type.Integer()),
  /** The currency of its balances. It stays when the default of the server changes. */
  currency: Type.String(),
  /** ISO 3166-1 alpha-2. */
  country: Type.String(),
  /** The language of its emails, default texts and checkout pages. */
  language: Language,
  ...AccountLimits.properties,
  createdAt: Time,
  /** When an operator suspended it; null while it is active. */
  suspendedAt: nullable(Time),
  /** Members without a second factor have no access. */
  twoFactorRequired: Type.Boolean(),
})

export type FullAccount = Static<typeof FullAccount>
export const FullAccount = objectOf({ ...AccountSettings.properties, ...Account.properties })

/** An account in the list of operators, with its SMS credit and its messages of the last 24 hours. */
export type ListedAccount = Static<typeof ListedAccount>
export const ListedAccount = objectOf({
  ...Account.properties,
  /** In its currency; null without a balance. */
  available: nullable(Amount),
  messages: Type.Integer(),
  failed: Type.Integer(),
})

export type SubAccount = Static<typeof SubAccount>
export const SubAccount = objectOf({
  id: Type.Integer(),
  name: Type.String(),
  currency: Type.String(),
  country: Type.String(),
  createdAt: Time,
  suspendedAt: nullable(Time),
})

export const accounts = consoleResource('accounts', {
  list: route('GET /accounts', 'operator', 'List all accounts', {
    columns: 'id, name, country, parentId, createdAt, suspendedAt',
    names: ['name'],
    ...pagesOf(ListedAccount, 'q'),
  }),
  create: route('POST /accounts', 'operator', 'Create an account', {
    next: ['To create an API key: ngoma key create --account {id} --name NAME'],
    does: 'account.create',
    body: objectOf({
      name: Name,
      country: Type.Optional(Country),
      parentId: Type.Optional(ParentId),
      sender: Type.Optional(
        nullable(Type.String({ maxLength: 50, description: 'a sender ID to create and approve; null for none' })),
      ),
    }),
    status: 201,
    answer: Account,
  }),
  get: route('GET /accounts/:account', 'viewer', 'Get an account', { answer: FullAccount }),
  update: route('PATCH /accounts/:account', 'operator', 'Change settings of an account', {
    does: 'account.change',
    asksProof: provenSettings,
    body: AccountChange,
    answer: FullAccount,
  }),
  subAccounts: route('GET /accounts/:account/sub-accounts', 'owner', 'List the sub-accounts of an account', {
    command: 'account list-sub-accounts',
    columns: 'id, name, country, currency, createdAt, suspendedAt',
    ...pagesOf(SubAccount, 'q'),
  }),
})
