import assert from 'node:assert/strict'
import { after, before, it } from 'node:test'
import { sql } from 'kysely'
import { addCarrier, someCarrier } from '../../../test/carriers.ts'
import { command } from '../../../test/console/people.ts'
import { onOneEngine, openWorld, until, type World } from '../../../test/world.ts'
import { SettingsProblem } from '../../carriers/carrier.ts'
import type { OpenProvider, ProviderKind } from '../../carriers/provider-kind.ts'
import type { ProviderBody } from '../../contract/console/providers.ts'
import type { ProviderSet, ProvidersContext } from './model.ts'
import { openProviderSet } from './open.ts'
import { getNamed, pauseProvider, removeProvider, setProvider } from './set.ts'
import { managingOf } from './show.ts'
import { holdProvider } from './store.ts'

type Item = OpenProvider<null> & { readonly url: string | null }

const fake: ProviderKind<Item> = {
  description: {
    title: 'Fake',
    settings: { type: 'object', properties: {}, required: [], additionalProperties: false },
    secrets: [],
  },
  check(settings, secrets) {
    if (!secrets.includes('token')) throw new SettingsProblem('the secret token is missing')
    if (Object.hasOwn(settings as object, 'wrong')) throw new SettingsProblem('unknown setting wrong')
  },
  open: (name, _settings, _secrets, url) => ({ name, url, async start() {}, async stop() {} }),
  takesCallbacks: () => true,
}

onOneEngine('providers', (engine) => {
  let world: World
  /** Two processes have a set each. */
  let set: ProviderSet<Item, null>
  let other: ProviderSet<Item, null>
  let ctx: ProvidersContext
  let open = 0
  before(async () => {
    world = await openWorld(engine, { config: { publicUrl: 'https://ngoma.example' } })
    const options = {
      product: 'chat',
      kinds: { fake, quiet: { ...fake, takesCallbacks: () => false } },
      simulated: null,
    } as const
    set = await openProviderSet(world.app.airtime, options)
    other = await openProviderSet(world.app.airtime, options)
    const { airtime } = world.app
    ctx = { ...airtime, managed: [managingOf(airtime, set, async () => open)] }
  })
  after(async () => {
    await other.stop()
    await set.stop()
    await world.close()
  })

  const put = (name: string, wanted: ProviderBody = {}) =>
    setProvider(ctx, name, { product: 'chat', kind: 'fake', settings: {}, secrets: { token: 't' }, ...wanted })
  const chosen = (accountId: number, from = set) => from.choose(accountId).map(({ name }) => name)

  it('are chosen by account, priority and pause', async () => {
    await put('second', { priority: 2 })
    await put('first')
    await put('own', { accountId: 1, priority: 50 })
    assert.deepEqual(
      [chosen(1), chosen(2)],
      [
        ['own', 'first', 'second'],
        ['first', 'second'],
      ],
    )
    await until('the other process has them', async () => chosen(1, other).length === 3)
    assert.equal((await pauseProvider(ctx, 'first', true)).paused, true)
    assert.deepEqual(chosen(2), ['second'])
    assert.equal(await world.db.transaction((tx) => holdProvider(tx, 'first')), false)
    assert.ok(set.find('first'), 'a paused provider finishes its open work')
    assert.deepEqual([set.isServed(2), set.isServed(2, () => false)], [true, false])
    await put('first', { settings: { changed: true } })
    assert.deepEqual(chosen(2), ['second'], 'a change does not resume it')
    await pauseProvider(ctx, 'first', false)
    await put('first', { priority: 3 })
    assert.deepEqual(chosen(2), ['second', 'first'])
    await put('first', { priority: 1 })
    assert.deepEqual([chosen(2), (await getNamed(ctx, 'second')).priority], [['first', 'second'], 2])
  })

  it('come last while they do not answer, and are tried again in every process', async () => {
    for (const problem of ['one', 'two', 'three']) {
      assert.equal(set.isAway('first'), false)
      set.note('first', problem)
    }
    await until('both processes know the outage', async () => set.isAway('first') && other.isAway('first'))
    assert.deepEqual(
      [chosen(2), chosen(2, other)],
      [
        ['second', 'first'],
        ['second', 'first'],
      ],
    )
    const { state, problem, status } = await getNamed(ctx, 'first')
    assert.deepEqual([state, problem], ['away', 'three'])
    assert.match(status, /^Has not answered since \d{4}-\d\d-\d\d \d\d:\d\d GMT: three\.$/)

    world.clock.moveForward(30_000)
    assert.deepEqual(
      set.wouldChoose(2).map(({ name }) => name),
      ['second', 'first'],
    )
    assert.deepEqual(
      [chosen(2), chosen(2)],
      [
        ['first', 'second'],
        ['second', 'first'],
      ],
      'one trial',
    )
    other.note('first', null)
    await until('both processes know the end', async () => !set.isAway('first') && !other.isAway('first'))
    assert.deepEqual(chosen(2), ['first', 'second'])

    for (const _ of [1, 2, 3]) set.note('first', 'no response')
    await until('the outage is stored', async () => set.isAway('first'))
    await put('first')
    assert.equal(set.isAway('first'), false, 'new settings deserve a new try')
  })

  it('keep their secrets, and get one for their callbacks', async () => {
    const refused = { message: 'The settings are invalid: the secret token is missing.' }
    const hint = 'enter it on the page of the provider, or add --secret token=FILE'
    await assert.rejects(put('shop', { secrets: {} }), { ...refused, hint })
    const shop = await put('shop', { secrets: { token: 't', more: 'm' } })
    assert.deepEqual(shop.secrets, ['token', 'more', 'callbacks'])
    assert.match(shop.callbackUrl ?? '', /^https:\/\/ngoma\.example\/providers\/shop\/callbacks\/[\w-]{32}$/)
    await Promise.all(['one', 'two', 'three'].map((name) => put('shop', { secrets: { [name]: 'x' } })))
    assert.equal((await getNamed(ctx, 'shop')).secrets.length, 6, 'concurrent changes keep each other')
    const again = await put('shop', { secrets: { more: null, one: null, two: null, three: null } })
    assert.deepEqual([again.secrets, again.callbackUrl], [['token', 'callbacks'], shop.callbackUrl])
    const kept = `${hint}; the previous settings still apply`
    await assert.rejects(put('shop', { secrets: { token: null } }), { ...refused, hint: kept })
    await assert.rejects(put('shop', { secrets: { callbacks: 'short' } }), /16 to 200/)

    const secret = shop.callbackUrl?.split('/').at(-1) ?? ''
    assert.equal(set.findCallback('shop', secret)?.url, shop.callbackUrl)
    assert.deepEqual([set.findCallback('shop', `${secret}x`), set.findCallback('none', secret)], [null, null])
    assert.equal((await put('silent', { kind: 'quiet' })).callbackUrl, null)
    const { rows } = await sql<{ kept: string }>`select encode(secrets, 'escape') as kept from providers`.execute(
      world.db,
    )
    assert.ok(rows.every(({ kept }) => !kept.includes('token')))
  })

  it('have unique names over all products', async () => {
    const taken = { message: 'Another provider has this name.' }
    await assert.rejects(put(await addCarrier(world)), taken)
    await sql`insert into providers (product, kind, name, settings, secrets, active, created_at, changed_at)
              values ('payments', 'http', 'pay', '{}', '', false, now(), now())`.execute(world.db)
    await assert.rejects(put('pay'), taken)
    const { status } = await command(world, 'PUT', '/providers/shop', someCarrier)
    assert.equal(status, 409)
    for (const name of ['simulator', 'Shop', 'a b', '', '\0']) {
      await assert.rejects(put(name), /^Refusal: The name is invalid/)
      await assert.rejects(removeProvider(ctx, name), { message: 'The provider does not exist.' })
    }
    assert.equal((await command(world, 'GET', '/providers?product=voice')).status, 400)
    await assert.rejects(setProvider(ctx, 'new', {}), { message: 'The product does not exist.' })
    await assert.rejects(put('new', { kind: 'constructor' }), /kind is unknown/)
    await assert.rejects(put('new', { accountId: 999 }), {
      message: 'The account does not exist, or the user is not a member.',
    })
    await assert.rejects(put('new', { settings: { wrong: 1 } }), {
      message: 'The settings are invalid: unknown setting wrong.',
    })
  })

  it('stay, with their kind, while they have open work', async () => {
    open = 1
    const refused = { message: 'The provider has open work.' }
    await assert.rejects(removeProvider(ctx, 'shop'), refused)
    await assert.rejects(put('shop', { kind: 'quiet' }), refused)
    assert.deepEqual([(await getNamed(ctx, 'shop')).open, (await getNamed(ctx, 'shop')).kind], [1, 'fake'])
    open = 0
    await removeProvider(ctx, 'shop')
    await assert.rejects(pauseProvider(ctx, 'shop', true), { message: 'The provider does not exist.' })
    assert.equal(set.find('shop'), null)
  })
})
