import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import { paginate, readPage } from './page.ts'
import { Refusal } from './refusal.ts'

describe('readPage', () => {
  it('defaults to the first page of ten items', () => {
    assert.deepEqual(readPage({}), { page: 1, limit: 10 })
    assert.deepEqual(readPage({ page: '3', limit: '1000' }), { page: 3, limit: 1_000 })
  })

  for (const [name, value] of [
    ['page', '0'],
    ['page', '-1'],
    ['page', '1.5'],
    ['page', ''],
    ['page', 'one'],
    ['page', ['1', '2']],
    ['limit', '0'],
    ['limit', '1001'],
    ['limit', 'ten'],
  ] as const) {
    it(`rejects ${name}=${value}`, () => {
      assert.throws(
        () => readPage({ [name]: value }),
        (error) => error instanceof Refusal && error.code === 104 && error.message === `Invalid Parameter: ${name}`,
      )
    })
  }
})

describe('paginate', () => {
  const table: readonly [
    total: number,
    page: number,
    limit: number,
    start: number,
    end: number,
    from: number,
    to: number,
  ][] = [
    [0, 1, 10, 0, 0, 0, -1],
    [0, 3, 10, 0, 0, 20, 19],
    [1, 1, 10, 1, 1, 0, 0],
    [10, 1, 10, 1, 1, 0, 9],
    [11, 2, 10, 1, 2, 10, 10],
    [200, 1, 10, 1, 10, 0, 9],
    [200, 6, 10, 1, 10, 50, 59],
    [200, 7, 10, 2, 11, 60, 69],
    [200, 20, 10, 11, 20, 190, 199],
    [200, 25, 10, 11, 20, 240, 239],
  ]
  for (const [total, page, limit, startPage, endPage, startIndex, endIndex] of table) {
    it(`shows pages ${startPage} to ${endPage} and items ${startIndex} to ${endIndex} on page ${page} of ${total} items`, () => {
      const { pages, ...figures } = paginate(total, { page, limit })
      const totalPages = Math.ceil(total / limit)
      assert.deepEqual(figures, {
        totalItems: total,
        currentPage: page,
        pageSize: limit,
        totalPages,
        startPage,
        endPage,
        startIndex,
        endIndex,
      })
      assert.deepEqual(
        pages,
        total === 0 ? [] : Array.from({ length: endPage - startPage + 1 }, (_, index) => startPage + index),
      )
    })
  }

  it('covers every item once, in a window of at most ten pages around the current one', () => {
    fc.assert(
      fc.property(fc.nat(5_000), fc.integer({ min: 1, max: 1_000 }), (total, limit) => {
        let next = 0
        for (let page = 1; page <= Math.ceil(total / limit); page += 1) {
          const { startIndex, endIndex, pages, startPage, endPage, totalPages } = paginate(total, { page, limit })
          assert.equal(startIndex, next)
          assert.ok(pages.includes(page) && pages.length === Math.min(10, totalPages))
          assert.deepEqual([pages[0], pages.at(-1)], [startPage, endPage])
          next = endIndex + 1
        }
        assert.equal(next, total)
      }),
    )
  })
})
