import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { sql } from 'kysely'
import { audit } from '../../dashboard/src/catalogs/en/audit.ts'
import { type ConsoleRoute, consoleRoutes } from '../../src/contract/console/index.ts'
import type { RouteShape } from '../../src/contract/route.ts'
import { type Endpoint, endpoints } from '../../src/modules/users/endpoints.ts'
import { scopes } from '../../src/values/scopes.ts'
import { onOneEngine, openWorld, type World } from '../world.ts'
import { adminPassword, ageSessions, type Method } from './people.ts'
import { diffPolicies, kindOf, policiesOf, readPolicies, type ServedRoute } from './policies.ts'
import { callsOn, openStage, probes, type Stage, statusesOf } from './probes.ts'

const rewrite = 'npm run generate:policies'

interface Entry {
  readonly actor: string
  readonly action: string
  readonly address: string
  readonly status: number
}

onOneEngine('policies of the routes', (engine) => {
  let world: World
  let stage: Stage
  let call: ReturnType<typeof callsOn>
  let served: readonly ServedRoute[]
  before(async () => {
    world = await openWorld(engine, { config: { adminPassword } })
    stage = await openStage(world)
    call = callsOn(stage)
    served = world.app.http.listRoutes()
  })
  after(() => world.close())

  /** Routes with a right: those of the console and of the account API. */
  const allGuarded = () => served.filter(({ url }) => /^\/(console\/v1|v2)\//.test(url))
  const guarded = () => allGuarded().filter(({ method }) => method !== 'HEAD')
  const nameOf = ({ method, url }: ServedRoute) => `${method} ${url}`
  const shapeOf = (route: ServedRoute): RouteShape =>
    consoleRoutes[nameOf(route).replace('/console/v1', '') as ConsoleRoute]

  it('are the stored ones', () => {
    const changes = diffPolicies(readPolicies(), policiesOf(served)).join('\n')
    assert.equal(changes, '', `The policies changed. If that is intended, run ${rewrite} and review the diff.`)
  })

  it('differ when any field of a served route is changed, removed or added', () => {
    const before = policiesOf(served)
    const assertFound = (change: string, route: ServedRoute, next: ServedRoute) =>
      assert.deepEqual(
        diffPolicies(before, policiesOf(served.map((one) => (one === route ? next : one)))).map((line) =>
          line.split(' ').slice(0, 3).join(' '),
        ),
        [`- ${nameOf(route)}`, `+ ${nameOf(route)}`],
        change,
      )
    const configOf = ({ config }: ServedRoute) => config as Readonly<Record<string, unknown>>
    const withConfig = (route: ServedRoute, config: Readonly<Record<string, unknown>>) =>
      ({ ...route, config, area: config.area ?? null }) as ServedRoute

    const routes = served.filter(({ method, url }) => method !== 'HEAD' && !url.startsWith('/docs/guides/'))
    const fields = new Set(routes.flatMap(({ config }) => Object.keys(config)))
    for (const field of fields) {
      if (['url', 'method'].includes(field)) continue
      const route = routes.find((one) => configOf(one)[field] !== undefined) ?? assert.fail(field)
      const { [field]: value, ...others } = configOf(route)
      assertFound(`without ${field}`, route, withConfig(route, others))
      if (typeof value === 'string')
        assertFound(`another ${field}`, route, withConfig(route, { ...others, [field]: 'other' }))
      const other = routes.find((one) => !(field in one.config))
      if (other !== undefined)
        assertFound(`with ${field}`, other, withConfig(other, { ...other.config, [field]: value }))
    }
    for (const field of ['area', 'may', 'scope', 'does', 'reads', 'asksProof', 'isTraffic', 'showsSecret'])
      assert.ok(fields.has(field), field)
    const limited = routes.find(({ bodyLimit }) => bodyLimit !== null) ?? assert.fail()
    for (const bodyLimit of [null, 1]) assertFound('bodyLimit', limited, { ...limited, bodyLimit })
  })

  it('differ when any field of a sign-in endpoint is changed', () => {
    const fields = new Set(endpoints.flatMap((one) => Object.keys(one)))
    fields.delete('operation')
    for (const field of fields) {
      const endpoint = endpoints.find((one) => field in one) ?? assert.fail(field)
      const other = { ...endpoint, [field]: 'other' } as Endpoint
      const after = policiesOf(served, endpoints.with(endpoints.indexOf(endpoint), other))
      assert.equal(diffPolicies(policiesOf(served), after).length, 2, `${field} of ${endpoint.operation.route}`)
    }
  })

  it('are the same for HEAD and GET', () => {
    const policies = (wanted: string) => guardedOf(wanted).map((route) => policiesOf([{ ...route, method: 'GET' }])[0])
    const guardedOf = (wanted: string) =>
      served.filter(({ method, url }) => method === wanted && /^\/(console\/v1|v2)\//.test(url))
    assert.deepEqual(policies('HEAD').toSorted(), policies('GET').toSorted())
  })

  it('use every scope, and declare secrets in answers', () => {
    // Conversations need it if they are by chat.
    const used = ['chat:send', ...guarded().flatMap(({ config }) => config.scope ?? [])]
    assert.deepEqual(new Set(used), new Set(scopes))
    for (const route of guarded().filter(({ area, method }) => area === 'account' && method === 'POST'))
      assert.equal(
        route.config.showsSecret ?? false,
        JSON.stringify(shapeOf(route).answer).includes('"secret"'),
        route.url,
      )
  })

  it('have a text for each audit action', () => {
    const actions = guarded().flatMap(({ config: { does, reads } }) => [does, reads].filter((one) => one != null))
    assert.deepEqual(
      actions.filter((action) => !(action in audit.actions)),
      [],
    )
  })

  it('each have a probe of their kind', () => {
    const probed = guarded().filter((route) => nameOf(route) in probes)
    assert.equal(probed.length, Object.keys(probes).length, 'every probe is a route')
    const kinds = new Set(probed.map(kindOf))
    const missing = guarded().filter((route) => !kinds.has(kindOf(route)))
    assert.deepEqual(
      missing.map((route) => `${kindOf(route)}: ${nameOf(route)}`),
      [],
    )
  })

  for (const [name, { path, status: other, ...given }] of Object.entries(probes)) {
    it(`are enforced and audited on ${name}`, async () => {
      const route = guarded().find((one) => nameOf(one) === name) as ServedRoute
      const { may, does, reads, scope, isTraffic = false, asksProof = false } = route.config
      const success = other ?? shapeOf(route).status ?? 200
      const place = (await path?.(stage)) ?? route.url.replace(':account', String(stage.accountId))
      const request = { ...given, method: route.method as Method, path: place, scope }
      // A read is recorded once in ten minutes.
      await sql`delete from audit_entries`.execute(world.db)
      const wanted: Entry[] = []
      for (const [caller, refusal] of statusesOf(route)) {
        const { status, actor, address } = await call(caller, request)
        assert.equal(status, refusal || success, caller)
        // A key is admitted, but finds no object of another account.
        const isAdmitted = !refusal || (caller === 'keyElsewhere' && refusal === 404)
        const isKey = caller.startsWith('key')
        const isOutsider = ['ownerOfParent', 'operator', 'commandLine'].includes(caller)
        const action = does ? (isTraffic && isKey ? null : does) : isOutsider ? reads : null
        const named = may === 'anyone' && caller !== 'commandLine' ? 'anyone' : actor
        if (isAdmitted && action) wanted.push({ actor: named, action, address, status })
      }
      const { rows } = await sql<Entry>`
        select actor, action, address, status from audit_entries order by id
      `.execute(world.db)
      assert.deepEqual(rows, wanted)
      if (may === 'anyone') return
      await ageSessions(world)
      const { status, body } = await call('operator', request)
      await sql`update auth_sessions set "provedAt" = now()`.execute(world.db)
      assert.equal(status, asksProof === true ? 403 : success, 'without a recent proof of identity')
      if (asksProof === true) assert.match(body.code, /^proof_required$/i)
    })
  }

  it('let an operator read everything in the console that has no object in its path', async () => {
    const queries: Readonly<Record<string, string>> = { try: 'number=255712345678', messages: 'number=255712345678' }
    // Without a provider of sign-ins and an archive; the stream of changes does not end.
    const others: Readonly<Record<string, number>> = { oidc: 302, archive: 404, live: 406, backup: 400 }
    const found: Record<string, number> = {}
    const readable = guarded().filter(({ area, method }) => area === 'console' && method === 'GET')
    for (const route of readable.filter(({ url }) => !url.replace('/:account', '').includes(':'))) {
      const last = route.url.split('/').at(-1) ?? ''
      const query = last === 'search' ? 'q=duka' : last === 'backup' ? 'all=1' : queries[last]
      const path = `${route.url.replace(':account', String(stage.accountId))}${query ? `?${query}` : ''}`
      const headers = { accept: 'application/json' }
      const { status } = await call('operator', { method: 'GET', path, scope: undefined, headers })
      if (status !== (others[last] ?? 200)) found[route.url] = status
    }
    assert.deepEqual(found, {})
  })

  it('are enforced for HEAD, without an entry', async () => {
    await sql`delete from audit_entries`.execute(world.db)
    const request = { method: 'HEAD', path: '/v2/contacts', scope: 'contacts:read' } as const
    for (const [caller, refusal] of statusesOf(
      guarded().find((one) => nameOf(one) === 'GET /v2/contacts') as ServedRoute,
    ))
      assert.equal((await call(caller, request)).status, refusal || 200, caller)
    const { rows } = await sql`select action from audit_entries`.execute(world.db)
    assert.deepEqual(rows, [])
  })
})

describe('a change of policies', () => {
  const stored = readPolicies()
  const [first = '', second = ''] = stored.filter((line) => line.includes('may=owner'))

  it('is found when a route is added, removed, or has another right', () => {
    assert.deepEqual(diffPolicies(stored, stored), [])
    assert.deepEqual(diffPolicies(stored, [...stored, 'GET /v2/more area=account']), ['+ GET /v2/more area=account'])
    assert.deepEqual(
      diffPolicies(
        stored,
        stored.filter((line) => line !== second),
      ),
      [`- ${second}`],
    )
    const weaker = first.replace('may=owner', 'may=member')
    assert.deepEqual(
      diffPolicies(
        stored,
        stored.map((line) => (line === first ? weaker : line)),
      ),
      [`- ${first}`, `+ ${weaker}`],
    )
  })
})
