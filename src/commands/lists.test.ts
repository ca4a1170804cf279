import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { Param } from '../values/address.ts'
import type { ConsoleClient } from './client.ts'
import { describeList, readPage } from './lists.ts'

/** A search that reads two rows per request, of which only some match. */
function searching(matches: readonly number[], rows: number) {
  const asked: Param[] = []
  const list = async (_: string, __: unknown, { cursor = '0', limit }: Readonly<Record<string, Param>>) => {
    asked.push(limit)
    const from = Number(cursor)
    const data = matches.filter((row) => row >= from && row < from + 2).slice(0, Number(limit))
    const last = data.length === Number(limit) ? (data.at(-1) ?? 0) + 1 : from + 2
    return { data, next: last < rows ? String(last) : null, searchedTo: '2030-01-31T08:00:00.000Z' }
  }
  return { console: { list } as unknown as ConsoleClient, asked }
}

const path = { account: '1' }

describe('a page of a search', () => {
  it('goes on after a short or empty answer until the page is full', async () => {
    const { console } = searching([5, 9, 10, 17], 30)
    const read = (cursor?: string) => readPage(console, 'GET /v2/messages', { path }, { limit: 2, cursor })
    const first = await read()
    const second = await read(first.next ?? '')
    assert.deepEqual([first.data, second.data, (await read(second.next ?? '')).data], [[5, 9], [10, 17], []])
  })

  it('ends with the list when nothing matches', async () => {
    const { console, asked } = searching([], 30)
    const found = await readPage(console, 'GET /v2/messages', { path }, { limit: 2 })
    assert.deepEqual([found.data, found.next, asked.length], [[], null, 15])
  })

  it('continues from a cursor', async () => {
    const { console } = searching([5, 9, 10, 17], 30)
    const place = { limit: 2, cursor: '6' }
    assert.deepEqual((await readPage(console, 'GET /v2/messages', { path }, place)).data, [9, 10])
  })

  it('stops after some seconds with the place that it came to', async (test) => {
    const { console } = searching([], 30)
    let now = 0
    test.mock.method(performance, 'now', () => (now += 3_000))
    const found = await readPage(console, 'GET /v2/messages', { path }, { limit: 2 })
    assert.deepEqual([found.data, found.next, found.searchedTo], [[], '8', '2030-01-31T08:00:00.000Z'])
  })
})

describe('the text of a list', () => {
  const shown = { heads: ['ID'], row: (id: number) => [id], nothing: 'No matching messages.' }
  const searchedTo = '2030-01-31T08:00:00.000Z'
  const first = { limit: 2 }
  const stopped = (count: string) =>
    `Searched back to 2030-01-31 08:00:00 GMT; ${count} so far. Continue with --cursor 8`
  const texts: readonly (readonly [
    string,
    Parameters<typeof describeList<number>>[0],
    typeof first & { cursor?: string },
    string,
  ])[] = [
    [
      'says that nothing matches at the end of a search',
      { data: [], next: null, searchedTo: null },
      first,
      shown.nothing,
    ],
    [
      'says how far a search came that stopped early',
      { data: [], next: '8', searchedTo },
      first,
      stopped('none match'),
    ],
    ['says what it found until then', { data: [5], next: '8', searchedTo }, first, `ID\n5\n\n${stopped('1 found')}`],
    [
      'does not deny the entries of earlier pages',
      { data: [], next: '8', searchedTo },
      { ...first, cursor: '6' },
      stopped('no more match'),
    ],
    [
      'does not deny those before a cursor',
      { data: [], next: null, searchedTo: null },
      { ...first, cursor: '8' },
      'No more entries.',
    ],
    [
      'names the next page',
      { data: [5, 7], next: '8', searchedTo: null },
      first,
      'ID\n5\n7\n\nThere are more. Next page: --cursor 8',
    ],
    [
      'tells the total of several pages',
      { data: [5, 7], next: '8', total: 3 },
      first,
      'ID\n5\n7\n\n3 in total. Next page: --cursor 8',
    ],
    ['is only its rows on one page', { data: [5, 7], next: null, total: 2 }, first, 'ID\n5\n7'],
  ]
  for (const [title, found, page, text] of texts) it(title, () => assert.equal(describeList(found, page, shown), text))
})
