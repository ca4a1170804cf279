import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { after, before, it } from 'node:test'
import { accountApiRoutes } from '../../src/contract/account/index.ts'
import { File, Nothing, type RouteShape } from '../../src/contract/route.ts'
import { wireSchema } from '../../src/contract/wire-schema.ts'
import { otherStatuses, type Replayed, replayExamples } from '../account-examples.ts'
import { accountPage, pageWithTables } from '../account-tables.ts'
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

  it('continue lists at their cursor', () => {
    const lists = replayed.filter(({ next }) => next !== null)
    assert.ok(lists.length > 3)
    for (const { id, answer, next } of lists) {
      assert.equal(next?.status, 200, id)
      assert.equal(next?.body.data.length, 1, id)
      assert.deepEqual(Object.values(next?.body.data[0])[0], Object.values(answer.body.data[1])[0], id)
    }
  })
})
