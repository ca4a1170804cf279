import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { Refusal } from '../../values/refusal.ts'
import { readBookFilter, readContactFilter } from './lists.ts'

const page = { page: 1, limit: 10 }
const newest = { field: 'created', direction: 'desc' }

describe('readContactFilter', () => {
  const questions: readonly [query: Record<string, unknown>, asked: Record<string, unknown>][] = [
    [{}, {}],
    [{ q: '', addressbook_id: '', unknown: 'x' }, {}],
    [
      { addressbook_id: '7', q: 'ÄB', page: '2', limit: '1000' },
      { bookId: 7, search: 'äb', page: 2, limit: 1_000 },
    ],
    [{ addressbook_id: 'x' }, { bookId: 0 }],
    [{ addressbook_id: ['7', '8'] }, { bookId: 0 }],
    [{ addressbook_id: '9'.repeat(20) }, { bookId: 0 }],
    [{ sortBy: 'mob_no' }, { sort: { field: 'mob_no', direction: 'asc' } }],
    [{ sortBy: 'last_name', sortOrder: 'DESC' }, { sort: { field: 'last_name', direction: 'desc' } }],
  ]
  for (const [query, asked] of questions) {
    it(`reads ${JSON.stringify(query)}`, () => {
      assert.deepEqual(readContactFilter(query), { ...page, bookId: null, search: null, sort: newest, ...asked })
    })
  }
})

describe('readBookFilter', () => {
  const time = (text: string) => new Date(text)
  const questions: readonly [query: Record<string, unknown>, asked: Record<string, unknown>][] = [
    [{}, {}],
    [{ created_from: '', created_to: '', parent_vendor_id: '' }, {}],
    [{ parent_vendor_id: '3' }, { parentId: 3 }],
    [{ parent_vendor_id: 'x' }, { parentId: 0 }],
    [{ created_from: '2030-01-02' }, { createdFrom: time('2030-01-02T00:00:00Z') }],
    [{ created_to: '2030-01-02' }, { createdBefore: time('2030-01-03T00:00:00Z') }],
    [{ created_to: '2030-01-02T10:00:00.500Z' }, { createdBefore: time('2030-01-02T10:00:00.501Z') }],
    [{ created_from: '2030-01-02T10:00:00+03:00' }, { createdFrom: time('2030-01-02T07:00:00Z') }],
    [{ created_from: '0000-01-01T00:00:00Z' }, { createdFrom: time('0001-01-01T00:00:00Z') }],
    [{ created_to: '9999-12-31' }, { createdBefore: time('9999-12-31T23:59:59.999Z') }],
    [{ sortBy: 'contacts_count' }, { sort: { field: 'contacts_count', direction: 'asc' } }],
  ]
  for (const [query, asked] of questions) {
    it(`reads ${JSON.stringify(query)}`, () => {
      assert.deepEqual(readBookFilter(query, page), {
        page,
        search: null,
        parentId: null,
        createdFrom: null,
        createdBefore: null,
        sort: newest,
        ...asked,
      })
    })
  }

  const refused: readonly [name: string, values: readonly unknown[]][] = [
    ['created_from', ['x', '2030-02-30', '2030-01-01T10:00', '2030-01-01 10:00', '0000-01-01', ['2030-01-01']]],
    ['created_to', ['x', '2030-13-01']],
    ['sortBy', ['mob_no', '', 'toString']],
    ['sortOrder', ['up', '']],
  ]
  for (const [name, values] of refused) {
    it(`rejects an invalid ${name}`, () => {
      for (const value of values) {
        assert.throws(
          () => readBookFilter({ [name]: value }, page),
          (error) => error instanceof Refusal && error.code === 104 && error.message === `Invalid Parameter: ${name}`,
          String(value),
        )
      }
    })
  }
})
