import assert from 'node:assert/strict'
import { after, before, it } from 'node:test'
import { sql } from 'kysely'
import { type ConsoleRoute, consoleRoutes } from '../../src/contract/console/index.ts'
import type { RouteShape } from '../../src/contract/route.ts'
import { onOneEngine, openWorld, type World } from '../world.ts'
import { type Change, type ChangesStage, changesOfAccess, changesOfAccount } from './changes.ts'
import { changesOfServer, changesOfSignIn } from './changes-server.ts'
import {
  addAccount,
  addCookies,
  addPerson,
  adminPassword,
  ask,
  type Method,
  password,
  type RequestOptions,
  signIn,
  signInAdmin,
} from './people.ts'

interface Entry {
  readonly id: number
  readonly accountId: number | null
  readonly userId: string | null
  readonly actor: string
  readonly address: string | null
  readonly action: string
  readonly params: Record<string, unknown>
  readonly status: number | null
  readonly detail: Record<string, unknown> | null
}

const text = 'a message that is nobody else s business'
const mistyped = 'mistyped into the wrong field'

/** Other accounts have these, too. */
const isShared = (path: string) => /:product|phones\/:phone/.test(path)

onOneEngine('audit log: changes', (engine) => {
  let world: World
  let stage: ChangesStage
  let elsewhere: number
  const walked = new Set<string>()
  const secrets = new Set([password, adminPassword, text, 'wrong guess', mistyped, 'a secret header'])
  before(async () => {
    world = await openWorld(engine, { config: { adminPassword } })
    const accountId = await addAccount(world)
    const [owner, operator] = [await addPerson(world, accountId, 'owner'), await signInAdmin(world)]
    stage = { world, accountId, owner, operator, text }
    elsewhere = await addAccount(world)
  })
  after(() => world.close())

  const changing = () =>
    world.app.http
      .listRoutes()
      .filter(({ url, method }) => /^\/(console\/v1|v2)\//.test(url) && !['GET', 'HEAD'].includes(method))
      .filter(({ config }) => config.does)
  const nameOf = ({ method, url }: { readonly method: string; readonly url: string }) =>
    `${method} ${url.replace('/console/v1', '')}`

  /** Makes a change and compares the one entry that it writes. An account without the object gets 404 first. */
  async function check([route, body, detail = null, more = {}]: Change): Promise<void> {
    const [method, path] = route.split(' ') as [Method, string]
    const served = changing().find((one) => nameOf(one) === route)
    assert.ok(served, `${route} is served`)
    walked.add(route)
    const isOfAccount = path.includes('/:account')
    const { ids = {}, query = '', status = (consoleRoutes[route as ConsoleRoute] as RouteShape).status ?? 200 } = more
    const by = more.by ?? (served.config.may === 'operator' ? stage.operator : stage.owner)
    const send = (account: number, who: RequestOptions) => {
      const named = Object.entries({ account, ...ids })
      const place = named.reduce((url, [name, id]) => url.replace(`:${name}`, String(id)), path)
      const type = typeof body === 'string' ? { 'content-type': 'text/csv' } : {}
      const headers = {
        ...type,
        ...(path.startsWith('/v2/') ? { 'ngoma-account': String(account) } : {}),
        ...who.headers,
      }
      return ask(world, method, place + query, { ...who, body, headers })
    }
    if ((isOfAccount || path.startsWith('/v2/')) && 'ids' in more && !isShared(path))
      assert.equal((await send(elsewhere, { headers: world.app.controlHeaders })).status, 404, `${route} elsewhere`)

    const before = await lastId()
    const answer = await send(stage.accountId, { cookie: by.cookie, address: by.address })
    by.cookie = addCookies(by.cookie, answer.cookies)
    for (const name of ['token', 'secret', 'totpURI', 'backupCodes', 'invitation'])
      for (const secret of [answer.body?.[name]?.token ?? answer.body?.[name] ?? []].flat()) secrets.add(secret)
    const entries = await entriesAfter(before)
    assert.equal(entries.length, 1, `${route}: ${answer.text} ${JSON.stringify(entries)}`)
    const { id: _, ...entry } = entries[0] as Entry
    const params = Object.fromEntries(Object.entries(ids).map(([name, id]) => [name, String(id)]))
    const { isAnonymous = false, accountId = null } = more
    assert.deepEqual(
      { ...entry, detail: detail && { ...entry.detail, ...detail } },
      {
        actor: isAnonymous ? 'anyone' : by.email,
        userId: isAnonymous ? null : by.id,
        address: by.address,
        accountId: isOfAccount || path.startsWith('/v2/') ? stage.accountId : accountId,
        action: served.config.does,
        params: isOfAccount ? { account: String(stage.accountId), ...params } : params,
        status,
        detail: entry.detail,
      },
      `${route}: ${answer.text}`,
    )
  }

  const lastId = async () => (await entriesAfter(0)).at(-1)?.id ?? 0

  async function entriesAfter(id: number): Promise<Entry[]> {
    const { rows } = await sql<Entry>`
      select id, account_id as "accountId", user_id as "userId", actor, address, action, params, status, detail
        from audit_entries
       where id > ${id}
       order by id
    `.execute(world.db)
    return rows
  }

  for (const [title, changes] of [
    ['of an account', changesOfAccount],
    ['of its members, credentials and limits', changesOfAccess],
    ['of the server', changesOfServer],
    ['of sign-in', changesOfSignIn],
  ] as const)
    it(`records one entry per change ${title}, and none in another account`, async () => {
      for await (const change of changes(stage)) await check(change)
    })

  // The examples of the account API try the others, as programs.
  it('has been tried with every route of the console and every call that only users have in the log', () => {
    const needed = changing().filter(({ url, config }) => !url.startsWith('/v2/') || config.isTraffic)
    assert.deepEqual(
      needed.map(nameOf).filter((name) => !walked.has(name)),
      [],
    )
  })

  it('contains no secrets, and neither does the log', async () => {
    await signIn(world, stage.owner.email, 'wrong guess')
    await signIn(world, mistyped, 'wrong guess')
    await signIn(world, mistyped.toUpperCase(), 'wrong guess')
    const entries = JSON.stringify(await entriesAfter(0)).toLowerCase()
    const log = world.logs.join('').toLowerCase()
    assert.ok(secrets.size > 20)
    for (const secret of secrets) {
      assert.ok(secret.length > 8, secret)
      assert.equal(entries.includes(secret.toLowerCase()), false, secret)
      assert.equal(log.includes(secret.toLowerCase()), false, secret)
    }
    for (const { cookie } of [stage.owner, stage.operator]) assert.equal(entries.includes(cookie.toLowerCase()), false)
  })
})
