import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { pino } from 'pino'
import { type CountBufferOptions, type Counted, startCountBuffer } from './count-buffer.ts'

interface Item extends Counted {
  readonly kind: string
  readonly note: string
}

const at = (second: number) => new Date(Date.UTC(2030, 5, 15, 10, 30, second))
const item = (accountId: number, kind: string, second = 0, note = ''): Item => ({
  accountId,
  kind,
  note,
  count: 1,
  firstAt: at(second),
  lastAt: at(second),
})

/** A buffer that writes to a list, and only on request. */
function gather(options: Partial<CountBufferOptions<Item>> = {}) {
  const written: (readonly Item[])[] = []
  const gathering = startCountBuffer<Item>({
    log: pino({ level: 'silent' }),
    everyMs: 3_600_000,
    nameOf: ({ accountId, kind }) => `${accountId} ${kind}`,
    save: async (items) => void written.push(items),
    what: 'items',
    ...options,
  })
  return { ...gathering, written }
}

describe('startCountBuffer', () => {
  it('keeps equal items apart without a name, also after a write that failed and said so', async () => {
    const items: Item[] = []
    let fails = true
    const { add, write, stop } = startCountBuffer<Item>({
      log: pino({ level: 'silent' }),
      everyMs: 3_600_000,
      async save(written) {
        if (fails) throw Object.assign(new Error('try again'), { code: '40001' })
        items.push(...written)
      },
      what: 'items',
    })
    add(item(1, 'a'))
    add(item(1, 'a'))
    await assert.rejects(write(), /try again/)
    fails = false
    await stop()
    assert.deepEqual(items, [item(1, 'a'), item(1, 'a')])
  })

  it('merges equal items with their count, first and last time, and the latest fields', async () => {
    const { add, write, stop, written } = gather()
    add(item(1, 'a', 5, 'middle'))
    add(item(1, 'a', 9, 'last'))
    add(item(1, 'a', 1, 'first'))
    await write()
    await write()
    add(item(1, 'a', 10))
    await stop()
    assert.deepEqual(written, [
      [{ accountId: 1, kind: 'a', note: 'last', count: 3, firstAt: at(1), lastAt: at(9) }],
      [item(1, 'a', 10)],
    ])
  })

  it('resolves a write only when all earlier items are stored', async () => {
    const { promise, resolve } = Promise.withResolvers<void>()
    let isSaved = false
    const save = async () => {
      await promise
      isSaved = true
    }
    const { add, write, stop } = gather({ save })
    add(item(1, 'a'))
    const writes = [write(), write()].map((one) => one.then(() => isSaved))
    resolve()
    assert.deepEqual(await Promise.all(writes), [true, true])
    await stop()
  })

  it('limits items per account and in total, and counts the rest per account', async () => {
    const { add, stop, written } = gather({ rest: (one) => ({ ...one, kind: 'rest' }) })
    for (let number = 0; number < 5_000; number += 1) add(item(1, `k${number}`))
    for (let account = 2; account <= 20; account += 1)
      for (let number = 0; number < 100; number += 1) add(item(account, `k${number}`))
    await stop()
    const items = written[0] ?? []
    const of = (accountId: number) => items.filter((one) => one.accountId === accountId)
    assert.equal(of(1).length, 101)
    assert.equal(of(1).find(({ kind }) => kind === 'rest')?.count, 4_900)
    assert.deepEqual(
      of(20).map(({ kind, count }) => [kind, count]),
      [['rest', 100]],
    )
    assert.ok(items.length <= 1_020)
    assert.equal(
      items.reduce((sum, { count }) => sum + count, 0),
      5_000 + 19 * 100,
    )
  })
})
