import assert from 'node:assert/strict'
import { after, before, it } from 'node:test'
import fc from 'fast-check'
import { onOneEngine, openWorld, type World } from '../world.ts'
import { command } from './people.ts'

interface WalkedList {
  readonly path: string
  readonly query: string
  /** A new object; many have the same beginning, and some the same value to sort by. */
  readonly body: (number: number) => object
  readonly keyOf: (item: Readonly<Record<string, unknown>>) => string
  /** The body of the removal; by default, items are deleted by their path. */
  readonly removal?: (key: string) => object
}

const phoneOf = (number: number) => `2557130${String((number * 7_919) % 100_000).padStart(5, '0')}`
const byPhone = {
  body: (number: number) => ({ phone: phoneOf(number) }),
  keyOf: ({ phone }: { phone?: unknown }) => String(phone),
}

const lists: Readonly<Record<string, WalkedList>> = {
  'of the account API, sorted by number': { path: '/accounts/1/optouts', query: '', ...byPhone },
  'of the console': { path: '/do-not-disturb', query: '', ...byPhone, removal: (phone) => ({ phone }) },
  'sorted by name': {
    path: '/accounts/1/templates',
    query: '&sortBy=title&sortOrder=desc',
    body: (number) => ({ title: `${'aBc'[number % 3]} ${(number * 7_919) % 1_000}`, text: 'Karibu' }),
    keyOf: ({ id }) => String(id),
  },
  'with equal values to sort by': {
    path: '/accounts/1/templates',
    query: '&sortBy=text',
    body: (number) => ({ title: `Sawa ${number}`, text: 'bca'[number % 3] }),
    keyOf: ({ id }) => String(id),
  },
}

onOneEngine('a list', (engine) => {
  let world: World
  before(async () => {
    world = await openWorld(engine)
  })
  after(() => world.close())

  const step = fc.record({
    limit: fc.integer({ min: 1, max: 4 }),
    added: fc.integer({ min: 0, max: 2 }),
    removed: fc.array(fc.nat(30), { maxLength: 2 }),
  })

  for (const [name, { path, query, body, keyOf, removal }] of Object.entries(lists))
    it(`${name} shows every item that stays exactly once, while others come and go`, async () => {
      let number = 0
      const add = async () => {
        number += 1
        const { status, text } = await command(world, 'POST', path, body(number))
        assert.ok(status === 200 || status === 201, text)
      }
      const all = async () => {
        const { data } = (await command(world, 'GET', `${path}?limit=1000`)).body
        return (data as Readonly<Record<string, unknown>>[]).map(keyOf)
      }
      for (const steps of fc.sample(fc.array(step, { minLength: 30, maxLength: 30 }), { seed: 45, numRuns: 2 })) {
        for (let count = 0; count < 15; count += 1) await add()
        const staying = new Set(await all())
        const seen: string[] = []
        let cursor: string | null = ''
        for (const { limit, added, removed } of steps) {
          const page: { data: Record<string, unknown>[]; next: string | null } = (
            await command(world, 'GET', `${path}?limit=${limit}${query}&cursor=${cursor}`)
          ).body
          seen.push(...page.data.map(keyOf))
          cursor = page.next
          if (cursor === null) break
          for (let count = 0; count < added; count += 1) await add()
          const now = await all()
          for (const gone of new Set(removed.flatMap((at) => now[at] ?? []))) {
            const { status } = await (removal === undefined
              ? command(world, 'DELETE', `${path}/${gone}`)
              : command(world, 'POST', `${path}/remove`, removal(gone)))
            assert.equal(status, 204)
            staying.delete(gone)
          }
        }
        while (cursor !== null) {
          const page = (await command(world, 'GET', `${path}?limit=100${query}&cursor=${cursor}`)).body
          seen.push(...page.data.map(keyOf))
          cursor = page.next
        }
        assert.equal(new Set(seen).size, seen.length, 'no item is repeated')
        assert.deepEqual(
          [...staying].filter((one) => !seen.includes(one)),
          [],
          'no item is missing',
        )
      }
    })
})
