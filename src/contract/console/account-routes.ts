import { AccountChange, Country, Name, ParentId, provenSettings } from '../account/account.ts'
import { consoleResource, route } from '../route.ts'
import { listPageOf, nullable, objectOf, queryOf } from '../shapes.ts'
import { Type } from '../type.ts'
import { Account, FullAccount, ListedAccount, SubAccount } from './accounts.ts'

const NewAccountBody = objectOf({
  name: Name,
  country: Type.Optional(Country),
  parentId: Type.Optional(ParentId),
  sender: Type.Optional(
    nullable(Type.String({ maxLength: 50, description: 'a sender ID to create and approve; null for none' })),
  ),
})

export const accounts = consoleResource('accounts', {
  list: route('GET /accounts', 'operator', 'List all accounts', {
    columns: ['id', 'name', 'country', 'parentId', 'createdAt', 'suspendedAt'],
    names: ['name'],
    query: queryOf('cursor', 'limit', 'q'),
    answer: listPageOf(ListedAccount),
  }),
  create: route('POST /accounts', 'operator', 'Create an account', {
    next: ['To create an API key: ngoma key create --account {id} --name NAME'],
    does: 'account.create',
    body: NewAccountBody,
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
    columns: ['id', 'name', 'country', 'currency', 'createdAt', 'suspendedAt'],
    query: queryOf('cursor', 'limit', 'q'),
    answer: listPageOf(SubAccount),
  }),
})
