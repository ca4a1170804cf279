import assert from 'node:assert/strict'
import { after, before, it } from 'node:test'
import { sql } from 'kysely'
import { insertImport } from '../../src/modules/contacts/store-import.ts'
import { onBothEngines, openWorld, sendBody, type World } from '../world.ts'
import {
  addAccount,
  addCookies,
  addPerson,
  adminPassword,
  ask,
  command,
  consolePath,
  freshAddress,
  freshEmail,
  invite,
  type Method,
  type Person,
  password,
  type Question,
  signInAdmin,
} from './people.ts'

/** The columns of the table. Strangers own another account. */
const kinds = ['nobody', 'viewer', 'member', 'owner', 'stranger', 'operator'] as const
type Kind = (typeof kinds)[number]

interface Call extends Question {
  readonly path?: string
}

/** A route, what each kind of person is answered, and a call of it that is all right but for the rights. Each call makes what it will destroy. */
type Row = readonly [
  route: string,
  statuses: readonly [number, number, number, number, number, number],
  call?: (stage: Stage, kind: Kind) => Call | Promise<Call>,
]

interface Stage {
  readonly world: World
  readonly accountId: number
  readonly people: Readonly<Record<Exclude<Kind, 'nobody'>, Person>>
}

const account = '/accounts/:account'
const any = [200, 200, 200, 200, 200, 200] as const
const users = [401, 200, 200, 200, 200, 200] as const
const viewers = [401, 200, 200, 200, 404, 200] as const
const operators = [401, 403, 403, 403, 403, 200] as const
const phone = () => `2557${String(Math.random()).slice(2, 10)}`
const body = (value: unknown) => () => ({ body: value })
const passwordOf = ({ people }: Stage, kind: Kind) => (kind === 'nobody' ? password : people[kind].password)

const table: readonly Row[] = [
  ['GET /me', users],
  ['GET /system', operators],
  ['GET /backup', operators],
  ['GET /audit', operators],
  ['GET /users', operators],
  ['POST /users/:user/password-reset', [401, 403, 403, 403, 403, 201], async (stage) => ({ path: `/users/${(await subject(stage)).id}/password-reset` })],
  ['DELETE /users/:user/two-factor', [401, 403, 403, 403, 403, 204], async (stage) => ({ path: `/users/${(await subject(stage)).id}/two-factor` })],
  ['PUT /users/:user/operator', operators, async (stage) => ({ path: `/users/${(await subject(stage)).id}/operator`, body: { operator: true } })],

  ['GET /accounts', operators],
  ['POST /accounts', [401, 403, 403, 403, 403, 201], body({ name: 'One more' })],
  [`GET ${account}`, viewers],
  [`PUT ${account}/limits`, [401, 403, 403, 403, 404, 200], body({ requestsPerSecond: null, messagesPerDay: 1_000 })],
  [`GET ${account}/audit`, [401, 403, 403, 200, 404, 200]],
  [`GET ${account}/members`, viewers],
  [`POST ${account}/members`, [401, 403, 403, 201, 404, 201], () => ({ body: { email: freshEmail(), role: 'viewer' } })],
  [
    `PUT ${account}/members/:user`,
    [401, 403, 403, 200, 404, 200],
    async (stage) => ({ path: `${account}/members/${(await subject(stage)).id}`, body: { role: 'member' } }),
  ],
  [`DELETE ${account}/members/:user`, [401, 403, 403, 204, 404, 204], async (stage) => ({ path: `${account}/members/${(await subject(stage)).id}` })],

  [`GET ${account}/credentials`, viewers],
  [`POST ${account}/keys`, [401, 403, 403, 201, 404, 201], body({ name: 'a key' })],
  [`POST ${account}/tokens`, [401, 403, 403, 201, 404, 201], body({ name: 'a token' })],
  [
    `DELETE ${account}/credentials/:credential`,
    [401, 403, 403, 204, 404, 204],
    async ({ world, accountId }) => ({
      path: `${account}/credentials/${(await command(world, 'POST', `/accounts/${accountId}/tokens`, { name: 'to revoke' })).body.id}`,
    }),
  ],

  [`POST ${account}/sms/send`, [401, 403, 200, 200, 404, 200], body(sendBody())],
  [`GET ${account}/sms/reports`, viewers, () => ({ path: `${account}/sms/reports?dest_addr=255712345678` })],
  [`GET ${account}/optouts`, viewers],
  [`POST ${account}/optouts`, [401, 403, 201, 201, 404, 201], () => ({ body: { phone: phone() } })],
  [
    `DELETE ${account}/optouts/:phone`,
    [401, 403, 204, 204, 404, 204],
    async ({ world, accountId }) => {
      const optedOut = phone()
      await command(world, 'POST', `/accounts/${accountId}/optouts`, { phone: optedOut })
      return { path: `${account}/optouts/${optedOut}` }
    },
  ],

  [`GET ${account}/books`, viewers],
  [`POST ${account}/books`, [401, 403, 201, 201, 404, 201], () => ({ body: { name: phone() } })],
  [`GET ${account}/books/:book`, viewers, async (stage) => ({ path: `${account}/books/${await someBook(stage)}` })],
  [`PUT ${account}/books/:book`, [401, 403, 200, 200, 404, 200], async (stage) => ({ path: `${account}/books/${await someBook(stage)}`, body: {} })],
  [`DELETE ${account}/books/:book`, [401, 403, 204, 204, 404, 204], async (stage) => ({ path: `${account}/books/${await someBook(stage)}` })],
  [`GET ${account}/books/:book/export`, viewers, async (stage) => ({ path: `${account}/books/${await someBook(stage)}/export` })],
  [`GET ${account}/contacts`, viewers],
  [`POST ${account}/contacts`, [401, 403, 201, 201, 404, 201], () => ({ body: { phone: phone() } })],
  [`GET ${account}/contacts/:contact`, viewers, async (stage) => ({ path: `${account}/contacts/${await someContact(stage)}` })],
  [
    `PUT ${account}/contacts/:contact`,
    [401, 403, 200, 200, 404, 200],
    async (stage) => ({ path: `${account}/contacts/${await someContact(stage)}`, body: { firstName: 'Asha' } }),
  ],
  [`DELETE ${account}/contacts/:contact`, [401, 403, 204, 204, 404, 204], async (stage) => ({ path: `${account}/contacts/${await someContact(stage)}` })],
  [
    `POST ${account}/books/:book/imports`,
    [401, 403, 202, 202, 404, 202],
    async (stage) => ({
      path: `${account}/books/${await someBook(stage)}/imports`,
      body: 'phone\n255712345678\n',
      headers: { 'content-type': 'text/csv' },
    }),
  ],
  [`GET ${account}/imports`, viewers],
  [`GET ${account}/imports/:import`, viewers, async (stage) => ({ path: `${account}/imports/${await addImport(stage)}` })],
  [`GET ${account}/imports/:import/rows`, viewers, async (stage) => ({ path: `${account}/imports/${await addImport(stage)}/rows` })],
  [`GET ${account}/imports/:import/report`, viewers, async (stage) => ({ path: `${account}/imports/${await addImport(stage)}/report` })],
  [`DELETE ${account}/imports/:import`, [401, 403, 204, 204, 404, 204], async (stage) => ({ path: `${account}/imports/${await addImport(stage)}` })],

  ['GET /auth/get-session', any],
  [
    'POST /auth/sign-in/email',
    any,
    (stage, kind) => ({ body: { email: stage.people[kind === 'nobody' ? 'viewer' : kind].email, password: passwordOf(stage, kind) } }),
  ],
  ['POST /auth/sign-out', users, async ({ people }, kind) => (kind === 'nobody' ? {} : { cookie: (await people[kind].signIn()).cookie })],
  ['GET /auth/list-sessions', users],
  ['POST /auth/revoke-session', users, body({ token: 'of nobody' })],
  ['POST /auth/revoke-other-sessions', users],
  ['POST /auth/update-user', users, body({ name: 'Another name' })],
  ['POST /auth/change-password', users, (stage, kind) => ({ body: { currentPassword: passwordOf(stage, kind), newPassword: passwordOf(stage, kind) } })],
  ['POST /auth/reset-password', any, async (stage) => ({ body: { token: (await subject(stage)).token, newPassword: password } })],
  ['POST /auth/two-factor/enable', users, (stage, kind) => ({ body: { password: passwordOf(stage, kind) } })],
  ['POST /auth/two-factor/disable', users, (stage, kind) => ({ body: { password: passwordOf(stage, kind) } })],
  // Allowed, and then there is nothing to do it with; with a second factor these are in their own tests.
  ['POST /auth/two-factor/generate-backup-codes', [401, 400, 400, 400, 400, 400], (stage, kind) => ({ body: { password: passwordOf(stage, kind) } })],
  ['POST /auth/two-factor/verify-totp', [401, 400, 400, 400, 400, 400], withoutFactor],
  ['POST /auth/two-factor/verify-backup-code', [401, 400, 400, 400, 400, 400], withoutFactor],
]

/** Whatever another row has begun. */
async function withoutFactor({ world }: Stage): Promise<Call> {
  await sql`delete from auth_two_factors`.execute(world.db)
  return { body: { code: '000000' } }
}

const someBook = async ({ world, accountId }: Stage): Promise<number> =>
  (await command(world, 'POST', `/accounts/${accountId}/books`, { name: phone() })).body.id
const someContact = async ({ world, accountId }: Stage): Promise<number> =>
  (await command(world, 'POST', `/accounts/${accountId}/contacts`, { phone: phone() })).body.id

/** One that is not due, so that nobody is quicker than a call. */
const addImport = ({ world, accountId }: Stage) => insertImport(world.db, accountId, { bookId: 1, fileName: 'a.csv', columns: [] }, world.clock.now())

/** Somebody whom a call may change or remove. */
const subject = ({ world, accountId }: Stage) => invite(world, accountId, 'viewer')

onBothEngines('Rights in the console', (engine) => {
  let stage: Stage
  before(async () => {
    const world = await openWorld(engine, { config: { adminPassword } })
    const accountId = await addAccount(world)
    const roles = await Promise.all(['viewer', 'member', 'owner'].map((role) => addPerson(world, accountId, role)))
    const [viewer, member, owner] = roles as [Person, Person, Person]
    const stranger = await addPerson(world, await addAccount(world), 'owner')
    stage = { world, accountId, people: { viewer, member, owner, stranger, operator: await signInAdmin(world) } }
  })
  after(() => stage.world.close())

  const routes = () =>
    stage.world.app.http
      .listRoutes()
      .filter(({ url, area }) => area === 'console' || url.startsWith('/console'))
      .map(({ method, url }) => `${method} ${url.replace(consolePath, '')}`)

  it('has every route of the running server in the table, and none that is not there', () => {
    const served = routes().filter((route) => !route.startsWith('HEAD '))
    assert.deepEqual(served.toSorted(), table.map(([route]) => route).toSorted())
    const heads = routes().filter((route) => route.startsWith('HEAD '))
    assert.deepEqual(heads.map((route) => route.replace('HEAD ', 'GET ')).toSorted(), served.filter((route) => route.startsWith('GET ')).toSorted())
  })

  async function walk(method: Method, url: string, kind: Kind, call: Call): Promise<number> {
    const person = kind === 'nobody' ? null : stage.people[kind]
    const path = (call.path ?? url).replace(':account', String(stage.accountId))
    const answer = await ask(stage.world, method, path, { address: person?.address ?? freshAddress(), ...(person ? { cookie: person.cookie } : {}), ...call })
    if (person && call.cookie === undefined) person.cookie = addCookies(person.cookie, answer.cookies)
    return answer.status
  }

  for (const [route, statuses, call = () => ({})] of table) {
    const [method, url] = route.split(' ') as [Method, string]
    it(`are what the table says for ${route}`, async () => {
      const found: Record<string, number> = {}
      for (const kind of kinds) found[kind] = await walk(method, url, kind, await call(stage, kind))
      const wanted = Object.fromEntries(kinds.map((kind, index) => [kind, statuses[index]]))
      assert.deepEqual(found, wanted)
      if (method !== 'GET') return
      for (const kind of kinds) assert.equal(await walk('HEAD', url, kind, await call(stage, kind)), wanted[kind], `HEAD for ${kind}`)
    })
  }

  it('do not tell an account that does not exist from one that is not yours', async () => {
    const { stranger, viewer, operator } = stage.people
    const ids = ['999999', '0', '-1', '1e3', 'x', '%00', '١', ` ${stage.accountId}`, `${stage.accountId}.0`, `+${stage.accountId}`, '9'.repeat(400)]
    for (const [route, statuses, call = () => ({})] of table.filter(([one]) => one.includes(':account'))) {
      const [method, url] = route.split(' ') as [Method, string]
      const { path = url, ...rest }: Call = await call(stage, 'owner')
      const look = async (person: Person, id: string) => {
        const { status, text } = await ask(stage.world, method, path.replace(':account', encodeURIComponent(id).replace('%2500', '%00')), {
          cookie: person.cookie,
          ...rest,
        })
        return { status, text }
      }
      const others = await look(stranger, String(stage.accountId))
      assert.equal(others.status, 404)
      for (const id of ids) {
        assert.deepEqual(await look(stranger, id), others, `${route} of ${id}`)
      }
      for (const id of ['999999', '%00']) assert.deepEqual(await look(operator, id), others, `${route} of ${id} for an operator`)
      if (statuses[1] === 403) assert.deepEqual(await look(viewer, '999999'), others, route)
    }
  })

  it('have no way round by another account in the path', async () => {
    const { world, accountId } = stage
    const { stranger } = stage.people
    const own = (await stranger.ask('GET', '/me')).body.accounts[0].accountId
    const { id } = (await command(world, 'POST', `/accounts/${accountId}/tokens`, { name: 'not theirs' })).body
    const member = await invite(world, accountId, 'viewer')
    const optedOut = phone()
    await command(world, 'POST', `/accounts/${accountId}/optouts`, { phone: optedOut })
    assert.equal((await stranger.ask('DELETE', `/accounts/${own}/credentials/${id}`)).status, 404)
    assert.equal((await stranger.ask('DELETE', `/accounts/${own}/members/${member.id}`)).status, 404)
    assert.equal((await stranger.ask('PUT', `/accounts/${own}/members/${member.id}`, { role: 'owner' })).status, 404)
    assert.equal((await stranger.ask('DELETE', `/accounts/${own}/optouts/${optedOut}`)).status, 404)
    const { body } = await command(world, 'GET', `/accounts/${accountId}/credentials?limit=1000`)
    assert.equal(body.data.find((one: { id: number }) => one.id === id).revokedAt, null)
  })

  it('treat what can not be an id as one that does not exist', async () => {
    const { operator } = stage.people
    const bad = ['%00', 'x%00', '%F0%9F%92%A9', '9'.repeat(400), "'", '..%2f..']
    for (const id of bad) {
      const calls: [Method, string, unknown?][] = [
        ['DELETE', `/accounts/${stage.accountId}/credentials/${id}`],
        ['DELETE', `/accounts/${stage.accountId}/members/${id}`],
        ['PUT', `/accounts/${stage.accountId}/members/${id}`, { role: 'viewer' }],
        ['DELETE', `/accounts/${stage.accountId}/optouts/${id}`],
        ['PUT', `/users/${id}/operator`, { operator: true }],
        ['POST', `/users/${id}/password-reset`],
        ['DELETE', `/users/${id}/two-factor`],
      ]
      for (const [method, path, given] of calls) assert.equal((await operator.ask(method, path, given)).status, 404, `${method} ${path}`)
    }
    assert.equal((await operator.ask('DELETE', `/accounts/${stage.accountId}/members/${'9'.repeat(600)}`)).status, 404)
  })

  it('of operators are given by operators only', async () => {
    const { owner, operator } = stage.people
    const asked = await owner.ask('POST', `/accounts/${stage.accountId}/keys`, { name: 'more', operator: true })
    assert.equal(asked.status, 403)
    assert.equal((await owner.ask('POST', '/auth/update-user', { name: 'Owner', operator: true })).status, 200)
    assert.equal((await owner.ask('GET', '/me')).body.operator, false)
    assert.equal((await operator.ask('POST', `/accounts/${stage.accountId}/keys`, { name: 'more', operator: true })).status, 201)
  })

  it('do not come with a key or a token of the API', async () => {
    const { token } = (await command(stage.world, 'POST', `/accounts/${stage.accountId}/tokens`, { name: 'for the API', operator: true })).body
    assert.equal((await ask(stage.world, 'GET', '/me', { headers: { authorization: token } })).status, 401)
  })
})
