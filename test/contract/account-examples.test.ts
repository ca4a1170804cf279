import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { after, before, it } from 'node:test'
import { accountApiRoutes } from '../../src/contract/account/index.ts'
import { consoleRoutes } from '../../src/contract/console/index.ts'
import { File, Nothing, type RoutePolicy, type RouteShape } from '../../src/contract/route.ts'
import { wireSchema } from '../../src/contract/wire-schema.ts'
import { isOfAccountApi } from '../../src/values/address.ts'
import { otherStatuses, type Replayed, replayExamples, type Walked, walkList } from '../account-examples.ts'
import { accountPage, pageWithTables } from '../account-tables.ts'
import { command } from '../console/people.ts'
import { type Document, schemaErrorsOf } from '../documented.ts'
import { onBothEngines, openWorld, type World } from '../world.ts'

onBothEngines('The examples of the account API', (engine) => {
  let world: World
  let document: Document
  let replayed: readonly Replayed[]
  before(async () => {
    world = await openWorld(engine)
    document = (await world.request('GET', '/openapi.json')).body
    replayed = await replayExamples(world, document)
  })
  after(() => world.close())

  const routeOf = ({ method, path }: Replayed) =>
    `${method} ${path.replaceAll(/\{(\w+)\}/g, ':$1')}` as keyof typeof accountApiRoutes

  /** A transfer or a message may have changed since the first answer. */
  const sameOf = ({ id, request_ids: ids, ...body }: Readonly<Record<string, unknown>>) => id ?? ids ?? body

  /** The first value of an item identifies it; others may change while the list is read. */
  const keysOf = (items: Walked['whole']) => items.map((item) => Object.values(item).slice(0, 2).join())

  it('exist for every route', () => {
    assert.deepEqual(replayed.map(routeOf).sort(), Object.keys(accountApiRoutes).sort())
  })

  it('describe every parameter', () => {
    const unclear = replayed.flatMap(({ id, operation: { parameters = [] } }) =>
      parameters.flatMap((one) => ('$ref' in one || one.description ? [] : [`${id} ${one.name}`])),
    )
    assert.deepEqual(unclear, [])
  })

  it('are accepted', () => {
    const wrong = replayed.flatMap((one) => {
      const wanted = otherStatuses[one.id] ?? (accountApiRoutes[routeOf(one)] as RouteShape).status ?? 200
      return one.answer.status === wanted ? [] : [`${one.id}: ${one.answer.status} ${one.answer.text}`]
    })
    assert.deepEqual(wrong, [])
  })

  it('are not found by a program of another account', () => {
    const tried = replayed.filter(({ elsewhere }) => elsewhere !== null)
    assert.ok(tried.length > 60)
    const found = tried.filter(({ elsewhere }) => elsewhere?.status !== 404)
    assert.deepEqual(
      found.map(({ id }) => id),
      [],
    )
  })

  it('have the same answers for users', () => {
    const others = replayed.filter(({ answer, byUser }) => byUser !== null && byUser.status !== answer.status)
    assert.deepEqual(
      others.map(({ id, byUser }) => `${id}: ${byUser?.text}`),
      [],
    )
  })

  it('write one entry of the audit log if they change something', () => {
    const declared = ({ does, isTraffic }: RoutePolicy) => (does && !isTraffic ? [does] : [])
    const changes = replayed.filter(({ method }) => method !== 'GET')
    assert.ok(changes.length > 50)
    for (const one of changes) assert.deepEqual(one.actions, declared(accountApiRoutes[routeOf(one)]), one.id)
  })

  it('have answers that match the contract', () => {
    for (const one of replayed) {
      const { answer } = accountApiRoutes[routeOf(one)] as RouteShape
      const { responses } = one.operation
      const success = Object.entries(responses).find(([status]) => status.startsWith('2'))?.[1]
      const example = success?.content?.['application/json']?.example
      if (answer === File || answer === Nothing) assert.equal(example, undefined, one.id)
      else
        assert.equal(
          schemaErrorsOf(wireSchema(answer), example),
          null,
          `${one.id}: npm run generate:examples writes the answers anew`,
        )
    }
  })

  it('are listed in the documentation, with all codes', () => {
    assert.equal(
      readFileSync(accountPage, 'utf8'),
      pageWithTables(document),
      'npm run generate:examples writes the tables anew',
    )
  })

  it('get the same answer when a POST is repeated with its Idempotency-Key', () => {
    for (const { id, answer, again } of replayed) {
      if (again === null) continue
      if (JSON.stringify(answer.body).includes('"secret":"whsec_'))
        assert.deepEqual([again.status, again.body.code], [409, 'secret_shown_once'], id)
      else
        assert.deepEqual(
          [again.status, again.headers['idempotent-replayed'], sameOf(again.body)],
          [answer.status, 'true', sameOf(answer.body)],
          id,
        )
    }
  })

  it('list every item once, page by page', () => {
    const lists = replayed.flatMap(({ id, walked }) => (walked === null ? [] : [{ id, walked }]))
    assert.ok(lists.length > 30 && lists.filter(({ walked }) => walked.whole.length > 1).length > 8)
    for (const { id, walked } of lists) {
      const keys = keysOf(walked.parts)
      // Each read is a new entry of the request log.
      if (id === 'requestLog.list') assert.equal(new Set(keys).size, keys.length)
      else assert.deepEqual(keys, keysOf(walked.whole), id)
    }
  })

  it('leave lists in the console that show every item once, page by page', async () => {
    let long = 0
    for (const [route, { query }] of Object.entries<RouteShape>(consoleRoutes)) {
      const path = route.replace('GET ', '').replace(':account', '1')
      if (!JSON.stringify(query ?? {}).includes('"cursor"') || isOfAccountApi(route) || path.includes(':')) continue
      // The server has no archive.
      if (path === '/archive') continue
      // Each read is a new entry of the audit log.
      const before = path.includes('audit') ? `&to=${world.clock.now().toISOString()}` : ''
      world.clock.moveForward(1_000)
      const required = route === 'GET /messages' ? '&number=255712340003' : ''
      const { whole, parts } = await walkList(
        (part) => command(world, 'GET', `${path}${part}${before}${required}`),
        1_000,
      )
      assert.deepEqual(keysOf(parts), keysOf(whole), route)
      if (whole.length > 2) long += 1
    }
    assert.ok(long > 3, `${long} lists have several pages`)
  })
})
