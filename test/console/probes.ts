/** One route for each kind of policy, the callers that try it, and the statuses that they get. */
import { createKey } from '../../src/modules/accounts/index.ts'
import { type Scope, scopes } from '../../src/values/scopes.ts'
import { someSettings } from '../airtime.ts'
import { basic, orderBody, type World } from '../world.ts'
import {
  addAccount,
  addPerson,
  ask,
  type ConsoleAnswer,
  command,
  freshAddress,
  type Method,
  type Person,
  type RequestOptions,
  signInAdmin,
} from './people.ts'
import type { ServedRoute } from './policies.ts'

const people = ['viewer', 'member', 'owner', 'ownerOfParent', 'ownerElsewhere', 'operator'] as const
const keys = ['keyWithScope', 'keyWithoutScope', 'keyElsewhere'] as const
const callers = ['nobody', ...people, 'commandLine', ...keys] as const

export type Caller = (typeof callers)[number]

export interface Stage {
  readonly world: World
  readonly accountId: number
  /** An account without any relation to the first. */
  readonly elsewhere: number
  readonly people: Readonly<Partial<Record<Caller, Person>>>
}

export async function openStage(world: World): Promise<Stage> {
  const parentId = await addAccount(world)
  const accountId = (await command(world, 'POST', '/accounts', { name: 'Of a test', parentId })).body.id
  const elsewhere = await addAccount(world)
  return {
    world,
    accountId,
    elsewhere,
    people: {
      viewer: await addPerson(world, accountId, 'viewer'),
      member: await addPerson(world, accountId, 'member'),
      owner: await addPerson(world, accountId, 'owner'),
      ownerOfParent: await addPerson(world, parentId, 'owner'),
      ownerElsewhere: await addPerson(world, elsewhere, 'owner'),
      operator: await signInAdmin(world),
    },
  }
}

export interface Probe extends Pick<RequestOptions, 'body' | 'headers'> {
  /** The path with an object of the account. */
  readonly path?: (stage: Stage) => Promise<string>
  /** The status for callers who may call the route, if it is not the one of the contract. */
  readonly status?: number
}

const phone = '255712000222'

/** Every caller makes the same call, so no probe removes anything. */
export const probes: Readonly<Record<string, Probe>> = {
  'GET /console/v1/about': {},
  // Without a provider of sign-ins.
  'GET /console/v1/auth/oauth2/callback/oidc': { status: 302 },
  'GET /console/v1/me': {},
  'GET /console/v1/auth/proof': {},
  'GET /console/v1/system': {},
  'GET /console/v1/reports.csv': {},
  // A backup takes a second: test/console/backup.test.ts reads one.
  'GET /console/v1/backup': { path: async () => '/backup?all=1', status: 400 },
  'GET /console/v1/users': {},
  'GET /console/v1/accounts/:account': {},
  'GET /console/v1/accounts/:account/members': {},
  'GET /console/v1/accounts/:account/erasures': {},
  'GET /console/v1/accounts/:account/audit.csv': {},
  'POST /console/v1/auth/invitation': { body: { token: 'unknown' }, status: 400 },
  'POST /console/v1/auth/reset-password': { body: { token: 'unknown', newPassword: 'of some length' }, status: 400 },
  'PUT /console/v1/me/language': { body: { language: null } },
  'POST /console/v1/auth/passkey/delete-passkey': { body: { id: 'unknown' }, status: 404 },
  'POST /console/v1/accounts': { body: { name: 'One more' } },
  'PUT /console/v1/providers/:provider': {
    path: async () => '/providers/shop',
    body: { product: 'airtime', kind: 'http', settings: someSettings, secrets: { key: 'hush' } },
  },
  'POST /console/v1/retention/preview': { body: { max: { logs: 900 } } },
  'PATCH /console/v1/accounts/:account': { body: { requestsPerSecond: null, messagesPerDay: null } },
  'POST /console/v1/accounts/:account/credit': { body: { product: 'SMS', amount: '10' } },
  'POST /console/v1/accounts/:account/keys': { body: { name: 'a key' } },
  'PUT /console/v1/accounts/:account/retention': { body: { logs: 'default' } },
  'POST /console/v1/accounts/:account/retention/preview': { body: { logs: 30 } },
  'POST /console/v1/accounts/:account/phones/:phone/messages': {
    path: async ({ world, accountId }) => {
      await command(world, 'PUT', '/inbound/numbers/15003', { accountId })
      return `/accounts/${accountId}/phones/${phone}/messages`
    },
    body: { to: '15003', text: 'Hello' },
  },
  'GET /v2/templates': {},
  'GET /v2/contacts': {},
  'GET /v2/optouts.csv': {},
  'POST /v2/templates': { body: { title: 'A title', text: 'A text' } },
  'POST /v2/optouts': { body: { phone } },
  'POST /v2/books/:book/imports/preview': {
    path: async ({ world, accountId }) => {
      const { body } = await command(world, 'POST', `/accounts/${accountId}/books`, { name: 'Customers' })
      return `/v2/books/${body.id}/imports/preview`
    },
    body: 'phone\n255712345678\n',
    headers: { 'content-type': 'text/csv' },
  },
  'PATCH /v2/account': { body: { smartEncoding: true } },
  'PUT /v2/webhooks/:endpoint': {
    path: async ({ world, accountId }) => {
      const endpoint = { event: 'chat', url: 'http://127.0.0.1:9/' }
      return `/v2/webhooks/${(await command(world, 'POST', `/accounts/${accountId}/webhooks`, endpoint)).body.id}`
    },
    body: { enabled: true },
  },
  'POST /v2/quotes': { body: orderBody() },
  'POST /v2/segments/preview': { body: { filter: { match: 'all', conditions: [{ field: 'city', op: 'set' }] } } },
}

/** The status of a success. */
const ok = 0

/** For the people above, in their order. */
const byRight: Readonly<Record<string, readonly number[]>> = {
  anyone: [ok, ok, ok, ok, ok, ok],
  user: [ok, ok, ok, ok, ok, ok],
  viewer: [ok, ok, ok, ok, 404, ok],
  member: [403, ok, ok, ok, 404, ok],
  owner: [403, 403, ok, ok, 404, ok],
  operator: [403, 403, 403, 403, 403, ok],
  'operator of an account': [403, 403, 403, 403, 404, ok],
}

/** The status for each caller, zero for a success. */
export function statusesOf({ url, area, config: { may = 'anyone' } }: ServedRoute): readonly [Caller, number][] {
  const ofUsers = byRight[may === 'operator' && url.includes('/:account') ? 'operator of an account' : may] ?? []
  const outside = may === 'anyone' ? ok : 401
  const ofKeys = area === 'account' ? [ok, 403, url.includes(':') ? 404 : ok] : [outside, outside, outside]
  const all = [outside, ...ofUsers, ok, ...ofKeys].map((status, index) => [callers[index], status] as [Caller, number])
  // The command line is not a user, so it has no profile.
  return all.filter(([caller]) => may !== 'user' || caller !== 'commandLine')
}

interface Called extends ConsoleAnswer {
  /** The caller as the audit log names it. */
  readonly actor: string
  readonly address: string
}

/** Calls routes as each caller. Keys act in their own account, without naming it. */
export function callsOn({ world, accountId, elsewhere, people: named }: Stage) {
  const issued = new Map<string, { readonly id: number; readonly authorization: string }>()

  async function keyOf(caller: Caller, scope: Scope | undefined) {
    const name = `${caller} ${scope}`
    const others = scopes.filter((one) => one !== scope)
    const given = caller === 'keyWithoutScope' ? others : scope && [scope]
    const { id, apiKey, secret } = await world.db.transaction((tx) =>
      createKey(tx, caller === 'keyElsewhere' ? elsewhere : accountId, name, world.clock.now(), { scopes: given }),
    )
    const key = { id, authorization: basic(apiKey, secret) }
    issued.set(name, key)
    return key
  }

  return async (
    caller: Caller,
    { method, path, scope, ...given }: RequestOptions & { method: Method; path: string; scope: Scope | undefined },
  ): Promise<Called> => {
    const key = keys.some((one) => one === caller)
      ? (issued.get(`${caller} ${scope}`) ?? (await keyOf(caller, scope)))
      : null
    const person = named[caller]
    const address = person?.address ?? freshAddress()
    const answer = await ask(world, method, path, {
      ...given,
      address,
      ...(person && { cookie: person.cookie }),
      headers: {
        ...given.headers,
        ...(key ? { authorization: key.authorization } : { 'ngoma-account': String(accountId) }),
        ...(caller === 'commandLine' && world.app.controlHeaders),
      },
    })
    return { ...answer, address, actor: person?.email ?? (key ? `credential ${key.id}` : 'command line') }
  }
}
