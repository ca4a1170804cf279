import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { sql } from 'kysely'
import { onOneEngine, openTestDatabase, type TestDatabase } from '../../../test/world.ts'
import { columnsOf, type Row, type RowOf } from './columns.ts'

const at = new Date('2030-01-01T00:00:00Z')

onOneEngine('columnsOf', (engine) => {
  let database: TestDatabase
  before(async () => {
    database = await openTestDatabase(engine)
    await sql`insert into accounts (id, name, created_at) values (7, 'Shop', ${at})`.execute(database.db)
  })
  after(() => database.drop())

  it('selects columns of a table under other names', async () => {
    const columns = columnsOf('accounts', { id: 'id', createdAt: 'created_at', shout: sql<string>`upper(name)` })
    const { rows } = await sql<RowOf<typeof columns>>`select ${columns} from accounts where id = 7`.execute(database.db)
    assert.deepEqual(rows, [{ id: 7, createdAt: at, shout: 'SHOP' }])
  })

  it('selects listed columns in camelCase, before others', async () => {
    const columns = columnsOf(
      { a: 'accounts', p: 'accounts?' },
      `a.id, a.created_at,
       p.name as parent`,
      { shout: sql<string>`upper(a.name)` },
    )
    assert.deepEqual(columns.names, ['id', 'createdAt', 'parent', 'shout'])
    const { rows } = await sql<RowOf<typeof columns>>`
      select ${columns} from accounts a left join accounts p on p.id = a.parent_id where a.id = 7
    `.execute(database.db)
    assert.deepEqual(rows, [{ id: 7, createdAt: at, parent: null, shout: 'SHOP' }])
  })

  it('combines columns of several tables', async () => {
    const own = columnsOf({ a: 'accounts' }, { id: 'a.id' })
    const columns = own.and(columnsOf({ p: 'accounts?' }, { parent: 'p.name' }))
    const { rows } = await sql<RowOf<typeof columns>>`
      select ${columns} from accounts a left join accounts p on p.id = a.parent_id where a.id = 7
    `.execute(database.db)
    assert.deepEqual(rows, [{ id: 7, parent: null }])
  })
})

type Same<A, B> = (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : false

/** Checked by the compiler; nothing runs. */
describe('RowOf', () => {
  it('has the types of the columns', () => {
    const sources = { s: 'senders', c: 'credentials?' } as const
    interface Expected {
      readonly status: 'pending' | 'active' | 'rejected' | 'inactive'
      readonly decidedAt: Date | null
      readonly key: 'key' | 'token' | 'smpp' | null
    }
    const named = columnsOf(sources, { status: 's.status', decidedAt: 's.decided_at', key: 'c.kind' })
    const listed = columnsOf(sources, 's.status, s.decided_at, c.kind as key')
    const mixed = columnsOf(sources, 's.status, s.decided_at', { key: 'c.kind' })
    const same: Same<RowOf<typeof named>, Expected> &
      Same<RowOf<typeof listed>, Expected> &
      Same<RowOf<typeof mixed>, Expected> = true
    assert.deepEqual(named.names, listed.names)
    const picked: Same<Row<'prices', 'amount'>, { readonly amount: string }> = true
    assert.ok(same && picked)
  })

  it('can be narrowed to compatible types', () => {
    const columns = columnsOf('balances', { product: 'product', held: 'held' }).narrow<{ product: 'SMS' }>()
    const same: Same<RowOf<typeof columns>, { readonly product: 'SMS'; readonly held: string }> = true
    // @ts-expect-error: the column is text
    columnsOf('balances', { product: 'product' }).narrow<{ product: number }>()
    // @ts-expect-error: there is no such column in the list
    columnsOf('balances', { product: 'product' }).narrow<{ kind: 'SMS' }>()
    assert.ok(same)
  })

  it('rejects unknown columns', () => {
    // @ts-expect-error: senders has no such column
    columnsOf('senders', { name: 'name' })
    // @ts-expect-error: nor under an alias
    columnsOf({ s: 'senders' }, { name: 's.name' })
    // @ts-expect-error: t is not among the tables
    columnsOf({ s: 'senders' }, { id: 't.id' })
    // @ts-expect-error: the same in a list
    columnsOf({ s: 'senders' }, 's.id, s.name')
    // @ts-expect-error: the same with another name
    columnsOf('senders', 'id, name as sender')
  })
})
