import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import { slowness } from '../../../test/pace.ts'
import { createBatcher, Overloaded } from './index.ts'

type Options = Partial<Omit<Parameters<typeof createBatcher<string, string>>[0], 'flush'>>

/** A batcher that records its flushes. Each flush waits until `let through` is called, unless `open`. */
function recorded(
  options: Options & { readonly open?: boolean; readonly fails?: (items: readonly string[]) => Error | null } = {},
) {
  const { open = false, fails = () => null, ...rest } = options
  const batches: string[][] = []
  const written: string[] = []
  const doors: (() => void)[] = []
  let flushing = 0
  let flushingMax = 0
  const batcher = createBatcher<string, string>({
    isolate: () => true,
    weightMax: 1_000,
    waitingMax: 1_000,
    ...rest,
    async flush(items) {
      batches.push([...items])
      flushing += 1
      flushingMax = Math.max(flushingMax, flushing)
      if (!open) await new Promise<void>((resolve) => doors.push(resolve))
      flushing -= 1
      const error = fails(items)
      if (error) throw error
      written.push(...items)
      return items.map((item) => `${item} written`)
    },
  })
  return {
    ...batcher,
    batches,
    written,
    flushingMax: () => flushingMax,
    /** Ends the current or next flush. */
    async letThrough() {
      while (doors.length === 0) await nextTurn()
      doors.shift()?.()
      await nextTurn()
    },
  }
}

const nextTurn = () => new Promise<void>((resolve) => setImmediate(resolve))

/** The result or error message of each promise, in order. */
async function fates(promises: readonly Promise<string>[]): Promise<string[]> {
  return (await Promise.allSettled(promises)).map((end) =>
    end.status === 'fulfilled' ? end.value : String((end.reason as Error).message),
  )
}

const badItem = (items: readonly string[]) => (items.includes('bad') ? new Error(`bad among ${items.length}`) : null)

describe('createBatcher', () => {
  it('retries an item up to three times when the error allows it', async () => {
    const failures = new Map([
      ['once', 1],
      ['twice', 2],
      ['always', 9],
    ])
    const fails = ([item = '']: readonly string[]) => {
      const left = failures.get(item) ?? 0
      failures.set(item, left - 1)
      return left > 0 ? new Error('deadlock') : null
    }
    const batcher = recorded({ open: true, fails, repeat: ({ message }: Error) => message === 'deadlock' } as Options)
    for (const item of ['once', 'twice']) assert.deepEqual(await fates([batcher.add(item)]), [`${item} written`])
    assert.deepEqual(await fates([batcher.add('always')]), ['deadlock'])
    assert.equal(batcher.batches.filter(([item]) => item === 'always').length, 3)
  })

  it('writes items of the same turn together', async () => {
    const batcher = recorded({ open: true })
    assert.deepEqual(await fates(['a', 'b', 'c'].map((item) => batcher.add(item))), [
      'a written',
      'b written',
      'c written',
    ])
    assert.deepEqual(batcher.batches, [['a', 'b', 'c']])
  })

  it('collects items during a flush and returns each its own result', async () => {
    const batcher = recorded()
    const first = batcher.add('a')
    while (batcher.batches.length === 0) await nextTurn()
    const later = ['b', 'c', 'd'].map((item) => batcher.add(item))
    await nextTurn()
    assert.deepEqual(batcher.batches, [['a']])
    await batcher.letThrough()
    assert.equal(await first, 'a written')
    await batcher.letThrough()
    assert.deepEqual(await fates(later), ['b written', 'c written', 'd written'])
    assert.deepEqual(batcher.batches, [['a'], ['b', 'c', 'd']])
  })

  it('fails only the bad item and writes the others once', async () => {
    const batcher = recorded({ open: true, fails: badItem })
    assert.deepEqual(await fates(['a', 'bad', 'c'].map((item) => batcher.add(item))), [
      'a written',
      'bad among 1',
      'c written',
    ])
    assert.deepEqual(batcher.batches, [['a', 'bad', 'c'], ['a'], ['bad'], ['c']])
    assert.deepEqual(batcher.written, ['a', 'c'])
  })

  it('does not write a single bad item twice', async () => {
    const batcher = recorded({ open: true, fails: badItem })
    assert.deepEqual(await fates([batcher.add('bad')]), ['bad among 1'])
    assert.deepEqual(batcher.batches, [['bad']])
  })

  it('fails the whole batch when the error must not be isolated, and continues', async () => {
    const asked: unknown[] = []
    const isolate = (error: unknown) => {
      asked.push(error)
      return false
    }
    const batcher = recorded({ open: true, isolate, fails: badItem })
    assert.deepEqual(await fates(['a', 'bad', 'c'].map((item) => batcher.add(item))), [
      'bad among 3',
      'bad among 3',
      'bad among 3',
    ])
    assert.deepEqual(batcher.batches, [['a', 'bad', 'c']])
    assert.equal(asked.length, 1)
    assert.equal(await batcher.add('d'), 'd written')
  })

  it('queues items during an isolation and writes them together afterwards', async () => {
    const batcher = recorded({ fails: badItem })
    const first = fates(['bad', 'b'].map((item) => batcher.add(item)))
    await batcher.letThrough()
    const later = fates(['c', 'd'].map((item) => batcher.add(item)))
    for (let flushes = 0; flushes < 3; flushes += 1) await batcher.letThrough()
    assert.deepEqual(await first, ['bad among 1', 'b written'])
    assert.deepEqual(await later, ['c written', 'd written'])
    assert.deepEqual(batcher.batches, [['bad', 'b'], ['bad'], ['b'], ['c', 'd']])
  })

  it('rejects when flush throws synchronously', async () => {
    const batcher = createBatcher<string, string>({
      flush() {
        throw new Error('at once')
      },
      isolate: () => true,
      weightMax: 10,
      waitingMax: 10,
    })
    assert.deepEqual(await fates([batcher.add('a'), batcher.add('b')]), ['at once', 'at once'])
  })

  it('fails only the item that cannot be weighed', async () => {
    const weigh = (item: string) => {
      if (item === 'bad') throw new Error('no weight')
      return 1
    }
    const batcher = recorded({ open: true, weigh })
    assert.deepEqual(await fates(['a', 'bad', 'c'].map((item) => batcher.add(item))), [
      'a written',
      'no weight',
      'c written',
    ])
    assert.equal(await batcher.add('d'), 'd written')
  })

  it('limits the weight of a batch, keeps the order and writes heavy items alone', async () => {
    const batcher = recorded({ open: true, weigh: Number, weightMax: 10 })
    const items = ['4', '6', '1', '5', '5', '99', '10', '2', '100']
    assert.deepEqual(
      await fates(items.map((item) => batcher.add(item))),
      items.map((item) => `${item} written`),
    )
    assert.deepEqual(batcher.batches, [['4', '6'], ['1', '5'], ['5'], ['99'], ['10'], ['2'], ['100']])
  })

  it('keeps weight, order and completeness for any input, without concurrent flushes', async () => {
    const weights = fc.array(fc.integer({ min: 0, max: 12 }), { maxLength: 60 })
    await fc.assert(
      fc.asyncProperty(weights, fc.integer({ min: 1, max: 10 }), async (list, weightMax) => {
        const batcher = recorded({ open: true, weigh: (item) => Number(item.split(' ')[1]), weightMax })
        const items = list.map((weight, index) => `${index} ${weight}`)
        const added: Promise<string>[] = []
        for (const [index, item] of items.entries()) {
          added.push(batcher.add(item))
          if (index % 7 === 0) await nextTurn()
        }
        assert.deepEqual(
          await Promise.all(added),
          items.map((item) => `${item} written`),
        )
        assert.deepEqual(batcher.written, items)
        const sum = (batch: readonly string[]) => batch.reduce((all, item) => all + Number(item.split(' ')[1]), 0)
        for (const batch of batcher.batches) assert.ok(batch.length === 1 || sum(batch) <= weightMax)
        assert.ok(batcher.flushingMax() <= 1)
      }),
      { numRuns: 50 },
    )
  })

  it('never flushes concurrently, also during an isolation', async () => {
    const batcher = recorded({ fails: badItem })
    const added = [fates(['a', 'bad', 'c'].map((item) => batcher.add(item)))]
    await batcher.letThrough()
    for (let flushes = 0; flushes < 3; flushes += 1) {
      added.push(fates([batcher.add(`later ${flushes}`)]))
      await batcher.letThrough()
    }
    await batcher.letThrough()
    assert.deepEqual((await Promise.all(added)).flat(), [
      'a written',
      'bad among 1',
      'c written',
      'later 0 written',
      'later 1 written',
      'later 2 written',
    ])
    assert.equal(batcher.flushingMax(), 1)
  })

  it('waits lingerMs for more items', async () => {
    const lingerMs = 2_000 * slowness
    const batcher = recorded({ open: true, lingerMs })
    const began = performance.now()
    const first = batcher.add('a')
    for (let turn = 0; turn < 5; turn += 1) await nextTurn()
    assert.deepEqual(batcher.batches, [])
    const second = batcher.add('b')
    await Promise.all([first, second])
    assert.ok(performance.now() - began >= 0.9 * lingerMs)
    assert.deepEqual(batcher.batches, [['a', 'b']])
  })

  it('rejects items while the queue is full and accepts them again afterwards', async () => {
    const batcher = recorded({ waitingMax: 2 })
    const first = batcher.add('a')
    while (batcher.batches.length === 0) await nextTurn()
    const waiting = [batcher.add('b'), batcher.add('c')]
    await assert.rejects(batcher.add('d'), Overloaded)
    await batcher.letThrough()
    while (batcher.batches.length < 2) await nextTurn()
    const last = batcher.add('e')
    await batcher.letThrough()
    await batcher.letThrough()
    assert.deepEqual(await fates([first, ...waiting, last]), ['a written', 'b written', 'c written', 'e written'])
    assert.deepEqual(batcher.written, ['a', 'b', 'c', 'e'])
  })

  it('is idle when all items are written or failed, and at once without items', async () => {
    const batcher = recorded({ fails: badItem })
    await batcher.idle()
    const added = [batcher.add('a')]
    while (batcher.batches.length === 0) await nextTurn()
    added.push(batcher.add('bad'))
    let isIdle = false
    const idle = batcher.idle().then(() => {
      isIdle = true
    })
    await batcher.letThrough()
    assert.equal(isIdle, false)
    const ends = fates(added)
    await batcher.letThrough()
    await idle
    assert.deepEqual(await ends, ['a written', 'bad among 1'])
    await batcher.idle()
  })
})
